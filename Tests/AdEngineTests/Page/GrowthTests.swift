import TestSupport
import Testing

@testable import AdEngine

/// What many slots cost, counted: the work for one of them does not grow with all the others.
@Suite(.tags(.fast)) struct GrowthTests {
  /// A started engine without the slots that are to come.
  private func engine(slots: Int = 0) -> Engine {
    var engine = Engine(
      Engine.Configuration(viewport: Size(width: 390, height: 844), consent: .granted))
    let added = (0..<slots).map { slot in
      Engine.Input.slotAdded(SlotID(slot), SlotFrame(y: Double(slot) * 600, height: 300))
    }
    _ = engine.handle(added + [.scrolled(to: 0)], at: .start)
    return engine
  }

  /// How many of the numbers that make up the edges differ.
  private func changes(_ old: ShiftedEdges, _ new: ShiftedEdges) -> Int {
    zip(old.edges, new.edges).count { $0 != $1 } + zip(old.shifts, new.shifts).count { $0 != $1 }
  }

  @Test(arguments: [0, 255, 256, 1500, 2998])
  func `a slot that takes another height changes few numbers of 3,000`(slot: Int) {
    var engine = engine(slots: 3000)
    let before = engine.page.tops
    _ = engine.handle(
      .slotResized(SlotID(slot), Size(width: 300, height: 250)), at: Instant(milliseconds: 10))
    #expect(before.last == 2999.0 * 600)
    #expect(engine.page.tops.last == 2999.0 * 600 - 50)
    #expect(changes(before, engine.page.tops) <= 256 + 3000 / 256)
  }

  @Test func `slots added each above the others are put in order once, when the page is scrolled`()
  {
    var engine = engine()
    for step in 0..<1000 {
      let frame = SlotFrame(y: Double(1000 - step) * 600 + 2000, height: 250)
      let effects = engine.handle(
        .slotAdded(SlotID(step), frame), at: Instant(milliseconds: Int64(step) * 100))
      #expect(effects.isEmpty)
    }
    #expect(engine.page.rankVersion == 0)
    let effects = engine.handle(.scrolled(to: 2400), at: Instant(milliseconds: 200_000))
    #expect(engine.page.rankVersion == 1)
    #expect(
      effects.compactMap { effect -> SlotID? in
        if case .reportLoadState(let id, .fetched, _) = effect { id } else { nil }
      } == [SlotID(999), SlotID(998), SlotID(997)])
  }
}
