import TestSupport
import Testing

@testable import AdPlayground

/// Cases as people report them in public, put to the program.
@Suite struct FieldReportTests {
  @Test(arguments: [
    ("display", 825, true), ("video", 825, false), ("video", 776, false), ("video", 775, true),
  ])
  func `a large display ad counts from 30%, a video always from half of it`(
    media: String, top: Int, isViewable: Bool
  ) throws {
    let session = """
      {"adview":1,"viewport":{"width":1440,"height":900},"slots":[{"slot":"1","unit":"b","x":100,"y":\(top),"width":970,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":970,"height":250,"media":"\(media)"}}}}
      {"at":5000,"in":{"caption":"rest"}}

      """
    let run = try ProgramRun("run", "--events", "-", input: session, code: 0)
    #expect(run.output.contains("\"viewable\":true") == isViewable)
  }

  @Test func `a slot that is taken out and put back is a repeated request`() throws {
    let slot = #"{"slot":"cell","frame":{"y":300,"width":300,"height":250},"unit":"feed"}"#
    var session = """
      {"adview":1,"viewport":{"width":390,"height":800},"lazyLoad":"off","slots":[{"slot":"cell","unit":"feed","y":300,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}

      """
    for time in [1000, 2000, 3000] {
      session += "{\"at\":\(time),\"in\":{\"slot\":\"cell\",\"removed\":true}}\n"
      session += "{\"at\":\(time + 500),\"in\":\(slot)}\n"
    }
    try ProgramRun(
      "run", "-", input: session, code: 0,
      output: .has("\nrequests            4\n", "\nrepeat requests     3\n"))
    try ProgramRun(
      "doctor", "-", input: session,
      output: .has("slot cell was taken out, put back and requested again 3×"))
  }

  @Test(arguments: [
    "scrollPercent", "scroll_depth", "pct", "Scroll %", "scroll％", "scroll‰", "scrollRatio",
  ])
  func `a column of shares is refused with the reason`(name: String) throws {
    try ProgramRun(
      "import", "csv", "-", input: "time,\(name)\n0,0\n500,50\n", code: 65,
      errors: .has("a share of the page's height is not in points"))
  }

  @Test func `a duration is no share, and a refused header names those that are read`() throws {
    try ProgramRun(
      "import", "csv", "-", input: "duration,y\n0,0\n", code: 65,
      errors: .has("time, timestamp or t") & .lacks("a share of the page's height"))
    try ProgramRun(
      "import", "csv", "-", input: "t,scrollTop\n0,0\n500,50\n", code: 0,
      output: .has("\"scroll\":50"))
  }

  @Test func `Base64 of control bytes is so many bytes, and no text`() throws {
    let bid = bid("AAECAwQFBgcICQoLDA0ODw==", "PrebidMobileCustomAdAdapter", "10.8.0")
    try explain(bid, output: .has("shows     an ad of 16 bytes"))
  }

  /// A response of one bid with this markup, for this renderer.
  private func bid(_ markup: String, _ renderer: String, _ version: String) -> String {
    """
    {"id":"1","seatbid":[{"bid":[{"id":"b","impid":"1","price":1,"adm":"\(markup)","w":300,"h":250,"ext":
    {"prebid":{"targeting":{"hb_pb":"1","hb_bidder":"q"},"meta":
    {"rendererName":"\(renderer)","rendererVersion":"\(version)"}}}}]}]}
    """
  }

  /// Expects this of what is said of a bid or of what Prebid.js prints.
  private func explain(_ text: String, _ options: String..., output: ExpectedText) throws {
    try ProgramRun(
      ["explain", "bid", "-"] + options, input: text, code: 0, errors: .lacks("seatbid"),
      output: output)
  }

  @Test func `nothing invisible is drawn, a soft hyphen only where the line breaks`() throws {
    let page = """
      # Donau\u{AD}dampf

      Zero\u{200B}width, word\u{2060}joiner, \u{200F}mark, BOM\u{FEFF}inside, heart ❤\u{FE0F}, 👩\u{200D}👧 and \
      Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrts\u{AD}gesell\u{AD}schafts\u{AD}kapitäns\u{AD}mütze.

      """
    let screen = try ProgramRun("snapshot", "--size", "80x24", "-", input: page, code: 0).output
    #expect(screen.contains("Donaudampf "))
    #expect(screen.contains("Zerowidth, wordjoiner, mark, BOMinside, heart"))
    #expect(!screen.contains("\u{FFFD}"))
    let line = try #require(screen.split(separator: "\n").first { $0.contains("Donaudampfsch") })
    #expect(line.contains("- ") && !line.contains("mütze"), "\(screen)")
    #expect(screen.split(separator: "\n").contains { $0.contains("mütze.") })
  }

