import AdEngine
import TestSupport
import Testing

/// What is read stays where it is when an ad above it changes its height (`S0.57`, CSS Scroll Anchoring).
@Suite(.tags(.fast)) struct ScrollAnchoringTests {
  /// Three slots of 100 points in a viewport of 800; all are requested and rendered at once.
  private func stage(scrolledTo position: Double) -> Stage {
    Stage(
      slots: [slot(at: 100, height: 100), slot(at: 900, height: 100), slot(at: 1700, height: 100)],
      lazyLoading: nil, consent: .granted, scrollAnchoring: true
    ).scrolled(to: position).cleared()
  }

  @Test(arguments: [(250.0, 150.0), (50, -50)])
  func `an ad above the viewport that takes another height adjusts the scroll position`(
    height: Double, adjustment: Double
  ) {
    var stage = stage(scrolledTo: 850)
    stage.deliver(1, 300, by: height, at: 10)
    #expect(
      stage.log.last == "10 slot 1 resize 300x\(height.short) scroll by \(adjustment.short)")
    #expect(stage.engine.viewport.y == 850 + adjustment)
    #expect(stage.engine.scrollAdjustment == adjustment)
    #expect(stage.tops == [100, 900 + adjustment, 1700 + adjustment])
    stage.closePage(at: 20)
    #expect(stage.engine.scrollAdjustment == 0, "another page begins without adjustments")
    #expect(stage.engine.viewport.y == 0)
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
}
