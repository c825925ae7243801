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

  @Test func `a large display ad counts from 30 %, a video from half of it, whatever its size`()
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

  @Test(arguments: ["scrollPercent", "scroll_depth", "pct", "Scroll %"])
  func `a column of shares is refused with the reason`(name: String) throws {
    let run = try ProgramRun(
      "import", "csv", "-", input: "time,\(name)\n0,0\n500,50\n",
      code: 65)
    #expect(run.errors.contains("a share of the page's height is not in points"), "\(run.errors)")
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
    ("DBABLA~BVQqAAAAAgA.QA", ["GPP section 7                  US national"]),
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
    // What never ends is text, as in any other Markdown.
    let open = try ProgramRun("snapshot", "--size", "80x24", "-", input: "+++\nA text.\n", code: 0)
    #expect(open.output.contains("A text."))
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

  @Test(arguments: ["content://a/b", "chrome://settings", "resource://x/y", "CONTENT:a"])
  func `addresses that read this machine are never opened`(address: String) throws {
    let run = try ProgramRun(
      "explain", "url", "--initial", "https://ad.example/", "--frame", "main", "--gesture", address)
    #expect(run.output.hasPrefix("block"), "\(run.output)\(run.errors)")
  }
}
