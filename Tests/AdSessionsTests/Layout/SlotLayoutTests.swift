import AdEngine
import AdRendering
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions

@Suite struct SlotLayoutTests {
  private let article = """
    First paragraph.

    ```ad
    unit: a
    size: 320x320
    label: annonce
    ```

    Between.

    ```ad
    unit: b
    size: 300x250.5
    ```
    ```ad
    unit: c
    size: 320x50
    max: _x40
    overflow: clamp
    ```

    Last.
    """

  /// What the world did on a page that is seen from its top.
  private func answers(on page: PageConfiguration) throws -> [Engine.Input] {
    var run = SessionRun(
      try RunSetup(page: page, overrides: SettingOverrides()), keepsHistory: true)
    run.apply(.scrolled(to: 0), at: .start)
    run.runUntilIdle()
    return run.history.inputs.filter(\.isFromWorld)
  }

  @Test
  func `S0.60 S0.70 the size of a block shapes its box and is in no request and no answer`() throws
  {
    let front = "---\nadServer: { sizes: { u: [320x50, 300x250] } }\n---\n"
    func page(_ size: String) -> PageConfiguration {
      let ads = ["u", "v"].map { "```ad\nunit: \($0)\nsize: \(size)\n```\n" }
      return PageConfiguration(layout(front + ads.joined(separator: "\n")))
    }
    func requested(_ page: PageConfiguration) throws -> [Size] {
      let run = SessionRun(try RunSetup(page: page, overrides: SettingOverrides()))
      return page.slots.indices.map {
        run.world.config(of: SlotID($0), unit: page.slots[$0].unit, generation: 1).size
      }
    }
    let (small, large) = (page("100x100"), page("300x600"))
    #expect(small.slots.map(\.frame.size.width) == [100, 100])
    #expect(large.slots.map(\.frame.size.width) == [300, 300])
    #expect(try requested(small)[0] == Size(width: 320, height: 50))
    #expect(try requested(small) == requested(large))
    #expect(try answers(on: small).count == 2)
    #expect(try answers(on: small) == answers(on: large))
  }

  @Test func `S0.34 S0.60 the bounds of a slot change neither what is asked for nor the answer`()
    throws
  {
    func page(_ bounds: String) -> PageConfiguration {
      PageConfiguration(layout("# P\n\n```ad\nunit: u\nsize: 300x250\n\(bounds)\n```\n"))
    }
    let free = try answers(on: page("label: false"))
    #expect(!free.isEmpty)
    #expect(try answers(on: page("min: 200x100\nmax: 310x400")) == free)
  }

  @Test func `label, ad and caption are rows of their own`() {
    #expect(
      drawing(article) == """
        First paragraph.

        (label annonce)
        [ad 1: 320.0 × 320.0]
        (caption 0)

        Between.

        [ad 2: 300.0 × 250.5]
        (caption 1)

        [ad 3: 320.0 × 40.0]
        (caption 2)

        Last.
        """)
  }

  @Test func `a frame is the ad alone, exact in points`() {
    let layout = layout(article)
    #expect(layout.frame(ofSlot: 0) == SlotFrame(y: 60, width: 320, height: 320))
    #expect(layout.frame(ofSlot: 1) == SlotFrame(y: 460, width: 300, height: 250.5))
    #expect(layout.frame(ofSlot: 2) == SlotFrame(y: 750.5, width: 320, height: 40))
    #expect(layout.height == 850.5)
  }

  @Test func `a page may begin and end with an ad`() {
    let layout = layout("```ad\nunit: a\nsize: 1x1\n```\n")
    #expect(drawing(of: layout) == "[ad 1: 1.0 × 1.0]\n(caption 0)")
    #expect(layout.frame(ofSlot: 0).y == 0)
    #expect(layout.height == 21)
  }

  @Test func `an ad in a list or a quote stands in the column all the same`() {
    let drawing = drawing(
      "- a\n  ```ad\n  unit: u\n  size: 1x1\n  ```\n  b\n\n> ```ad\n> unit: v\n> ```\n")
    #expect(
      drawing == """
        • a

        [ad 1: 1.0 × 1.0]
        (caption 0)

          b

        [ad 2: 320.0 × 320.0]
        (caption 1)
        """)
  }

  @Test(arguments: [
    Size(width: -1, height: 1), Size(width: 1, height: -1), Size(width: 1, height: .nan),
    Size(width: .infinity, height: 1), Size(width: 1, height: .infinity),
  ])
  func `a size that is none changes nothing`(size: Size) {
    var layout = layout(article)
    let before = layout
    layout.resize(slot: 0, to: size)
    #expect(layout == before)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `resizing is laying out anew with the other sizes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let page = read(
      (0..<8).map {
        "## [Text](\($0).md)\n\n```ad\nunit: u\nlabel: \($0 % 2 == 0)\n```\n"
      }.joined()
    ).page
    var layout = PageLayout(page)
    var sizes = (0..<8).map { layout.frame(ofSlot: $0).size }
    for _ in 0..<20 {
      let slot = Int.random(in: 0..<8, using: &random)
      // Quarters of points add up without rounding.
      let height = Double(Int.random(in: 0...4000, using: &random)) / 4
      sizes[slot] = Size(width: 300, height: height)
      layout.resize(slot: slot, to: sizes[slot])
    }
    #expect(layout == PageLayout(page, columns: 48, sizes: sizes))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any page is sound after any resizes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var layout = PageLayout(
      read(RandomMarkdown.page(seed: seed)).page, in: LayoutSpace(columns: 30))
    for _ in 0..<5 {
      guard let slot = layout.page.slots.indices.randomElement(using: &random) else { break }
      layout.resize(
        slot: slot, to: Size(width: 320, height: Double(Int.random(in: 1...900, using: &random))))
    }
    layout.expectSound()
  }
}
