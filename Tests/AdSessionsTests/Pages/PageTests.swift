import AdEngine
import AdSessions
import AdSimulation
import Testing

@Suite struct PageTests {
  @Test(arguments: [
    ("---\ntitle: The harbour bridge reopens\n---\n# Another\n", "The harbour bridge reopens"),
    ("---\ntitle: 2024\n---\n", "2024"), ("---\ntitle: \"a\\e[31m\"\n---\n", "a�[31m"),
    ("---\ntitle: ''\n---\n# Heading\n", "Heading"),
    ("+++\ntitle = 'C:\\' # x\n+++\n", "C:\\"),
    ("+++\ntitle = \"Hello\" # x\n+++\n", "Hello"), ("+++\ntitle = 'a # b'# c\n+++\n", "a # b"),
    ("+++\ntitle = 2024 \t# x\n+++\n", "2024"), ("+++\ntitle = \"Hello\" \n+++\n", "Hello"),
    ("Text\n\n## A *first* [heading](x)\n\n# Second\n", "A first heading"),
    ("No heading\n", "page.md"),
    ("", "page.md"),
  ])
  func `the title is that of the front matter, the first heading or the file`(
    text: String, title: String
  ) { #expect(read(text).page.title == title) }

  @Test func `the digest tells whether the bytes changed`() {
    #expect(read("").page.digest == "cbf29ce484222325")
    #expect(read("a").page.digest == "af63dc4c8601ec8c")
    #expect(read("foobar").page.digest == "85944171f73967e8")
    #expect(read("a\n").page.digest != read("a\r\n").page.digest)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func `line ends and a byte order mark change nothing`(end: String, mark: String) {
    let lines = [
      "---", "title: T", "titel: 1", "---", "# Heading", "", "```ad", "unit: u", "sizee: 1", "```",
    ]
    let (page, problems) = read(mark + lines.joined(separator: end))
    #expect(page.title == "T")
    #expect(page.slots.map(\.ad.adUnitId) == ["u"])
    #expect(page.slots.first?.line == 7)
    #expect(problems.map(\.line) == [3, 9])
  }

  @Test func `a page that says nothing has the defaults`() {
    let settings = read("Text").page.settings
    #expect(settings.lazyLoading == .standard)
    let adServer = AdServerSettings(seed: 1, latency: 400...2500, failureRate: 0, noFillRate: 0)
    #expect(settings.adServer == adServer)
    #expect(settings.consent.policy == .strict)
    #expect(settings.consent.needed == TCFRequirement(purposes: [1, 3, 4], vendors: []))
    #expect(settings.template.hasSuffix("ad-template.html?didomi-disable-notice=true"))
    #expect(settings.knownTargeting == nil)
  }

  @Test(arguments: ["''", "\"\""])
  func `GATE-7 an empty template is said aloud, and the page mended is as it was meant`(
    empty: String
  ) {
    let (page, problems) = read("---\ntemplate: \(empty)\n---\n")
    #expect(problems.map(\.sentence) == ["front matter: template '': expected a URL"])
    #expect(
      page.settings.template == PageSettings().template, "never none: nothing could ever load")
  }

  @Test(
    arguments: [
      ("fetchThreshold: 200%", .percent(200), 200),
      ("fetchThreshold: '12.5 %'", .percent(12.5), 200),
      ("fetchThreshold: null", .unlimited, 200), ("fetchThreshold: -1", .unlimited, 200),
      ("fetchThreshold:", 800, 200), ("fetchThreshold: ~", 800, 200),
      ("fetchThreshold: 100, displayThreshold: 50%", 100, .percent(50)),
      (
        "fetchThreshold: { ahead: 150%, behind: 200 }",
        .directional(ahead: .percent(150), behind: 200), 200
      ),
    ] as [(String, Threshold, Threshold)])
  func `a threshold is points, a percentage, or null for any distance`(
    keys: String, fetch: Threshold, display: Threshold
  ) {
    let (page, problems) = read("---\nlazyLoad: { mobileScaling: 2, \(keys) }\n---\n")
    #expect(problems == [])
    #expect(page.settings.lazyLoading?.fetchThreshold == fetch)
    #expect(page.settings.lazyLoading?.displayThreshold == display)
    #expect(page.settings.lazyLoading?.mobileScaling == 2)
  }

