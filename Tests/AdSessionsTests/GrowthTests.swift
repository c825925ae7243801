import Testing

@testable import AdEngine
@testable import AdSessions

/// What many slots cost what looks at a session, counted: the work for one of them does not grow with all the others.
@Suite struct GrowthTests {
  private static let slots = 3000

  /// How many of the numbers that make up the edges differ.
  private func changes(_ old: ShiftedEdges, _ new: ShiftedEdges) -> Int {
    zip(old.edges, new.edges).count { $0 != $1 } + zip(old.shifts, new.shifts).count { $0 != $1 }
  }

  @Test func `metrics of an ad that takes another height change few numbers`() {
    var metrics = Metrics(viewport: Size(width: 390, height: 844))
    for slot in 0..<Self.slots {
      metrics.observe(
        .slotAdded(SlotID(slot), SlotFrame(y: Double(slot) * 600, height: 300)), at: .start)
    }
    metrics.observe(.scrolled(to: 0), at: .start)
    let before = metrics.page.tops
    metrics.observe(
      .resize(SlotID(10), Size(width: 300, height: 250), scrollBy: 0),
      at: Instant(milliseconds: 10))
    #expect(before.last == 2999.0 * 600)
    #expect(metrics.page.tops.last == 2999.0 * 600 - 50)
    #expect(changes(before, metrics.page.tops) <= 256 + Self.slots / 256)
  }

  @Test
  func `slots added each above the others, out of view, are not put in order for the metrics`() {
    var metrics = Metrics(viewport: Size(width: 390, height: 844))
    metrics.observe(.scrolled(to: 0), at: .start)
    for slot in 0..<Self.slots {
      let frame = SlotFrame(y: Double(Self.slots - slot) * 600 + 400, height: 250)
      metrics.observe(.slotAdded(SlotID(slot), frame), at: Instant(milliseconds: Int64(slot) * 100))
    }
    let end = Instant(milliseconds: 400_000)
    metrics.scrolled(to: 100, at: end)
    #expect(metrics.page.rankVersion == 0)
    metrics.scrolled(to: 1000, at: end)
    #expect(metrics.page.rankVersion == 1)
    #expect(metrics.visible == [Self.slots - 1, Self.slots - 2])
  }

  @Test(arguments: [[], [.scrolled(to: 0), .activityChanged(false)]] as [[Engine.Input]])
  func `slots added while nothing is shown are put in order once, when something is`(
    before: [Engine.Input]
  ) {
    var metrics = Metrics(viewport: Size(width: 390, height: 844))
    for input in before { metrics.observe(input, at: .start) }
    for slot in 0..<Self.slots {
      let frame = SlotFrame(y: Double(Self.slots - slot) * 600 - 500, height: 250)
      metrics.observe(.slotAdded(SlotID(slot), frame), at: Instant(milliseconds: Int64(slot) * 100))
    }
    #expect(metrics.page.rankVersion == 0)
    let end = Instant(milliseconds: 400_000)
    metrics.observe(before.isEmpty ? .scrolled(to: 0) : .activityChanged(true), at: end)
    metrics.scrolled(to: 10, at: end + 1)
    #expect(metrics.page.rankVersion == 1)
    #expect(metrics.visible == [Self.slots - 1, Self.slots - 2])
  }

  @Test func `a slot of a page that takes another height changes few numbers`() {
    let blocks = String(repeating: "Text.\n\n```ad\nunit: a\nsize: 320x320\n```\n\n", count: 1000)
    var layout = PageLayout(Page.read(Array(blocks.utf8), name: "long.md").page)
    let (slots, segments) = (layout.slotTops, layout.segmentTops)
    layout.resize(slot: 10, to: Size(width: 300, height: 250))
    #expect(slots.count == 1000)
    #expect(layout.slotTops[999] == slots[999] - 70)
    #expect(layout.segmentTops[999] == segments[999] - 70)
    let changes = changes(slots, layout.slotTops) + changes(segments, layout.segmentTops)
    #expect(changes <= 2 * (256 + 1000 / 256))
  }
}
