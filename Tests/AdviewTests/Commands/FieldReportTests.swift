import TestSupport
import Testing

@testable import AdPlayground

/// Cases as people report them in public, put to the program.
@Suite struct FieldReportTests {
  private func viewable(_ media: String, top: Double) throws -> Bool {
    let session = """
      {"adview":1,"viewport":{"width":1440,"height":900},"slots":[{"slot":"1","unit":"b","x":100,"y":\(top),"width":970,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":970,"height":250,"media":"\(media)"}}}}
      {"at":5000,"in":{"caption":"rest"}}

      """
    return try ProgramRun("run", "--events", "-", input: session, code: 0).output
      .contains("\"viewable\":true")
  }

  @Test func `a large display ad counts from 30%, a video from half of it, whatever its size`()
    throws
  {
    #expect(try viewable("display", top: 825))
    #expect(try !viewable("video", top: 825))
    #expect(try !viewable("video", top: 776))
    #expect(try viewable("video", top: 775))
  }

  @Test func `a slot that is taken out and put back is a repeated request, and doctor says so`()
    throws
  {
    let slot =
      "{\"slot\":\"cell\",\"frame\":{\"y\":300,\"width\":300,\"height\":250},\"unit\":\"feed\"}"
    var session = """
      {"adview":1,"viewport":{"width":390,"height":800},"lazyLoad":"off","slots":[{"slot":"cell","unit":"feed","y":300,"width":300,"height":250}]}
      {"at":0,"in":{"scroll":0}}

      """
    for time in [1000, 2000, 3000] {
      session += "{\"at\":\(time),\"in\":{\"slot\":\"cell\",\"removed\":true}}\n"
      session += "{\"at\":\(time + 500),\"in\":\(slot)}\n"
    }
    let run = try ProgramRun("run", "-", input: session, code: 0)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ").prefix(3) }
    #expect(rows.contains { $0.first == "requests" && $0.dropFirst().first == "4" })
    #expect(rows.contains { $0 == ["repeat", "requests", "3"] }, "\(run.output)")
    let doctor = try ProgramRun("doctor", "-", input: session)
    #expect(doctor.output.contains("slot cell was taken out, put back and requested again 3×"))
  }

  @Test(arguments: [
    "scrollPercent", "scroll_depth", "pct", "Scroll %", "scroll％", "scroll‰", "scrollRatio",
  ])
  func `a column of shares is refused with the reason`(name: String) throws {
    let run = try ProgramRun(
      "import", "csv", "-", input: "time,\(name)\n0,0\n500,50\n",
      code: 65)
    #expect(run.errors.contains("a share of the page's height is not in points"), "\(run.errors)")
  }

  @Test func `a duration is no share of the page, and a refused header names those that are read`()
    throws
  {
    let run = try ProgramRun("import", "csv", "-", input: "duration,y\n0,0\n", code: 65)
    #expect(!run.errors.contains("a share of the page's height"), "\(run.errors)")
    #expect(run.errors.contains("time, timestamp or t"))
    let top = try ProgramRun("import", "csv", "-", input: "t,scrollTop\n0,0\n500,50\n", code: 0)
    #expect(top.output.contains("\"scroll\":50"))
  }

  @Test func `Base64 of control bytes is so many bytes, and no text`() throws {
    let bid =
      "{\"id\":\"1\",\"seatbid\":[{\"bid\":[{\"id\":\"b\",\"impid\":\"1\",\"price\":1,\"adm\":\"AAECAwQFBgcICQoLDA0ODw==\",\"w\":300,\"h\":250,"
      + "\"ext\":{\"prebid\":{\"targeting\":{\"hb_pb\":\"1\",\"hb_bidder\":\"q\"},\"meta\":{\"rendererName\":\"PrebidMobileCustomAdAdapter\",\"rendererVersion\":\"10.8.0\"}}}}]}]}"
    let run = try ProgramRun("explain", "bid", "-", input: bid, code: 0)
    #expect(run.output.contains("shows     an ad of 16 bytes"), "\(run.output)")
  }

  @Test func `what is invisible is not drawn, and a soft hyphen only where the line breaks`() throws
  {
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
    let run = try ProgramRun("explain", "consent", text, code: 65)
    #expect(run.errors.contains(words) && !run.errors.contains("TC string: version"))
  }