  @Test func `auctions are read from front matter, their latency for the simulated bidders`() throws
  {
    let (page, problems) = read(
      "---\nauction: { threshold: 250%, latency: 100ms..2s, timeout: 800ms, expires: 5min }\n---\n")
    #expect(problems == [])
    let own = try AuctionSettings(threshold: .percent(250), timeout: 800, expires: 300_000)
    #expect(page.settings.lazyLoading?.auction == .before(own))
    #expect(page.settings.adServer.bidLatency == 100...2000)
    #expect(read("---\nauction: on\n---\n").0.settings.lazyLoading?.auction == .before(.standard))
    #expect(read("---\nauction: off\n---\n").0.settings.lazyLoading == .standard)
    let sides = read("---\nauction: { threshold: { ahead: 300%, behind: 0 } }\n---\n").0
    #expect(
      sides.settings.lazyLoading?.auction.settings?.threshold
        == .directional(ahead: .percent(300), behind: .points(0)))
  }

  @Test func `front matter sets everything that the table of keys names`() throws {
    let (page, problems) = read(
      """
      ---
      title: All
      lazyLoad:
        fetchThreshold: 1000
        displayThreshold: 300.5
        unloadThreshold: 2000
        unloadingEnabled: true
        requests: single
        fetchAfter: 80ms
      adServer: { seed: 18446744073709551615, latency: 2s..6s, failureRate: 0.05, noFillRate: .5 }
      consent: { policy: determined, purposes: [1, 2, 2], vendors: 755 }
      template: https://example.test/ad.html
      knownTargeting: [section, tags]
      ---
      """)
    #expect(problems == [])
    let lazyLoading = try LazyLoadingSettings(
      fetchThreshold: 1000, displayThreshold: 300.5, unloadThreshold: 2000, unloadingEnabled: true,
      requests: .single, fetchAfter: 80)
    #expect(page.settings.lazyLoading == lazyLoading)
    let adServer = AdServerSettings(
      seed: .max, latency: 2000...6000, failureRate: 0.05, noFillRate: 0.5)
    #expect(page.settings.adServer == adServer)
    #expect(page.settings.consent.policy == .determined)
    #expect(page.settings.consent.needed == TCFRequirement(purposes: [1, 2], vendors: [755]))
    #expect(page.settings.template == "https://example.test/ad.html")
    #expect(page.settings.knownTargeting == ["section", "tags"])
  }

  @Test(arguments: [
    ("off", true), ("false", true), ("no", true), ("Off", true), ("true", false), ("on", false),
    ("{}", false), ("", false), ("~", false), ("{ unloadingEnabled: off }", false),
  ])
  func `lazyLoad off means a page without a manager`(value: String, isOff: Bool) {
    let (page, problems) = read("---\nlazyLoad: \(value)\n---\n")
    #expect(problems == [])
    #expect((page.settings.lazyLoading == nil) == isOff)
  }

  @Test(
    arguments: [
      ("800ms", 800...800), ("400ms..2500ms", 400...2500), ("2s..6s", 2000...6000), ("0ms", 0...0),
      ("1.5s", 1500...1500), ("500ms .. 1s", 500...1000), ("1h", 3_600_000...3_600_000),
      ("0.5 s", 500...500), ("1min", 60_000...60_000),
    ] as [(String, ClosedRange<Int64>)])
  func `a latency is a time or a range of times`(text: String, latency: ClosedRange<Int64>) {
    let (page, problems) = read("---\nadServer: { latency: \(text) }\n---\n")
    #expect(problems == [])
    #expect(page.settings.adServer.latency == latency)
  }
}
