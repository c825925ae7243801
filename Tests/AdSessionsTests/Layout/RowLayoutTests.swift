import AdEngine
import Testing

@testable import AdSessions

/// Ads beside each other: one top, a column between them, and what is below begins below the highest.
@Suite struct RowLayoutTests {
  /// A page with these ad blocks, and what stands between them.
  private func text(_ ads: [String], between: String = "") -> String {
    let blocks = ads.map { "```ad\n\($0)\n```\n" }
    return "text\n\n" + blocks.joined(separator: "\n\(between)\n") + "\nend\n"
  }

  private func layout(_ ads: [String]) -> PageLayout {
    PageLayout(read(text(ads)).page, in: LayoutSpace(columns: 48))
  }

  @Test func `ads beside each other have one top and lie a column apart`() {
    let layout = layout([
      "unit: a\nsize: 160x250", "unit: b\nsize: 100x90\nbeside: true", "unit: c\nsize: 300x250",
    ])
    let frames = (0..<3).map { layout.frame(ofSlot: $0) }
    #expect(frames.map(\.x) == [0, 168, nil])
    #expect(frames[0].y == frames[1].y)
    // The row's height, its captions, a blank row.
    #expect(frames[2].y == frames[0].y + 250 + 20 + 20)
    #expect(layout.row(ofSlot: 1) == 0...1)
    #expect(layout.row(ofSlot: 2) == 2...2)
    #expect(layout.overflow(ofRowWithSlot: 0) == 0)
  }

  @Test func `a row that is wider than the text can be moved by what is too wide`() {
    let layout = layout(["unit: a\nsize: 300x250", "unit: b\nsize: 300x250\nbeside: true"])
    #expect(layout.overflow(ofRowWithSlot: 0) == 608 - 384)
  }

  @Test func `ads beside others keep their sizes, and are told so where they have bounds`() {
    let text = text([
      "unit: a\nsize: 160x250", "unit: b\nsize: 160x250\nmax: 300x600\nbeside: true",
    ])
    for slot in read(text).page.slots {
      #expect(slot.ad.constraints.frame(for: Size(width: 300, height: 600)) == slot.ad.initialSize)
    }
    #expect(
      problems(of: text) == [
        "9: ad block: bounds of an ad beside another: expected none, since it keeps its size"
      ])
  }

  @Test func `an ad beside text stands alone, and that is said`() {
    let text = text(["unit: a", "unit: b\nbeside: true"], between: "words\n")
    #expect(read(text).page.slots.map(\.isBeside) == [false, false])
    #expect(
      problems(of: text) == ["9: ad block: beside: expected another ad block right above this one"])
  }

  @Test func `rows of a row are drawn whatever part of it is asked for`() {
    let layout = layout(["unit: a\nsize: 160x250", "unit: b\nsize: 160x90\nbeside: true"])
    let top = layout.frame(ofSlot: 0).y
    let slots = layout.rows(from: top + 100, to: top + 120).compactMap { row in
      if case .slot(let slot) = row.content { slot } else { nil }
    }
    #expect(slots == [0])
    let above = layout.rows(from: top - 20, to: top + 10).compactMap { row in
      if case .slot(let slot) = row.content { slot } else { nil }
    }
    #expect(above == [0, 1])
  }
}
