import AdEngine
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
    ```

    Last.
    """

  @Test
  func `S0.60 S0.70 where a unit has sizes at the ad server, that of its block is in no request`()
    throws
  {
    func slots(_ size: String) -> [RunSlot] {
      let front = "---\nadServer: { sizes: { u: [320x50, 300x250] } }\n---\n"
      let text =
        front + "```ad\nunit: u\nsize: \(size)\n```\n\n```ad\nunit: v\nsize: \(size)\n```\n"
      return RunPage(layout(text)).slots
    }
    let small = slots("100x100")
    #expect(small.map(\.ad.requested.width) == [320, 100])
    #expect(small.map(\.frame.width) == [100, 100])
  }

  @Test func `S0.34 S0.60 the bounds of a slot change neither what is asked for nor the answer`()
    throws
  {
    func life(_ bounds: String) throws -> (requested: Size?, answers: [Engine.Input]) {
      let text = "# P\n\n```ad\nunit: u\nsize: 300x250\n\(bounds)\n```\n"
      let runPage = RunPage(layout(text))
      var run = SessionRun(
        try RunSetup(page: runPage, overrides: SettingOverrides()), keepsHistory: true)
      run.give(.scrolled(to: 0), at: .start)
      run.settle()
      let answers = run.takeHistory().compactMap { occurrence -> Engine.Input? in
        if case .input(let input) = occurrence.event, input.isFromWorld { input } else { nil }
      }
      return (runPage.slots.first?.ad.requested, answers)
    }
    let (free, bound) = (try life("label: false"), try life("min: 200x100\nmax: 310x400"))
    #expect(free.requested == Size(width: 300, height: 250))
    #expect(bound.requested == free.requested)
    #expect(!free.answers.isEmpty)
    #expect(bound.answers == free.answers)
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

  @Test func `a resize moves what lies below by the difference`() {
    var layout = layout(article)
    layout.resize(slot: 1, to: Size(width: 300, height: 600))
    #expect(layout.frame(ofSlot: 0) == SlotFrame(y: 60, width: 320, height: 320))
    #expect(layout.frame(ofSlot: 1) == SlotFrame(y: 460, width: 300, height: 600))
    #expect(layout.frame(ofSlot: 2) == SlotFrame(y: 1100, width: 320, height: 40))
    #expect(layout.height == 1200)
    layout.expectSound()
  }

  @Test(
    arguments: [
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
      (0..<8).map { "Text \($0)\n\n```ad\nunit: u\nlabel: \($0 % 2 == 0)\n```\n" }.joined()
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
    var layout = PageLayout(read(RandomMarkdown.page(seed: seed)).page, columns: 30)
    for _ in 0..<5 {
      guard let slot = layout.page.slots.indices.randomElement(using: &random) else { break }
      layout.resize(
        slot: slot, to: Size(width: 320, height: Double(Int.random(in: 1...900, using: &random))))
    }
    layout.expectSound()
  }
}
