import AdEngine
import TestSupport
import Testing

/// What is read stays where it is when an ad above it changes its height (`S0.57`, CSS Scroll Anchoring).
@Suite(.tags(.fast)) struct ScrollAnchoringTests {
  /// Three slots of 100 points in a viewport of 800; all are requested and rendered at once.
  private func stage(scrolledTo position: Double, anchoring: Bool = true) -> Stage {
    Stage(
      slots: [slot(at: 100, height: 100), slot(at: 900, height: 100), slot(at: 1700, height: 100)],
      lazyLoading: nil, consent: .granted, scrollAnchoring: anchoring
    ).scrolled(to: position).cleared()
  }

  @Test func `an ad that grows above the viewport adjusts the scroll position`() {
    var stage = stage(scrolledTo: 850)
    stage.deliver(1, 300, by: 250, at: 10)
    #expect(stage.log.last == "10 slot 1 resize 300x250 scroll by 150")
    #expect(stage.engine.viewport.y == 1000)
    #expect(stage.engine.scrollAdjustment == 150)
    #expect(stage.tops == [100, 1050, 1850])
  }

  @Test func `an ad that shrinks above the viewport adjusts it upwards`() {
    var stage = stage(scrolledTo: 850)
    stage.deliver(1, 320, by: 50, at: 10)
    #expect(stage.log.last == "10 slot 1 resize 320x50 scroll by -50")
    #expect(stage.engine.viewport.y == 800)
  }

  @Test(
    arguments: [
      ("a part of the slot is in view", 199, 1, 250), ("the page is at its top", 0, 1, 250),
      ("the page is pulled beyond its top", -20, 1, 250), ("the slot is in view", 850, 2, 250),
      ("the slot lies below the viewport", 850, 3, 250), ("only the width is another", 850, 1, 100),
    ] as [(String, Double, Int, Double)])
  func `nothing is adjusted where`(because: String, position: Double, slot: Int, height: Double) {
    var stage = stage(scrolledTo: position)
    stage.deliver(slot, 300, by: height, at: 10)
    #expect(stage.log.last == "10 slot \(slot) resize 300x\(height.short)", "\(because)")
    #expect(stage.engine.viewport.y == position)
  }

  @Test func `a slot that ends where the viewport begins is above it`() {
    var stage = stage(scrolledTo: 200)
    stage.deliver(1, 300, by: 250, at: 10)
    #expect(stage.engine.viewport.y == 350)
  }

  @Test func `without anchoring what is read moves down`() {
    var stage = stage(scrolledTo: 850, anchoring: false)
    stage.deliver(1, 300, by: 250, at: 10)
    #expect(stage.engine.viewport.y == 850)
    #expect(stage.engine.scrollAdjustment == 0)
  }

  @Test func `what the host resizes it has scrolled itself`() {
    var stage = stage(scrolledTo: 850)
    stage.resize(1, to: 250, at: 10)
    #expect(stage.engine.viewport.y == 850)
  }

  @Test func `a scroll of the same instant comes first`() {
    var engine = Engine(
      Engine.Configuration(
        lazyLoading: nil, viewport: Size(width: 400, height: 800), consent: .granted,
        scrollAnchoring: true))
    _ = engine.handle(.slotAdded(SlotID(0), slot(at: 100, height: 100)), at: .start)
    _ = engine.handle(
      [
        .answered(SlotID(0), generation: 1, .loaded(Size(width: 300, height: 250), .display)),
        .scrolled(to: 850),
      ], at: Instant(milliseconds: 10))
    #expect(engine.viewport.y == 1000)
  }

  @Test func `slots above the one that grew are farther away, and unload by that`() throws {
    var stage = Stage(
      slots: [slot(at: 0, height: 100), slot(at: 200, height: 100)],
      lazyLoading: try LazyLoadingSettings(
        fetchThreshold: 800, displayThreshold: 200, unloadThreshold: 800, unloadingEnabled: true),
      consent: .granted, scrollAnchoring: true
    ).scrolled(to: 850)
    // Its bottom is 750 points above the viewport, then 900.
    stage.deliver(2, 300, by: 250, at: 10)
    stage.run(until: 5000)
    #expect(stage.loadState(1) == .unloaded)
    #expect(stage.loadState(2) != .unloaded)
  }

  @Test func `another page begins without adjustments`() {
    var stage = stage(scrolledTo: 850)
    stage.deliver(1, 300, by: 250, at: 10)
    stage.closePage(at: 20)
    #expect(stage.engine.scrollAdjustment == 0)
    #expect(stage.engine.viewport.y == 0)
  }
}