  static let stored: [(String, [String])] = [
    ("1YNN", ["US Privacy: notice given       yes", "opted out of the sale          no"]),
    (
      "1YY-",
      ["opted out of the sale          yes", "covered by the LSPA            not applicable"]
    ),
    ("1~7.12.35", ["providers, consent             7, 12, 35"]),
    ("2~~dv.9", ["providers, consent             none", "providers disclosed            9"]),
    (
      "DBABLA~BVQqAAAAAgA.YA",
      [
        "GPP section 7                  US national",
        "not read                       sensitive data",
        "Global Privacy Control         on",
      ]
    ),
    ("DBAA", ["no TC string"]),
    (
      "DBACNY~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN",
      [
        "GPP section 2                  TCF EU", "GPP section 6                  US Privacy",
        "hold\n",
      ]
    ),
  ]

  @Test(arguments: stored)
  func `what consent platforms store beside TC strings is named for what it is`(
    text: String, lines: [String]
  ) throws {
    let run = try ProgramRun("explain", "consent", text, code: 0, errors: "")
    for line in lines { #expect(run.output.contains(line), "\(run.output)") }
    #expect(run.output.contains("no TC string") == !run.output.contains("TCF EU"))
  }

  @Test(arguments: [
    ("1~abc", "Additional Consent string: expected"), ("2~1.2~9.10", "Additional Consent string"),
    ("2YNN", "US Privacy string: expected 1 and three of"), ("1YN", "US Privacy string"),
    ("1YNX", "US Privacy string"),
  ])
  func `a form beside the TC string that is broken is refused by its own name`(
    text: String, words: String
  ) throws {
    try ProgramRun(
      "explain", "consent", text, code: 65, errors: .has(words) & .lacks("TC string: version"))
  }

  @Test func `a form that says nothing about the TCF is no choice for a page`() throws {
    let (folder, page) = try TemporaryFolder.holding("```ad\nunit: u\n```\n", "p.md")
    let words = "says nothing about the TCF"
    let keys = #"{"IABGPP_HDR_GppString":"DBAA"}"#
    for (choice, sentence) in try [
      ("1YNN", words), ("1~7.12", words), ("DBAA", words),
      (folder.write("1YNN\n", "usp.txt"), words),
      (folder.write(keys, "k.json"), "has no section of the TCF"),
    ] { try ProgramRun("run", "--tcf", choice, page, code: 65, errors: .has(sentence)) }
    // Sections 2 and 7, of which the second has a version that is not known, take no TC string along.
    let gpp = "DBACLq~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~DVQqAAAAAgA"
    let file = try folder.write(gpp + "\n", "gpp.txt")
    try ProgramRun("run", "--json", "--tcf", file, page, errors: .lacks("section 7", "version 3"))
  }

  @Test func `an invalid TC string has no ads of Google either`() throws {
    let text = "CQlH_MAQlH_MAEsABBENCWFgALAAAELAAAYgF5wAQF5gXnABAXmAAA"
    let output = try ProgramRun("explain", "consent", text, code: 0).output
    let google = output.split(separator: "\n").filter { $0.hasPrefix("Google: ") }
    #expect(google.count == 3 && google.allSatisfy { $0.hasSuffix("no: the TC string is invalid") })
  }

  @Test func `a page that is reloaded twice flickers, and doctor says why`() throws {
    var session = """
      {"adview":1,"viewport":{"width":390,"height":800},"slots":[{"slot":"1","unit":"r","y":200,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}

      """
    for generation in 1...3 {
      session += """
        {"at":\(generation * 4000),"in":{"world":{"slot":"1","generation":\(generation),"loaded":{"width":300,"height":250}}}}

        """
      if generation < 3 {
        session += #"{"at":\#(generation * 4000 + 2000),"in":{"reload":"1"}}"# + "\n"
      }
    }
    try ProgramRun(
      "doctor", "-", input: session, output: .has("2 ads released in reach, by a reload"))
  }

  @Test(arguments: [
    (#"{"IABTCF_gdprApplies":1,"IABTCF_TCString":""}"#, 0), (#"{"IABTCF_gdprApplies":1}"#, 0),
    (#"{"IABTCF_gdprApplies":1,"IABTCF_TCString":null}"#, 0),
    (#"{"IABTCF_gdprApplies":0}"#, 1), (#"{"IABTCF_gdprApplies":0,"IABTCF_TCString":""}"#, 1),
    (#"{"IABTCF_gdprApplies":0,"IABTCF_TCString":"garbage"}"#, 1),
    (#"{"IABGPP_HDR_GppString":"DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"}"#, 0),
  ])
  func `stored keys before and after a choice are taken as an SDK takes them`(
    keys: String, requests: Int
  ) throws {
    let (folder, page) = try TemporaryFolder.holding("# T\n\n```ad\nunit: u\n```\n", "p.md")
    try folder.write(keys, "keys.json")
    try ProgramRun(
      "run", "--json", "--tcf", folder.path + "/keys.json", page, code: 0,
      output: .has("\"requests\":\(requests),"))
  }

  @Test(
    arguments: [
      (
        "---\nlayout: post\ntitle: \"Hello\"\ndate: 2024-02-12 14:29:43 +0100\ntags: [a]\n---\nText",
        .lacks("unknown key", "front matter"), .has("Hello") & .lacks("date")
      ),
      (
        "+++\ntitle = \"Hello\"\ndate = 2024-01-01\n[params]\nx = 1\n+++\nText",
        .lacks("unknown key", "front matter"), .has("Hello") & .lacks("date")
      ),
      (
        "+++\ntitle = \"Hello\"\nrefresh = '5s'\ntags = [\"a\",\n  \"b\"]\n[params]\nlazyLoad = \"off\"\n+++\nText",
        .has(":3: front matter: refresh '5s': expected") & .lacks("TOML"), .has("AdView · Hello")
      ),
      (
        "---\nlayout: post\nlazyload: off\n---\nText",
        .has("unknown key 'lazyload'; did you mean 'lazyLoad'?"), .has("Text")
      ),
      ("---\nauthor_profile: true\n---\nText", .lacks("author_profile"), .has("Text")),
      (
        "+++\n[lazyLoad]\nfetchThreshold = 600\n+++\nText", .has("a table of TOML, not read"),
        .has("Text")
      ),
      ("+++\nrefesh = \"30s\"\n+++\nText", .has("did you mean 'refresh'?"), .has("Text")),
      // What never ends is text, as in any other Markdown.
      ("+++\nText", .lacks("unknown key"), .has("Text")),
    ] as [(String, ExpectedText, ExpectedText)])
  func `a post of Jekyll or Hugo is a page, and its keys are no problems`(
    page: String, errors: ExpectedText, screen: ExpectedText
  ) throws {
    try ProgramRun(
      "snapshot", "--size", "80x24", "-", input: page + ".\n", code: 0, errors: errors,
      output: screen & .has("Text."))
  }

  @Test(
    arguments: [
      (
        #"{"hb_pb_alpha":"1.30","hb_bidder_alpha":"alpha"}"#,
        .has("with hb_bidder_alpha and hb_pb_alpha only")
      ),
      (
        """
        [{"bidderCode":"x","adId":"9","cpm":0.5,"ad":"<b>x</b>","adserverTargeting":{"hb_pb":"0.5","hb_bidder":"x"}},
        {"bidderCode":"y","adId":"8","cpm":2.5,"ad":"<b>y</b>","adserverTargeting":{"hb_pb":"2.5","hb_bidder":"y"}}]
        """, .has("not bid 9 of x: another bid of its ad unit was chosen")
      ),
      (
        """
        {"div-top":{"bids":[
        {"bidderCode":"beta","cpm":0.9,"ad":"B","adserverTargeting":{"hb_bidder":"beta","hb_pb":"0.90"}},
        {"bidderCode":"alpha","cpm":1.37,"ad":"A","adserverTargeting":{"hb_bidder":"alpha","hb_pb":"1.30"}}]},
        "div-none":{"bids":[]}}
        """, .has("bidder    alpha\nprice     1.37 USD", "shows     A", "beta")
      ),
      (
        """
        [{"bidder":"alpha","adUnitCode":"div-top","cpm":1.37,"size":"300x250","ad":"<b>A</b>",
        "adserverTargeting":{"hb_bidder":"alpha","hb_pb":"1.30"}}]
        """, .has("bidder    alpha\nprice     1.37 USD", "shows     A") & .lacks("beta")
      ),
      // Each ad unit has its own auction.
      (
        """
        [{"bidder":"alpha","adUnitCode":"div-1","cpm":1,"ad":"x","adserverTargeting":{"hb_bidder":"alpha","hb_pb":"1"}},
        {"bidder":"beta","adUnitCode":"div-2","cpm":2,"ad":"x","adserverTargeting":{"hb_bidder":"beta","hb_pb":"2"}}]
        """, .has("bidder    alpha", "of beta: it wins ad unit div-2")
      ),
      (
        #"{"hb_pb":"1.30","hb_bidder":"alpha","hb_size":"300x250"}"#,
        .has("bidder    alpha\nprice     1.3 USD")
      ),
      (
        #"{"div-1":{"hb_pb":"1.30","hb_bidder":"alpha"}}"#,
        .has("bidder    alpha\nprice     1.3 USD")
      ),
      (
        #"{"bids":[{"bidder":"alpha","cpm":"1.30","adserverTargeting":{"hb_pb":"1.30","hb_bidder":"alpha"}}]}"#,
        .has("bidder    alpha\nprice     1.3 USD")
      ),
    ] as [(String, ExpectedText)])
  func `what Prebid.js and prebid-mobile print is read, and answered in their words`(
    text: String, output: ExpectedText
  ) throws { try explain(text, output: output) }

  @Test func `the keys of one ad unit are in no other's request`() throws {
    let units = #"""
      {"div-1":{"hb_pb":"1","hb_bidder":"a","only1":"x"},"div-2":{"hb_pb":"2","hb_bidder":"b","only2":"z"}}
      """#
    try explain(units, "--json", output: .has("only1") & .lacks("only2"))
  }

  @Test(arguments: [
    "moz-extension://a/b", "edge://settings", "android.resource://a/b", "res://a",
    "content://a/b", "chrome://settings", "resource://x/y", "CONTENT:a",
    "chrome-error://chromewebdata/", "android-app://c.x/content/a",
    "intent:content://com.android.contacts/1#Intent;end", "intent:file:///sdcard/x#Intent;end",
    "intent:chrome://x#Intent;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end",
    "intent:javascript:alert(1)#Intent;end", "intent://x#Intent;scheme=content;end",
    "intent://x#Intent;scheme=data;end", "intent://etc/passwd#Intent;scheme=%66ile;end",
    "intent://x#Intent;scheme=zxing;S.browser%5Ffallback_url=javascript%3Aalert(1);end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=javascript%3Aalert(1);end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=%6Aavascript%3Aalert(1);end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=http%3A%2F%2F127.0.0.1%2F;end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=http%3A%2F%2Fa%400x7f.1%2F;end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=zxing%3Aa;end",
  ])
  func `schemes that read this machine, of browsers, and of intents are never opened`(
    address: String
  ) throws { try follow(address, output: .begins("block\n")) }

  @Test func `an intent to a shop is followed, and an empty address opens an empty window`() throws
  {
    try follow(
      "intent://x#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fshop.example%2F;end",
      output: .begins("external"))
    try follow("", frame: "none", output: .lacks("no address"))
  }

  /// Expects this of what is said of an address that a person touches in an ad.
  private func follow(_ address: String, frame: String = "main", output: ExpectedText) throws {
    try ProgramRun(
      "explain", "url", "--initial", "https://ad.example/", "--frame", frame, "--gesture", address,
      code: 0, output: output)
  }

  @Test func `no key or value of the ad server has a comma or an ampersand`() throws {
    try ProgramRun(
      "explain", "targeting", "k=a,b", "a&b=1",
      errors: .has("no value may contain ,", "no key may contain &"))
  }

  /// What `run` says of a page of one ad block, or of its front matter.
  private func run(_ block: String, front: String = "", _ options: String...) throws -> ProgramRun {
    let page = "---\ntitle: T\n\(front)\n---\n# T\n\n```ad\nunit: a\n\(block)\n```\n\nbelow\n"
    return try ProgramRun(["run", "--events"] + options + ["-"], input: page, code: 0)
  }

  @Test func `a viewable ad is refreshed after its interval`() throws {
    let session = """
      {"adview":1,"viewport":{"width":390,"height":800},"slots":[{"slot":"1","unit":"r","y":200,"width":300,"height":250,"refresh":30000}]}
      {"at":0,"in":{"scroll":0}}
      {"at":400,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}
      {"at":32000,"in":{"world":{"slot":"1","generation":2,"loaded":{"width":300,"height":250,"media":"display"}}}}
      {"at":40000,"in":{"scroll":3000}}
      {"at":70000,"in":{"scroll":3000}}

      """
    let events = try ProgramRun("run", "--events", "-", input: session, code: 0).output
    let decisions = events.split(separator: "\n").filter {
      $0.contains("\"fetch\"") || $0.contains("viewable") || $0.contains("release")
    }
    #expect(
      decisions == [
        #"{"at":0,"out":{"slot":"1","fetch":1}}"#,
        #"{"at":1500,"out":{"slot":"1","viewable":true}}"#,
        #"{"at":31500,"out":{"slot":"1","release":1}}"#,
        #"{"at":31500,"out":{"slot":"1","fetch":2}}"#,
        #"{"at":33100,"out":{"slot":"1","viewable":true}}"#,
      ])
    try ProgramRun(
      "run", "-", input: session, code: 0,
      output: .has("\nrefreshes           1\n", "\nrepeat requests     0\n"))
  }

  @Test(
    arguments: [
      ("refresh: 5s", "", .has("expected off, or a time from 30s")),
      ("refresh: 30s", "", .lacks("unknown")), ("refresh: 1m", "", .lacks("refresh")),
      ("size: BIG", "", .has("a list of sizes, fluid, or a name such as")),
      (
        "position: bottom\nsize: 300x600\nlabel: true", "", .has("expected no size or label")
      ),
      (
        "position: top", "screenBanner: b",
        .has("position top: the screen has a banner already")
      ),
      (
        "sticky: top", "collapse: empty",
        .has(
          "set it in each `ad` block: `collapse: empty`",
          "here it is written `position: sticky`")
      ),
    ] as [(String, String, ExpectedText)])
  func `what an ad block or the front matter says wrong leads to what is right`(
    block: String, front: String, errors: ExpectedText
  ) throws { try run(block, front: front).expect(errors: errors) }

  @Test(
    arguments: [
      ("collapse: empty\ncreative: { fails: noFill, latency: 200ms }", 0),
      ("collapse: never\ncreative: { fails: noFill, latency: 200ms }", nil),
      ("collapse: before\ncreative: { fails: noFill, latency: 200ms }", nil),
      ("collapse: before\ncreative: { size: 300x250, latency: 200ms }", 250),
      ("collapse: empty\ncreative: { fails: network, latency: 200ms }", nil),
    ] as [(String, Int?)])
  func `the box of a slot without an ad collapses, before or after that is known`(
    block: String, height: Int?
  ) throws {
    let resized = height.map {
      #"{"at":200,"out":{"slot":"1","size":{"width":300,"height":\#($0)}}}"#
    }
    try run("size: 300x250\n" + block).expect(output: resized.map { .has($0) } ?? .lacks("size"))
  }

  @Test(arguments: [
    ("390x844", ["300x250"]), ("767x844", ["300x250"]), ("768x1024", ["728x90", "970x250"]),
    ("1024x700", ["728x90", "970x250"]), ("1024x768", ["970x66"]), ("300x600", []),
  ])
  func `a size mapping chooses by the viewport, and an empty list leaves the slot out`(
    viewport: String, sizes: [String]
  ) throws {
    let block =
      "size: 1x1\nsizes:\n  360x0: [[300, 250]]\n  768x0: [728x90, 970x250]\n  1024x768: [970x66]\n  0x0: []"
    let output = try run(block, "--viewport", viewport).output
    guard !sizes.isEmpty else { return #expect(!output.contains("fetch\"")) }
    #expect(output.contains("\"fetch\":1"))
    let box = try screen(block, viewport, consent: "granted")
    #expect(sizes.contains { box.contains($0.replacing("x", with: "×")) }, "\(box)")
  }

  @Test(arguments: [
    "", "lazyLoad: false", "lazyLoad: { requests: single }", "lazyLoad: { fetchThreshold: null }",
    "recycle: 2",
  ])
  func `nothing is requested for a slot that is left out, however its page loads`(
    front: String
  ) throws {
    let run = try run("\n```\n\n```ad\nunit: b\nsizes:\n  0x0: []", front: front)
    #expect(run.output.contains(#""slot":"1""#) && !run.output.contains(#""slot":"2""#))
    #expect(!run.errors.contains("expected"))
  }

  /// The screen with a page of one ad block.
  private func screen(_ block: String, _ viewport: String, consent: String) throws -> String {
    try ProgramRun(
      "snapshot", "--size", "200x60", "--viewport", viewport, "--consent", consent, "-",
      input: "```ad\nunit: a\n\(block)\n```\n", code: 0
    ).output
  }

  @Test(arguments: [
    ("LARGE_BANNER", "411x800", "320×100"), ("MEDIUM_RECTANGLE", "411x800", "300×250"),
    ("ADAPTIVE_BANNER", "411x800", "411×64"), ("[320x480, fluid]", "411x800", "320×480"),
    // At most 90 points high.
    ("ADAPTIVE_BANNER", "834x1194", "834×90"),
  ])
  func `sizes have the names of Google's SDK`(name: String, viewport: String, size: String) throws {
    let screen = try screen("size: \(name)", viewport, consent: "unset")
    #expect(screen.contains(size), "\(screen)")
  }

  @Test func `invisible characters are drawn neither in labels nor in ads`() throws {
    let bid = bid("<b>Donau&shy;dampf&#8203;schiff</b>", "RichTextRenderer", "1.0")
    try explain(bid, output: .has("shows     Donaudampfschiff\n"))
    #expect(try screen("label: la\u{AD}bel", "390x844", consent: "granted").contains("label"))
  }

  @Test func `a sticky ad stays in view in its box, and an anchor ad is no slot`() throws {
    for (position, isViewable) in [("sticky", true), ("flow", false)] {
      let (folder, _) = try TemporaryFolder.holding(
        "```ad\nunit: a\nsize: 300x250\nmin: _x600\nposition: \(position)\n"
          + "creative: { size: 300x250, latency: 1s }\n```\n"
          + String(repeating: "\nword\n", count: 60), "p.md")
      let session = try folder.write(
        """
        {"adview":1,"page":"p.md","answers":"simulated"}
        {"at":0,"in":{"scroll":0}}
        {"at":500,"in":{"scroll":400}}
        {"at":5000,"in":{"caption":"rest"}}

        """, "s.jsonl")
      let run = try ProgramRun("run", "--events", session, code: 0)
      #expect(run.output.contains("viewable") == isViewable, "\(position)")
    }
    try run("position: bottom").expect(
      output: .has(#""slot":"screenBanner","fetch":1"#) & .lacks(#""slot":"1""#))
  }

  @Test func `cells that are recycled are requested again when they come back`() throws {
    let page =
      "---\nrecycle: 2\n---\n```ad\nunit: a\nsize: 300x250\n```\n"
      + String(repeating: "\nword\n", count: 400)
    let (folder, _) = try TemporaryFolder.holding(page, "p.md")
    var session = "{\"adview\":1,\"page\":\"p.md\",\"answers\":\"simulated\"}\n"
    for (time, position) in [(0, 0), (3000, 3000), (6000, 0), (9000, 3000), (12000, 0)] {
      session += "{\"at\":\(time),\"in\":{\"scroll\":\(position)}}\n"
    }
    try folder.write(session, "s.jsonl")
    let place = folder.path + "/s.jsonl"
    try ProgramRun("run", "--json", place, code: 0, output: .has("\"refetches\":2,"))
    try ProgramRun("doctor", place, output: .has("was taken out, put back and requested again 2×"))
  }
}
