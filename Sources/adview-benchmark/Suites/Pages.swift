import AdEngine
import AdSessions

/// The Markdown of a long page: an ad, then about a thousand bytes of text, again and again.
struct MarkdownText {
  static let text = """
    Crews worked through the *night* to close the last gap, and by morning the **first lorry** had
    crossed. The [harbour office](notes.md) counts on forty thousand crossings a day; the old bridge
    carried `26,400`. “Nobody will miss the queue,” said the keeper — a man who had opened it for
    thirty-one years. Blåbærgrød was served on both banks.

    - the northern ramp opens on Monday
    - the cycle path follows a week later

    What remains is the question of the name. Eleven were proposed, four were drawn by children, and
    one was sung at the meeting by the choir of the rope walk. The council will vote in the spring,
    once the paint is dry and the tide tables have been printed anew. Until then the signs say what
    they have always said, and the ferries, which were to be sold, keep their timetable. A bridge is
    a promise, wrote the engineer, to somebody who has not set out yet; she signed every drawing,
    and the last one twice.


    """

  let bytes: [UInt8]

  init(ads: Int) {
    var bytes: [UInt8] = []
    for ad in 1...ads {
      if ad % 10 == 1 { bytes += "## Chapter \(ad / 10 + 1)\n\n".utf8 }
      bytes += "```ad\nunit: div-gpt-ad-mobile_\(ad)\nsize: 320x320\nlabel: annonce\n```\n\n".utf8
      bytes += Self.text.utf8
    }
    self.bytes = bytes
  }
}

/// A page that is open: its layout and an engine that knows its slots.
struct ScrolledDocument {
  private let layout: PageLayout
  private var engine: Engine
  private var clock = FrameClock()
  private var scroll: QuietScroll
  private var effects: [Engine.Effect] = []

  init(_ text: MarkdownText) {
    layout = PageLayout(Page.read(text.bytes, name: "long.md").page)
    engine = Engine(Engine.Configuration(viewport: BenchmarkArticle.viewport, consent: .granted))
    for slot in layout.page.slots.indices {
      let frame = layout.frame(ofSlot: slot)
      engine.handle(.slotAdded(SlotID(slot), frame), at: .start, into: &effects)
    }
    // The same place between two slots, seen from the ad in the middle, on a page of any length.
    let middle = layout.frame(ofSlot: layout.page.slots.count / 2)
    scroll = QuietScroll(around: middle.maxY + 100)
  }

  var firstScreen: [LayoutRow] { layout.rows(from: 0, to: BenchmarkArticle.viewport.height) }

  /// One scroll a frame: the engine decides, and the rows in view are found.
  mutating func step(_ count: Int) {
    for _ in 0..<count {
      clock.tick()
      let position = scroll.next()
      engine.handle(.scrolled(to: position), at: clock.now, into: &effects)
      blackHole(layout.rows(from: position, to: position + BenchmarkArticle.viewport.height))
      effects.removeAll(keepingCapacity: true)
    }
  }
}

extension Suite {
  /// What a very long page costs to open and to scroll.
  static let pages = Suite(
    title: "A page of 4 MB with 4,000 ads, and one of 10 kB with 10",
    benchmarks: [10, 4000].flatMap { ads in
      let size = ads == 10 ? "10 kB" : "4 MB"
      return [
        Benchmark(
          "opening, first screen, \(size)", .milliseconds, "page",
          baseline: ads == 10 ? nil : "opening, first screen, 10 kB", goals: [.value(.atMost(1000))]
        ) {
          let text = MarkdownText(ads: ads)
          return times { blackHole(ScrolledDocument(text).firstScreen) }
        },
        Benchmark(
          "scroll step with its rows, \(size)", .time, "step",
          baseline: ads == 10 ? nil : "scroll step with its rows, 10 kB",
          goals: ads == 10 ? [] : [.ratio(.atMost(1.2))]
        ) {
          stepping(ScrolledDocument(MarkdownText(ads: ads))) { $0.step($1) }
        },
      ]
    })
}
