import AdEngine
import AdSessions
import TestSupport
import Testing

@Suite struct ThresholdWritingTests {
  private let settings =
    (try? LazyLoadingSettings(
      fetchThreshold: 900, displayThreshold: 50.5, unloadThreshold: 2000, unloadingEnabled: true))
    ?? .standard
  private let line =
    "lazyLoad: { fetchThreshold: 900, displayThreshold: 50.5, unloadThreshold: 2000, "
    + "unloadingEnabled: true }"

  @Test func `auctions are written beside the thresholds where they are others, and read back`()
    throws
  {
    let auction = try AuctionSettings(threshold: .percent(250), timeout: 800, expires: 60_000)
    let settings = try LazyLoadingSettings(auction: .before(auction))
    let page = source("---\ntitle: A\nauction: { latency: 50ms..70ms }\n---\n# Text\n")
    let writing = try #require(ThresholdWriting(settings, into: page))
    #expect(writing.removed == ["auction: { latency: 50ms..70ms }"])
    #expect(
      writing.added.last
        == "auction: { threshold: 250%, latency: 50ms..70ms, timeout: 800ms, expires: 60000ms }")
    let off = try #require(ThresholdWriting(.standard, into: page))
    #expect(off.added.last == "auction: off")
    #expect(try #require(ThresholdWriting(.standard, into: source("# Text\n"))).added.count == 3)
    let new = try #require(ThresholdWriting(settings, into: source("# Text\n")))
    #expect(new.added.first == "---" && new.added.last == "---" && new.added.count == 4)
  }

  @Test func `percentages, any distance and the scaling are written as they are, and read back`()
    throws
  {
    let settings = try LazyLoadingSettings(
      fetchThreshold: .unlimited, displayThreshold: .percent(62.5), unloadThreshold: .percent(300),
      mobileScaling: 1.5, requests: .single, fetchAfter: 80)
    let writing = try #require(ThresholdWriting(settings, into: source("# Text\n")))
    #expect(
      writing.added.dropFirst().first
        == "lazyLoad: { fetchThreshold: null, displayThreshold: 62.5%, unloadThreshold: 300%, "
        + "unloadingEnabled: false, mobileScaling: 1.5, requests: single, fetchAfter: 80ms }")
    let sides = try LazyLoadingSettings(
      fetchThreshold: .directional(ahead: .percent(150), behind: 200), displayThreshold: 0)
    #expect(
      try #require(ThresholdWriting(sides, into: source("# Text\n"))).added.dropFirst().first?
        .contains("fetchThreshold: { ahead: 150%, behind: 200 }, displayThreshold: 0,") == true)
  }

  private func source(_ file: String) -> PageSource { PageSource(Array(file.utf8), name: "p.md") }

  @Test(arguments: [
    ("# Text\n", "---\nNEW\n---\n# Text\n"), ("", "---\nNEW\n---\n"),
    ("---\ntitle: A\n---\n# B\n", "---\ntitle: A\nNEW\n---\n# B\n"),
    ("---\n---\nText", "---\nNEW\n---\nText"),
    (
      "---\nlazyLoad: { fetchThreshold: 5 , displayThreshold: 5}\ntitle: A\n---\n",
      "---\nNEW\ntitle: A\n---\n"
    ),
    (
      "---\nlazyLoad:\n  fetchThreshold: 700\n  unloadingEnabled: true\ntitle: A\n---\nT",
      "---\nNEW\ntitle: A\n---\nT"
    ),
    (
      "---\nlazyLoad:\n\n  fetchThreshold: 700\n# far\n  unloadingEnabled: true\n\n# A\ntitle: A\n---\nT",
      "---\nNEW\n  # far\n\n# A\ntitle: A\n---\nT"
    ),
    (
      "---\n\"lazyLoad\" : {\n  fetchThreshold: 700\n}\ntitle: A\n---\nT",
      "---\nNEW\ntitle: A\n---\nT"
    ),
    ("---\ntitle: A\n---\n```ad\nunit: u\n```\n", "---\ntitle: A\nNEW\n---\n```ad\nunit: u\n```\n"),
    ("---\nlazyLoad: off\n---\nT\n", "---\nNEW\n---\nT\n"),
    ("---\rtitle: A\r---\rT", "---\rtitle: A\rNEW\n---\rT"),
    ("---\r\ntitle: A\r\n---\r\nT\r\n", "---\r\ntitle: A\r\nNEW\r\n---\r\nT\r\n"),
    ("\u{FEFF}---\ntitle: A\n---\nT", "\u{FEFF}---\ntitle: A\nNEW\n---\nT"),
    (
      "---\n# a remark\ntitle: A # and one more\n---\nT",
      "---\n# a remark\ntitle: A # and one more\nNEW\n---\nT"
    ),
  ])
  func `the thresholds take their place and everything else stays`(
    file: String, expected: String
  ) throws {
    let writing = try #require(ThresholdWriting(settings, into: source(file)))
    #expect(String(decoding: writing.bytes, as: UTF8.self) == expected.replacing("NEW", with: line))
    #expect(writing.added.contains(line))
  }

  @Test func `comments in and behind the old thresholds stay`() throws {
    let file = """
      ---
      lazyLoad: # far
        # since 3G: "slow"
        fetchThreshold: 700\t# pt
        displayThreshold: '300'#none
      title: A # B
      ---
      T
      """
    let writing = try #require(ThresholdWriting(settings, into: source(file)))
    #expect(
      String(decoding: writing.bytes, as: UTF8.self)
        == "---\n\(line)  # far\n  # since 3G: \"slow\"\n  # pt\ntitle: A # B\n---\nT")
    #expect(
      writing.removed == [
        "lazyLoad: # far", "  # since 3G: \"slow\"", "  fetchThreshold: 700\t# pt",
        "  displayThreshold: '300'#none",
      ])
    #expect(writing.added == ["\(line)  # far", "  # since 3G: \"slow\"", "  # pt"])
    let again = try #require(ThresholdWriting(settings, into: PageSource(writing.bytes, name: "p")))
    #expect(again.bytes == writing.bytes)
    let braces =
      "---\nlazyLoad: { fetchThreshold: 700, # one\n  displayThreshold: 600 # two\n}\n---\nT"
    let other = try #require(ThresholdWriting(settings, into: source(braces)))
    #expect(String(decoding: other.bytes, as: UTF8.self) == "---\n\(line)  # one\n  # two\n---\nT")
  }

  @Test(arguments: [
    "---\n{ title: A, lazyLoad: { fetchThreshold: 700 } }\n---\nT",
    "---\n? lazyLoad\n: { fetchThreshold: 700 }\n---\nT",
  ])
  func `where the new file would not be the old one with other thresholds, nothing is written`(
    file: String
  ) { #expect(ThresholdWriting(settings, into: source(file)) == nil) }

  @Test(arguments: [
    // No map at all: all of it is a mistake. A key twice is one of which the first counts.
    "---\n- a\n- b\n---\nT",
    "---\nlazyLoad: { fetchThreshold: 700 }\nlazyLoad: { fetchThreshold: 600 }\n---\nT",
  ])
  func `where front matter has mistakes, the thresholds that are written count all the same`(
    file: String
  ) throws {
    let writing = try #require(ThresholdWriting(settings, into: source(file)))
    #expect(Page.read(writing.bytes, name: "").page.settings.lazyLoading == settings)
  }

  @Test func `every page of random front matter keeps all but its thresholds`() {
    var random = SeededGenerator(seed: 5)
    let parts = [
      "title: A", "lazyLoad: off", "lazyLoad: {}", "lazyLoad:", "  fetchThreshold: 5", "  x: [",
      "}", "adServer: { seed: 3 }", "---", "", "# c", "\"lazyLoad\": {", "  ]", "consent:",
      "  policy: strict", "text", "\u{1B}[31m", "'", "- a", "lazyLoad: {fetchThreshold: 1}",
    ]
    for _ in 0..<2000 {
      var lines = ["---"]
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        lines.append(parts.randomElement(using: &random) ?? "")
      }
      lines += ["---", "# Text", "", "More."]
      let file = Array(lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n").utf8)
      guard let writing = ThresholdWriting(settings, into: PageSource(file, name: "p.md")) else {
        continue
      }
      let before = Page.read(file, name: "").page
      let after = Page.read(writing.bytes, name: "").page
      #expect(after.settings.lazyLoading == settings)
      #expect(after.document == before.document)
      #expect(after.slots.map(\.ad.adUnitId) == before.slots.map(\.ad.adUnitId))
      #expect(after.settings.adServer == before.settings.adServer)
    }
  }
}