  @Test func `a form that says nothing about the TCF is no choice for a page`() throws {
    let (folder, page) = try TemporaryFolder.holding("```ad\nunit: u\n```\n", "p.md")
    for text in ["1YNN", "1~7.12", "DBAA"] {
      let run = try ProgramRun("run", "--tcf", text, page, code: 65)
      #expect(run.errors.contains("says nothing about the TCF"), "\(run.errors)")
    }
    try folder.write("{\"IABGPP_HDR_GppString\":\"DBAA\"}", "k.json")
    let run = try ProgramRun("run", "--tcf", folder.path + "/k.json", page, code: 65)
    #expect(run.errors.contains("has no section of the TCF"), "\(run.errors)")
  }

  @Test func `a section that cannot be read is no reason to refuse the TC string beside it`() throws
  {
    let (folder, page) = try TemporaryFolder.holding("```ad\nunit: u\n```\n", "p.md")
    // Sections 2 and 7, of which the second has a version that is not known.
    let gpp = "DBACLq~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~DVQqAAAAAgA"
    try folder.write(gpp + "\n", "gpp.txt")
    let run = try ProgramRun("run", "--json", "--tcf", folder.path + "/gpp.txt", page)
    #expect(!run.errors.contains("section 7") && !run.errors.contains("version 3"), "\(run.errors)")
    try folder.write("1YNN\n", "usp.txt")
    let usp = try ProgramRun("run", "--tcf", folder.path + "/usp.txt", page, code: 65)
    #expect(usp.errors.contains("says nothing about the TCF"), "\(usp.errors)")
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
      let at = generation * 4000
      session +=
        "{\"at\":\(at),\"in\":{\"world\":{\"slot\":\"1\",\"generation\":\(generation),\"loaded\":{\"width\":300,\"height\":250,\"media\":\"display\"}}}}\n"
      if generation < 3 {
        session += "{\"at\":\(at + 2000),\"in\":{\"reload\":\"1\"}}\n"
      }
    }
    let doctor = try ProgramRun("doctor", "-", input: session)
    #expect(
      doctor.output.contains("2 ads released in reach, by a reload"),
      "\(doctor.output)\(doctor.errors)")
  }

  @Test(arguments: ["{\"IABTCF_gdprApplies\":1,\"IABTCF_TCString\":null}"])
  func `a string that is null is none`(keys: String) throws {
    let (folder, page) = try TemporaryFolder.holding("```ad\nunit: u\n```\n", "p.md")
    try folder.write(keys, "keys.json")
    let run = try ProgramRun("run", "--json", "--tcf", folder.path + "/keys.json", page, code: 0)
    #expect(run.output.contains("\"requests\":0,"))
  }

  @Test(arguments: [
    ("{\"IABTCF_gdprApplies\":1,\"IABTCF_TCString\":\"\"}", 0), ("{\"IABTCF_gdprApplies\":1}", 0),
    ("{\"IABTCF_gdprApplies\":0}", 1), ("{\"IABTCF_gdprApplies\":0,\"IABTCF_TCString\":\"\"}", 1),
    ("{\"IABGPP_HDR_GppString\":\"DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA\"}", 0),
  ])
  func `stored keys before and after a choice are taken as an SDK takes them`(
    keys: String, requests: Int
  ) throws {
    let (folder, page) = try TemporaryFolder.holding("# T\n\n```ad\nunit: u\n```\n", "p.md")
    try folder.write(keys, "keys.json")
    let run = try ProgramRun("run", "--json", "--tcf", folder.path + "/keys.json", page, code: 0)
    #expect(run.output.contains("\"requests\":\(requests),"), "\(run.output)")
  }

  @Test func `a post of Jekyll or Hugo is a page, and its keys are no problems`() throws {
    let posts = [
      "---\nlayout: post\ntitle: \"Hello\"\ndate: 2024-02-12 14:29:43 +0100\ntags: [a]\n---\n",
      "+++\ntitle = \"Hello\"\ndate = 2024-01-01\n[params]\nx = 1\n+++\n",
    ]
    for front in posts {
      let run = try ProgramRun(
        "snapshot", "--size", "80x24", "-", input: front + "# Hello\n\nA text.\n", code: 0)
      #expect(!run.errors.contains("unknown key") && !run.errors.contains("front matter"))
      #expect(run.output.contains("A text.") && !run.output.contains("date"))
    }
    let misspelt = try ProgramRun(
      "run", "-", input: "---\nlayout: post\nlazyload: off\n---\nText\n", code: 0)
    #expect(misspelt.errors.contains("unknown key 'lazyload'; did you mean 'lazyLoad'?"))
    let other = try ProgramRun("run", "-", input: "---\nauthor_profile: true\n---\nText\n", code: 0)
    #expect(!other.errors.contains("author_profile"))
    let foreign = try ProgramRun(
      "run", "-", input: "+++\n[lazyLoad]\nfetchThreshold = 600\n+++\nText\n", code: 0)
    #expect(
      foreign.errors.contains("a table of TOML, not read"), "\(foreign.errors)")
    let hugo =
      "+++\ntitle = \"Nordsee\"\nrefresh = '5s'\ntags = [\"a\",\n  \"b\"]\n[params]\nlazyLoad = \"off\"\n"
    let toml = try ProgramRun(
      "snapshot", "--size", "80x24", "-", input: hugo + "+++\nText\n", code: 0)
    #expect(toml.output.contains("AdView · Nordsee"), "\(toml.output)")
    #expect(toml.errors.contains(":3: front matter: refresh '5s': expected"), "\(toml.errors)")
    #expect(!toml.errors.contains("TOML"), "\(toml.errors)")
    let slip = try ProgramRun("run", "-", input: "+++\nrefesh = \"30s\"\n+++\nText\n", code: 0)
    #expect(slip.errors.contains("did you mean 'refresh'?"), "\(slip.errors)")
    // What never ends is text, as in any other Markdown.
    let open = try ProgramRun("snapshot", "--size", "80x24", "-", input: "+++\nA text.\n", code: 0)
    #expect(open.output.contains("A text."))
  }

  @Test(arguments: [
    "intent:content://com.android.contacts/1#Intent;end", "intent:file:///sdcard/x#Intent;end",
    "intent:chrome://x#Intent;S.browser_fallback_url=https%3A%2F%2Fa.example%2F;end",
    "intent:javascript:alert(1)#Intent;end",
  ])
  func `an intent without a scheme of its own leads where its address does`(address: String) throws
  {
    let run = try ProgramRun(
      "explain", "url", "--initial", "https://ads.example.com/t.html", "--frame", "main",
      "--gesture", address, code: 0)
    #expect(run.output.hasPrefix("block\n"), "\(run.output)")
  }

  @Test func `an empty address opens an empty window`() throws {
    let run = try ProgramRun(
      "explain", "url", "--initial", "https://a.example", "--frame", "none", "--gesture", "",
      code: 0)
    #expect(!run.output.contains("no address"), "\(run.output)")
  }

  @Test func `an anchor ad names the keys that mean nothing for it`() throws {
    let page = "```ad\nunit: a\nposition: bottom\nsize: 300x600\nlabel: true\n```\n"
    let run = try ProgramRun("run", "-", input: page, code: 0)
    #expect(run.errors.contains("expected no size or label"), "\(run.errors)")
  }

  @Test func `where the law does not apply a string that cannot be read is no fault`() throws {
    let (folder, page) = try TemporaryFolder.holding("```ad\nunit: u\n```\n", "p.md")
    let keys = try folder.write(
      "{\"IABTCF_gdprApplies\":0,\"IABTCF_TCString\":\"garbage\"}", "k.json")
    #expect(try ProgramRun("run", "--tcf", keys, page, code: 0).output.contains("requests "))
  }

  @Test(arguments: [
    (
      "{\"hb_pb_alpha\":\"1.30\",\"hb_bidder_alpha\":\"alpha\"}",
      "with hb_bidder_alpha and hb_pb_alpha only"
    ),
    (
      "[{\"bidderCode\":\"x\",\"adId\":\"9\",\"cpm\":0.5,\"ad\":\"<b>x</b>\",\"adserverTargeting\":{\"hb_pb\":\"0.5\",\"hb_bidder\":\"x\"}},"
        + "{\"bidderCode\":\"y\",\"adId\":\"8\",\"cpm\":2.5,\"ad\":\"<b>y</b>\",\"adserverTargeting\":{\"hb_pb\":\"2.5\",\"hb_bidder\":\"y\"}}]",
      "not bid 9 of x: another bid of its ad unit was chosen"
    ),
  ])
  func `what Prebid.js prints is answered in its own words`(text: String, words: String) throws {
    let run = try ProgramRun("explain", "bid", "-", input: text, code: 0)
    #expect(run.output.contains(words), "\(run.output)")
    #expect(!run.errors.contains("seatbid"), "\(run.errors)")
  }

  static let printed = [
    "{\"div-top\":{\"bids\":[{\"bidderCode\":\"beta\",\"adId\":\"2\",\"cpm\":0.9,\"width\":320,\"height\":50,\"ad\":\"<b>B</b>\","
      + "\"adserverTargeting\":{\"hb_bidder\":\"beta\",\"hb_pb\":\"0.90\"}},"
      + "{\"bidderCode\":\"alpha\",\"adId\":\"1\",\"cpm\":1.37,\"width\":300,\"height\":250,\"ad\":\"<b>A</b>\","
      + "\"adserverTargeting\":{\"hb_bidder\":\"alpha\",\"hb_pb\":\"1.30\"}}]},\"div-none\":{\"bids\":[]}}",
    "[{\"bidder\":\"alpha\",\"adUnitCode\":\"div-top\",\"cpm\":1.37,\"size\":\"300x250\",\"ad\":\"<b>A</b>\","
      + "\"adserverTargeting\":{\"hb_bidder\":\"alpha\",\"hb_pb\":\"1.30\"}}]",
  ]

  @Test(arguments: printed) func `what Prebid.js prints of its bids is read`(text: String) throws {
    let run = try ProgramRun("explain", "bid", "-", input: text, code: 0)
    #expect(
      run.output.contains("bidder    alpha\nprice     1.37 USD"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("shows     A"))
    #expect(run.output.contains("beta") == text.contains("beta"))
  }

  @Test func `the keys of one ad unit are in no other's request`() throws {
    let units =
      "{\"div-1\":{\"hb_pb\":\"1\",\"hb_bidder\":\"a\",\"only1\":\"x\"},\"div-2\":{\"hb_pb\":\"2\",\"hb_bidder\":\"b\",\"only2\":\"z\"}}"
    let run = try ProgramRun("explain", "bid", "--json", "-", input: units, code: 0)
    #expect(run.output.contains("only1") && !run.output.contains("only2"), "\(run.output)")
  }

  @Test func `each ad unit that Prebid.js prints has its own auction`() throws {
    func bid(_ bidder: String, _ unit: String, _ price: Int) -> String {
      "{\"bidder\":\"\(bidder)\",\"adUnitCode\":\"\(unit)\",\"cpm\":\(price),\"ad\":\"x\","
        + "\"adserverTargeting\":{\"hb_bidder\":\"\(bidder)\",\"hb_pb\":\"\(price)\"}}"
    }
    let list = "[\(bid("alpha", "div-1", 1)),\(bid("beta", "div-2", 2))]"
    let run = try ProgramRun("explain", "bid", "-", input: list, code: 0)
    #expect(run.output.contains("bidder    alpha"), "\(run.output)")
    #expect(run.output.contains("of beta: it wins ad unit div-2"), "\(run.output)")
  }

  @Test(arguments: [
    "{\"hb_pb\":\"1.30\",\"hb_bidder\":\"alpha\",\"hb_size\":\"300x250\"}",
    "{\"div-1\":{\"hb_pb\":\"1.30\",\"hb_bidder\":\"alpha\"}}",
    "{\"bids\":[{\"bidder\":\"alpha\",\"cpm\":\"1.30\",\"adserverTargeting\":{\"hb_pb\":\"1.30\",\"hb_bidder\":\"alpha\"}}]}",
  ])
  func `the keys of prebid-mobile and relatives of Prebid.js's dump are read`(text: String) throws {
    let run = try ProgramRun("explain", "bid", "-", input: text, code: 0)
    #expect(run.output.contains("bidder    alpha\nprice     1.3 USD"), "\(run.output)")
  }

  @Test(arguments: [
    "moz-extension://a/b", "edge://settings", "android.resource://a/b", "res://a",
    "intent://x#Intent;scheme=content;end", "intent://etc/passwd#Intent;scheme=%66ile;end",
    "intent://x#Intent;scheme=zxing;S.browser%5Ffallback_url=javascript%3Aalert(1);end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=%6Aavascript%3Aalert(1);end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=http%3A%2F%2F127.0.0.1%2F;end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=http%3A%2F%2Fa%400x7f.1%2F;end",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=zxing%3Aa;end",
    "intent://x#Intent;scheme=data;end", "chrome-error://chromewebdata/",
    "android-app://c.x/content/a",
    "intent://x#Intent;scheme=zxing;S.browser_fallback_url=javascript%3Aalert(1);end",
  ])
  func `schemes of browsers, and those an intent leads to, are never opened`(address: String) throws
  {
    let run = try ProgramRun(
      "explain", "url", "--initial", "https://ad.example/", "--frame", "main", "--gesture", address)
    #expect(run.output.hasPrefix("block"), "\(run.output)\(run.errors)")
    let scan =
      "intent://x#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fshop.example%2F;end"
    #expect(
      try ProgramRun(
        "explain", "url", "--initial", "https://ad.example/", "--frame", "main", "--gesture", scan
      ).output.hasPrefix("external"))
  }

  @Test func `no key or value of the ad server has a comma or an ampersand`() throws {
    let run = try ProgramRun("explain", "targeting", "k=a,b", "a&b=1")
    #expect(
      (run.errors + run.output).contains("no value may contain ,"), "\(run.output)\(run.errors)")
    #expect((run.errors + run.output).contains("no key may contain &"))
  }

  @Test(arguments: ["content://a/b", "chrome://settings", "resource://x/y", "CONTENT:a"])
  func `addresses that read this machine are never opened`(address: String) throws {
    let run = try ProgramRun(
      "explain", "url", "--initial", "https://ad.example/", "--frame", "main", "--gesture", address)
    #expect(run.output.hasPrefix("block"), "\(run.output)\(run.errors)")
  }

  /// What `run` says of a page of one ad block, or of its front matter.
  private func run(_ block: String, front: String = "", _ options: String...) throws -> ProgramRun {
    let page = "---\ntitle: T\n\(front)\n---\n# T\n\n```ad\nunit: a\n\(block)\n```\n\nbelow\n"
    return try ProgramRun(["run", "--events"] + options + ["-"], input: page, code: 0)
  }

  @Test
  func `a viewable ad is refreshed after its interval, as a rule of the page or of a session`()
    throws
  {
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
    let table = try ProgramRun("run", "-", input: session, code: 0).output
    let rows = table.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(
      rows.contains(["refreshes", "1"]) && rows.contains(["repeat", "requests", "0"]), "\(table)")
    #expect(try run("refresh: 5s").errors.contains("expected off, or a time from 30s"))
    #expect(try run("refresh: 30s").errors.contains("unknown") == false)
  }

  @Test func `the box of a slot without an ad collapses, before or after that is known`() throws {
    let unsold = "size: 300x250\ncreative: { fails: noFill, latency: 200ms }\ncollapse: "
    let gone = #"{"at":200,"out":{"slot":"1","size":{"width":300,"height":0}}}"#
    #expect(try run(unsold + "empty").output.contains(gone))
    #expect(try !run(unsold + "never").output.contains("size"))
    #expect(try !run(unsold + "before").output.contains("size"))
    let sold = "collapse: before\nsize: 300x250\ncreative: { size: 300x250, latency: 200ms }"
    #expect(
      try run(sold).output.contains(
        #"{"at":200,"out":{"slot":"1","size":{"width":300,"height":250}}}"#))
    let error = "size: 300x250\ncollapse: empty\ncreative: { fails: network, latency: 200ms }"
    #expect(try !run(error).output.contains("size"))
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
    let box = try ProgramRun(
      ["snapshot", "--size", "200x60", "--viewport", viewport, "-"],
      input: "```ad\nunit: a\n\(block)\n```\n", code: 0
    ).output
    #expect(sizes.contains { box.contains($0.replacing("x", with: "×")) }, "\(box)")
  }

  @Test(arguments: [
    ("size: LARGE_BANNER", "320×100"), ("size: MEDIUM_RECTANGLE", "300×250"),
    ("size: ADAPTIVE_BANNER", "411×64"), ("size: [320x480, fluid]", "320×480"),
  ])
  func `sizes have the names of Google's SDK`(block: String, size: String) throws {
    let page = "```ad\nunit: a\n\(block)\n```\n"
    let screen = try ProgramRun(
      ["snapshot", "--consent", "unset", "--viewport", "411x800", "--size", "120x40", "-"],
      input: page, code: 0
    ).output
    #expect(screen.contains(size), "\(screen)")
    #expect(try run("size: BIG").errors.contains("a list of sizes, fluid, or a name such as"))
  }

  @Test func `an adaptive banner is at most 90 points high`() throws {
    let screen = try ProgramRun(
      ["snapshot", "--consent", "unset", "--device", "ipad-pro-11", "--size", "200x60", "-"],
      input: "```ad\nunit: a\nsize: ADAPTIVE_BANNER\n```\n", code: 0
    ).output
    #expect(screen.contains("834×90"), "\(screen)")
  }

  @Test func `words of GPT lead to the key that does it`() throws {
    let page = "---\ncollapse: empty\n---\n```ad\nunit: a\nsticky: top\n```\n"
    let errors = try ProgramRun("run", "-", input: page, code: 0).errors
    #expect(errors.contains("set it in each `ad` block: `collapse: empty`"))
    #expect(errors.contains("here it is written `position: sticky`"))
    #expect(try run("refresh: 1m").errors.contains("refresh") == false)
  }

  @Test func `invisible characters are drawn neither in labels nor in ads`() throws {
    let bid =
      "{\"id\":\"r\",\"seatbid\":[{\"bid\":[{\"id\":\"b\",\"impid\":\"i\",\"price\":1,\"adm\":\"<b>Donau&shy;dampf&#8203;schiff</b>\",\"w\":300,\"h\":200,"
      + "\"ext\":{\"prebid\":{\"targeting\":{\"hb_pb\":\"1\",\"hb_bidder\":\"x\"},\"meta\":{\"rendererName\":\"RichTextRenderer\",\"rendererVersion\":\"1.0\"}}}}]}]}"
    let run = try ProgramRun("explain", "bid", "-", input: bid, code: 0)
    #expect(run.output.contains("shows     Donaudampfschiff\n"), "\(run.output)")
    let label = try ProgramRun(
      ["snapshot", "--size", "80x24", "-"],
      input: "```ad\nunit: a\nlabel: la\u{AD}bel\n```\n", code: 0)
    #expect(label.output.contains("label"), "\(label.output)")
  }

  @Test func `a sticky ad is in view for as long as its box allows, and an anchor ad is no slot`()
    throws
  {
    func viewable(_ position: String) throws -> Bool {
      let session = """
        {"adview":1,"page":"p.md","answers":"simulated"}
        {"at":0,"in":{"scroll":0}}
        {"at":500,"in":{"scroll":400}}
        {"at":5000,"in":{"caption":"rest"}}

        """
      let (folder, _) = try TemporaryFolder.holding(
        "```ad\nunit: a\nsize: 300x250\nmin: _x600\nposition: \(position)\n"
          + "creative: { size: 300x250, latency: 1s }\n```\n"
          + String(repeating: "\nword\n", count: 60),
        "p.md")
      try folder.write(session, "s.jsonl")
      return try ProgramRun(
        "run", "--events", folder.path + "/s.jsonl", code: 0
      )
      .output.contains("viewable")
    }
    #expect(try viewable("sticky"))
    #expect(try !viewable("flow"))
    let anchor = try run("position: bottom").output
    #expect(
      anchor.contains("\"slot\":\"screenBanner\",\"fetch\":1") && !anchor.contains("\"slot\":\"1\"")
    )
    #expect(
      try run("position: top", front: "screenBanner: b").errors
        .contains("position top: the screen has a banner already"))
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
    let run = try ProgramRun("run", "--json", place, code: 0)
    #expect(run.output.contains("\"refetches\":2,"), "\(run.output)")
    let doctor = try ProgramRun("doctor", place)
    #expect(
      doctor.output.contains("was taken out, put back and requested again 2×"), "\(doctor.output)")
  }
}
