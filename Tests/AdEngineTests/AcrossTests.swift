import AdEngine
import TestSupport
import Testing

/// Slots that lie beside the viewport, are clipped by something else, or hidden: rows D3 to D7 of the comparison with a
/// browser.
@Suite(.tags(.fast)) struct AcrossTests {
  private let viewport = Size(width: 390, height: 844)

  private func engine(
    _ frames: [SlotFrame], lazyLoading: LazyLoadingSettings = .standard
  ) -> Engine {
    var engine = Engine(
      Engine.Configuration(
        lazyLoading: lazyLoading, viewport: viewport, consent: .granted, adTemplate: .adTemplate))
    for (number, frame) in frames.enumerated() {
      _ = engine.handle(.slotAdded(SlotID(number + 1), frame), at: .start)
    }
    return engine
  }

  private func fetched(_ effects: [Engine.Effect]) -> [Int] {
    effects.compactMap { if case .fetch(let slot, _) = $0 { slot.rawValue } else { nil } }
  }

  /// Fetches and renders the ad of slot 1 and returns when it was viewable, if it was within ten seconds.
  private func viewableAt(_ engine: Engine, _ ad: Size, _ inputs: [Engine.Input] = []) -> Int64? {
    var engine = engine
    _ = engine.handle(inputs + [.scrolled(to: 0)], at: .start)
    _ = engine.handle(.answered(SlotID(1), generation: 1, .loaded(ad, .display)), at: .start)
    while let deadline = engine.nextDeadline, deadline <= Instant(milliseconds: 10_000) {
      if engine.handle(.woken, at: deadline).contains(.reportViewable(SlotID(1))) {
        return deadline.milliseconds
      }
    }
    return nil
  }

  @Test func `D3 a slot right of the viewport is in no zone, but in one that reaches so far`()
    throws
  {
    let frame = SlotFrame(x: 800, y: 100, width: 300, height: 250)
    var narrow = engine([frame])
    #expect(fetched(narrow.handle(.scrolled(to: 0), at: .start)) == [])
    var wide = engine([frame], lazyLoading: try LazyLoadingSettings(horizontalMargin: 410))
    #expect(fetched(wide.handle(.scrolled(to: 0), at: .start)) == [1])
    var almost = engine([frame], lazyLoading: try LazyLoadingSettings(horizontalMargin: 409.9))
    #expect(fetched(almost.handle(.scrolled(to: 0), at: .start)) == [])
  }

  @Test
  func `a margin that is changed counts for slots within it and beyond it from the next check`()
    throws
  {
    let settings = try LazyLoadingSettings(unloadingEnabled: true, horizontalMargin: 410)
    var engine = engine(
      [
        SlotFrame(x: 800, y: 100, width: 300, height: 250),
        SlotFrame(x: 900, y: 100, width: 300, height: 250),
      ], lazyLoading: settings)
    #expect(fetched(engine.handle(.scrolled(to: 0), at: .start)) == [1])
    func change(_ margin: Double, at time: Int64) -> [Engine.Effect] {
      let change = Engine.Input.lazyLoadingChanged(LazyLoadingChange(horizontalMargin: margin))
      return engine.handle(
        [change, .scrolled(to: Double(time) / 1000)], at: Instant(milliseconds: time))
    }
    #expect(fetched(change(510, at: 1000)) == [2])
    #expect(change(0, at: 2000) == [])
    let effects = engine.handle(.woken, at: Instant(milliseconds: 4000))
    #expect(
      effects.count { if case .reportLoadState(_, .unloaded, _) = $0 { true } else { false } } == 2)
  }

  @Test func `D3 of five slots in a row those are fetched that overlap the viewport or touch it`() {
    var engine = engine((0..<5).map { SlotFrame(x: Double($0) * 390, y: 100, height: 250) })
    #expect(fetched(engine.handle(.scrolled(to: 0), at: .start)) == [1, 2])
    #expect(fetched(engine.handle(.scrolledAcross(to: 390), at: Instant(milliseconds: 100))) == [3])
  }

  @Test func `D4 an ad that is cut off at the right by six tenths is not viewable`() {
    let size = Size(width: 300, height: 250)
    func viewableAt(x: Double) -> Int64? {
      self.viewableAt(engine([SlotFrame(x: x, y: 0, width: 300, height: 250)]), size)
    }
    #expect(viewableAt(x: 270) == nil)
    #expect(viewableAt(x: 240.5) == nil)
    #expect(viewableAt(x: 240) == 1100)
    #expect(viewableAt(x: -150) == 1100)
    #expect(viewableAt(x: -150.5) == nil)
  }

  @Test func `D5 an ad of which a share is visible is viewable from half of it on`() {
    let size = Size(width: 300, height: 250)
    let slot = engine([SlotFrame(y: 0, width: 300, height: 250)])
    #expect(viewableAt(slot, size, [.slotClipped(SlotID(1), visibleShare: 0.4)]) == nil)
    #expect(viewableAt(slot, size, [.slotClipped(SlotID(1), visibleShare: 0.5)]) == 1100)
  }

  @Test
  func `D6 and D7 a hidden slot is in no zone until it is shown, and left behind once hidden`()
    throws
  {
    var engine = engine(
      [SlotFrame(y: 100, height: 250)],
      lazyLoading: try LazyLoadingSettings(unloadingEnabled: true))
    let hidden = engine.handle([.slotHidden(SlotID(1), true), .scrolled(to: 0)], at: .start)
    #expect(fetched(hidden) == [])
    #expect(
      fetched(engine.handle(.slotHidden(SlotID(1), false), at: Instant(milliseconds: 1000))) == [1])
    _ = engine.handle(.slotHidden(SlotID(1), true), at: Instant(milliseconds: 2000))
    #expect(
      engine.handle(.woken, at: Instant(milliseconds: 4000)).contains(
        .reportLoadState(SlotID(1), .unloaded, gap: -350)))
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func `a visible share that is none is refused`(share: Double) throws {
    var engine = engine([SlotFrame(y: 100, height: 250)])
    let effects = engine.handle(.slotClipped(SlotID(1), visibleShare: share), at: .start)
    guard case .refuse(let error)? = effects.first else { throw TestSupportError("accepted") }
    #expect(error.description.contains("expected a number from 0 to 1"))
  }
}
