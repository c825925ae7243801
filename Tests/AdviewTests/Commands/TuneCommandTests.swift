import AdRendering
import AdSessions
import TestSupport
import Testing

@testable import AdPlayground

/// `adview tune` from its arguments to its report.
@Suite struct TuneCommandTests {
  /// A page whose ads have the sizes of their slots.
  private static let page =
    "---\nlazyLoad: { fetchThreshold: 800, displayThreshold: 200 }\n---\n# A page\n\n"
    + (1...5).map { number in
      String(repeating: "Text and more text, until the page is long.\n\n", count: 20)
        + "```ad\nunit: u\(number)\nsize: 300x250\ncreative: { size: 300x250 }\n```\n\n"
    }.joined()

  private static let bare = """
    {"adview":1,"viewport":{"width":390,"height":500},"slots":[{"slot":"a","y":900,"width":300,"height":250}]}
    {"at":0,"in":{"scroll":0}}
    {"at":700,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":300,"height":250,"media":"display"}}}}
    {"at":3000,"in":{"scroll":700}}
    {"at":9000,"in":{"scroll":701}}

    """

  /// The metrics in which a run and a study say the same.
  private static let metrics = [
    "requests", "wastedFetches", "viewable", "rendered", "blankExposure",
  ]

  private let folder: TemporaryFolder
  private let page: String

  init() throws { (folder, page) = try TemporaryFolder.holding(Self.page, "p.md") }

  /// What a study says as JSON.
  private func study(_ arguments: String..., input: String = "") throws -> JSONValue {
    try ProgramRun(["tune", "--json"] + arguments, input: input, code: 0).json
  }

  /// Sessions of the page, one for each of these readers.
  private func sessions(_ readers: [String]) throws -> [String] {
    try readers.enumerated().map { seed, reader in
      let path = "\(folder.path)/\(seed).jsonl"
      try ProgramRun(
        "import", "person", page, "--reader", reader, "--seed", "\(seed)", "--output", path, code: 0
      )
      return path
    }
  }

  /// The page with something in place of its thresholds, in another file.
  private func page(_ name: String, lazyLoad: String) throws -> String {
    let own = "{ fetchThreshold: 800, displayThreshold: 200 }"
    return try folder.write(Self.page.replacing(own, with: "{ \(lazyLoad) }"), name)
  }

  /// The bare session under these settings.
  private func bare(lazyLoad: String) -> String {
    Self.bare.replacing(#""viewport""#, with: #""lazyLoad":\#(lazyLoad),"viewport""#)
  }

  @Test func `copies of a session are named, since they are no further evidence`() throws {
    for (name, session) in [
      ("a", Self.bare), ("b", Self.bare), ("c", Self.bare.replacing("700}", with: "701}")),
    ] { try folder.write(session, "visits/\(name).jsonl") }
    try ProgramRun(
      "tune", folder.path + "/visits", code: 0,
      errors: .has("1 of 3 sessions scrolls as another does, at the same times"))
  }

  @Test func `readers of a page are compared under its settings and those to be tried`() throws {
    let options = ["tune", page, "--readers", "12", "--try", "600/200", "--step", "400"]
    let report = try ProgramRun(options + ["--json"], code: 0, errors: "").json
    #expect(report["sessions"] == .number(12) && report["readers"]?["count"] == .number(12))
    #expect(report["exact"] == .flag(true))
    #expect(report["settings"]?.items.map { $0["fetch"] } == [.number(800), .number(600)])
    try ProgramRun(
      options,
      output: .begins("Keep 800/200 for now: 12 sessions are too few")
        & .has("\n12 simulated readers", "600/200 instead of 800/200"))
  }

  @Test func `recorded sessions of a page are run on it, wherever it was then`() throws {
    let visits = try sessions(["skimmer", "skimmer", "skimmer"])
    let moved = try page("q.md", lazyLoad: "fetchThreshold: 500, displayThreshold: 200")
    let report = try study(moved, folder.path, "--step", "500")
    #expect(report["sessions"] == .number(3))
    #expect(report["settings"]?[0]?["fetch"] == .number(500), "the settings of the given page")
    let own = try study(folder.path, "--step", "500")
    #expect(own["settings"]?[0]?["fetch"] == .number(800), "the settings of the sessions")
    let run = try ProgramRun("run", "--json", "--fetch", "800", "--display", "200", visits[0]).json
    let one = try study(visits[0], "--step", "500")["settings"]?[0]?["perSession"]
    for metric in Self.metrics { #expect(one?[metric] == run[metric], "\(metric)") }
  }

  @Test func `a present setting from the page or from --now is the one of a run under it`() throws {
    let session = try folder.write(
      """
      {"adview":1,"page":"p.md","answers":"recorded","viewport":{"width":384,"height":800},\
      "lazyLoad":{"fetchThreshold":100,"displayThreshold":100},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"scroll":1200}}
      {"at":8000,"in":{"world":{"slot":"2","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":9000,"in":{"scroll":1201}}

      """, "s.jsonl")
    let run = try ProgramRun("run", "--json", "--fetch", "2000", "--display", "200", session).json
    #expect(run["rendered"] == .number(1))
    let page = try page("q.md", lazyLoad: "fetchThreshold: 2000, displayThreshold: 200")
    for report in try [
      study(page, session, "--step", "500"), study(session, "--now", "2000/200", "--step", "500"),
    ] {
      let own = report["settings"]?[0]?["perSession"]
      for metric in Self.metrics { #expect(own?[metric] == run[metric], "\(metric)") }
    }
  }

  @Test func `a bare session is read from standard input and answered as it was recorded`() throws {
    let report = try study("-", "--step", "500", input: Self.bare)
    #expect(report["drawnAnswers"] == .number(0))
    #expect(report["settings"]?[0]?["perSession"]?["viewable"] == .number(1))
  }

  @Test func `the table of devices says for each what its own study says`() throws {
    let arguments = ["tune", page, "--readers", "6", "--step", "400"]
    let table = try ProgramRun(arguments + ["--json", "--devices", "iphone-se,ipad-mini"]).json
    let devices = table["devices"]?.items ?? []
    #expect(devices.map { $0["device"]?.text } == ["iphone-se", "ipad-mini"])
    for device in devices {
      let own = ["--json", "--device", device["device"]?.text ?? ""]
      #expect(try device["report"] == ProgramRun(arguments + own).json)
    }
    let one = arguments + ["--devices", "iphone-se"]
    try ProgramRun(one, output: .has("\niphone-se   375x667 "))
    try ProgramRun(
      one + ["--viewport", "9x9"], code: 64, errors: .has("--devices: expected no --viewport"))
  }

  @Test func `a fetch threshold alone takes the display threshold along`() throws {
    let arguments = ["tune", page, "--readers", "6", "--step", "400", "--json", "--try"]
    let both = try ProgramRun(arguments + ["100/100"]).output
    try ProgramRun(arguments + ["100"], code: 0, output: .is(both))
  }

  @Test func `sessions without a slot leave nothing to compare`() throws {
    let empty = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[]}
      {"at":0,"in":{"scroll":0}}

      """
    try ProgramRun(
      "tune", "-", input: empty, code: 65,
      errors: .has("there are no slots, and so nothing to compare"), output: "")
  }

  @Test func `at a price of a thousand viewable ads the value is money`() throws {
    let arguments = ["tune", page, "--readers", "6", "--step", "400", "--try", "400/200"]
    let money = try ProgramRun(arguments + ["--cpm", "2.5", "--request-cpm", "0.2"]).output
    #expect(money.contains("viewable ads − 0.08 × requests"), "a request costs 0.2 / 2.5 ads")
    let own = ["--json", "--cost", "request=0.08,blank=0.5,view=1"]
    let report = try ProgramRun(arguments + own).json
    let value = try #require(report["settings"]?[0]?["value"]?.number)
    let written = (value * 2.5).text(digits: 2)
    #expect(
      money.replacing("\n", with: " ").contains(
        "At a CPM of 2.50 for viewable ads, the value of 1000 sessions is \(written) now, "))
    try ProgramRun(
      arguments + ["--request-cpm", "1"], code: 64,
      errors: .has("--request-cpm: expected --cpm with it"))
  }

  @Test func `what sessions are run under is said`() throws {
    let plain = ["tune", page, "--readers", "6", "--step", "800"]
    let options = plain + ["--latency", "x3", "--network", "3g"]
    try ProgramRun(
      options + ["--device", "iphone-se"], code: 0,
      output: .has("Run under latency x3, network 3g and viewport 375x667."))
    let conditions = try ProgramRun(options + ["--json"]).json["conditions"]
    #expect(conditions == .list([.text("latency x3"), .text("network 3g")]))
    try ProgramRun(plain, output: .lacks("Run under"))
  }

  @Test func `a share of the viewport is tried with the page's scaling on phones`() throws {
    let page = try page(
      "q.md", lazyLoad: "fetchThreshold: 100%, displayThreshold: 50%, mobileScaling: 2")
    let report = try study(
      page, "--readers", "6", "--step", "800", "--try", "50%/25%", "--now", "100%/50%")
    #expect(report["settings"]?.items.map { $0["fetch"] } == [.number(1688), .number(844)])
  }

  @Test func `slower answers cost viewable ads`() throws {
    func blank(_ latency: String...) throws -> Double {
      let arguments = ["tune", page, "--readers", "6", "--step", "800", "--json"] + latency
      let setting = try ProgramRun(arguments).json["settings"]?[0]
      return try #require(setting?["perSession"]?["blankExposure"]?.number)
    }
    let usual = try blank()
    #expect(try blank("--latency", "page") == usual)
    #expect(try blank("--latency", "x1") == usual)
    #expect(try blank("--latency", "x3") > usual)
    #expect(try blank("--latency", "0ms..0ms") < usual)
  }

  @Test func `what is asked for wrongly is 64 with a sentence`() throws {
    let session = try folder.write(Self.bare, "s.jsonl")
    for (arguments, sentence) in [
      ([page], "expected sessions of the page after it, or --readers N"),
      ([page, "--readers", "0"], "--readers 0: expected 1…100000"),
      ([page, session, "--readers", "3"], "--readers: expected a page alone"),
      ([session, "--readers", "3"], "is a session; --readers needs a page"),
      ([session, "--leaves", "10%..20%"], "--leaves: expected --readers"),
      ([session, "--leaves", "10..20"], "expected A%..B%"),
      ([session, "--try", "200/600"], "expected FETCH[/DISPLAY]"),
      ([session, "--try", "600/200/off/1"], "expected FETCH[/DISPLAY]"),
      ([session, "--try", "null"], "expected FETCH[/DISPLAY]"),
      ([session, "--now", "x"], "expected FETCH[/DISPLAY]"),
      (
        [session, "--merge", "--network", "3g"],
        "--merge: expected no --network; give it to --summary"
      ),
      ([session, "--merge", "--now", "600"], "--merge: expected no --now; give it to --summary"),
      ([session, "--fetch", "9..1"], "expected A..B in points"),
      ([session, "--step", "0"], "--step 0.0: expected a number of points above 0"),
      ([session, "--step", "0.01"], "settings to be compared"),
      ([session, "--latency", "2s"], "expected page, a factor such as x2"),
      ([session, "--cost", "views=1"], "found \"views=1\""),
      ([session, "--cost", "view=1e308"], "from 0 to 1000000000, found \"view=1e308\""),
      ([session, "--json", "--csv"], "--json and --csv: expected one of them"),
      ([session, "--screen", "--csv"], "--csv and --screen: expected one of them"),
      ([session, "--html", "-"], "--html -: expected a file"),
      ([session, "--html", "x.html", "--screen"], "--html: is a report"),
      ([session, "--force"], "--force: expected --html or --summary"),
      ([session, "--merge", "--step", "10"], "--merge: expected no --step; give it to --summary"),
      ([page, "--readers", "3", "--summary", "-"], "--summary: expected sessions, not --readers"),
      (
        [session, "--summary", "-", "--try", "1/1"],
        "--summary: expected no --try; give it to --merge"
      ),
      ([session, "--theme", "dark"], "--theme: expected --screen"),
      ([session, "--screen", "--try", "1/1"], "--screen --try:"),
      (
        [session, "--export", "gpt", "--try", "1/1", "--try", "2/1"], "--export: expected one --try"
      ),
    ] {
      try ProgramRun(["tune"] + arguments, code: 64, errors: .has(sentence), output: "")
    }
    try ProgramRun(
      "tune", page, session, code: 65, errors: .has("is a bare session, which has slots of its own")
    )
    try ProgramRun("tune", folder.path + "/none.jsonl", code: 66)
  }

  // MARK: - Other forms

  @Test(arguments: [("4", [""]), ("50", ["true", "false"])])
  func `every setting is a line of comma-separated values`(
    readers: String, isOpen: [String]
  ) throws {
    let run = try ProgramRun("tune", page, "--readers", readers, "--step", "800", "--csv")
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.first
        == "fetch,display,blankExposure,requests,viewable,wastedFetches,toBest,toBestLow,toBestHigh,isOpen"
    )
    #expect(lines.contains { $0.hasPrefix("800,200,") })
    let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.allSatisfy { $0.count == 10 })
    #expect(Set(rows.compactMap { $0.last.map(String.init) }) == Set(isOpen))
  }

  @Test func `a setting is exported for an app, a page or a file`() throws {
    func expectExport(_ form: String, _ more: String..., text: ExpectedText) throws {
      try ProgramRun(
        ["tune", page, "--readers", "4", "--step", "400", "--export", form] + more, code: 0,
        output: text)
    }
    try expectExport(
      "swift", "--try", "600/150",
      text: .begins(".lazyLoadAd(fetchThreshold: 600, displayThreshold: 150"))
    // Four readers are no evidence against the present setting.
    try expectExport("json", text: .has(#""fetchThreshold":800"#))
    // An ad is kept wherever it is fetched.
    try expectExport(
      "swift", "--now", "400/200/600", "--try", "900/200",
      text: .has("unloadThreshold: 900, unloadingEnabled: true"))
    try expectExport(
      "observer", "--try", "600/150",
      text: .has(
        #"const fetchMargin = "600px 0px";"#, #"const displayMargin = "150px 0px";"#))
    try expectExport(
      "gpt", "--try", "780/195", text: .has("googletag.setConfig(", "fetchMarginPercent: 92.4,"))
    _ = try page(
      "p.md",
      lazyLoad: "fetchThreshold: 800, displayThreshold: 200, unloadingEnabled: true, "
        + "unloadThreshold: { ahead: 400, behind: 2000 }")
    try expectExport("json", text: .has(#""unloadThreshold":{"ahead":800,"behind":2000}"#))
  }

  @Test func `without evidence the present setting is exported, and the verdict says so`() throws {
    let settings = #"{"fetchThreshold":"100%","displayThreshold":"50%","mobileScaling":1.5}"#
    let arguments = ["tune", "-", "--export", "gpt"]
    try ProgramRun(
      arguments, input: bare(lazyLoad: settings), code: 0,
      errors: .has("--export: Keep 750/375 for now: 1 session is too few"),
      output: .has("fetchMarginPercent: 100,", "mobileScaling: 1.5"))
    // One that is named is no advice.
    try ProgramRun(
      arguments + ["--try", "300/100"], input: bare(lazyLoad: settings),
      errors: .lacks("--export"), output: .has("fetchMarginPercent: 40,"))
    // There are no thresholds to keep.
    try ProgramRun(
      "tune", "-", "--export", "json", input: bare(lazyLoad: #""off""#), code: 1, output: "")
  }

  @Test func `the present setting can be given, recorded, or the default`() throws {
    let arguments = ["tune", "-", "--step", "500"]
    try ProgramRun(
      arguments, input: Self.bare,
      output: .begins("Keep the default 800/200 for now") & .has("\ndefault ") & .lacks("\nnow "))
    let own: ExpectedText = .begins("Keep 300/300 for now") & .has("\nnow ")
    let settings = #"{"fetchThreshold":300,"displayThreshold":300}"#
    try ProgramRun(arguments, input: bare(lazyLoad: settings), output: own)
    try ProgramRun(arguments + ["--now", "300/300"], input: Self.bare, output: own)
  }

  @Test(arguments: [("600", 600, 200), ("50%", 250, 200), ("100%/20%", 500, 100)])
  func `a setting may be a percentage, or the fetch threshold alone`(
    written: String, fetch: Double, display: Double
  ) throws {
    let setting = try study("-", "--step", "500", "--try", written, input: Self.bare)["settings"]?[
      1]
    #expect(setting?["fetch"] == .number(fetch) && setting?["display"] == .number(display))
  }

  @Test func `no ad is lost where there is none; a setting is recommended once`() throws {
    let brief = Self.bare.replacing("3000,", with: "800,").replacing("9000,", with: "900,")
    try ProgramRun(
      "tune", "-", "--try", "2000", "--step", "400", input: brief, code: 0,
      output: .lacks("0.000 viewable"))
    let arguments = ["tune", page, "--readers", "50", "--now", "200/100", "--step", "200"]
    try ProgramRun(arguments, output: .begins("Use 600/400 instead of 200/100: "))
    let rows = try ProgramRun(arguments + ["--try", "600/400"]).output.split(separator: "\n")
    #expect(rows.count { $0.contains(" 600/400 ") && $0.hasPrefix("recommended ") } == 2, "\(rows)")
    #expect(!rows.contains { $0.hasPrefix("on the map") })
  }

  @Test func `where more sessions could tell, the verdict says how many`() throws {
    let run = try ProgramRun(
      "tune", page, "--readers", "50", "--now", "400/100", "--step", "200", code: 0)
    #expect(
      run.output.replacing("\n", with: " ").hasPrefix(
        "Keep 400/100: 600/400 was worth 0.060 more a session, which takes about 320 sessions to tell;"
          + " with 50 no setting is better beyond sampling error (95%)."), "\(run)")
  }

  @Test func `the order of the files changes nothing`() throws {
    let paths = try sessions(["skimmer", "slow", "skimmer", "slow", "skimmer", "slow"])
    func run(_ order: [Int]) throws -> String {
      let files = order.map { paths[$0] }
      return try ProgramRun(["tune", page, "--step", "400", "--try", "400", "--json"] + files)
        .output
    }
    #expect(try run([0, 1, 2, 3, 4, 5]) == run([5, 3, 1, 4, 2, 0]))
  }

  @Test func `the report is a page of HTML that stands alone and believes no name`() throws {
    try folder.write(Self.page.replacing("unit: u1", with: "unit: \"<b>&u1\""), "p.md")
    let arguments = [
      "tune", page, "--readers", "9", "--latency", "x4", "--fetch", "0..1600", "--html",
      folder.path + "/report.html",
    ]
    // The report is printed, too.
    try ProgramRun(arguments + ["--try", "600"], code: 0, output: .has("\n9 simulated readers"))
    let html = try folder.text("report.html")
    #expect(html.hasPrefix("<!DOCTYPE html>"))
    for word in ["<script", "http:", "https:", "<b>"] { #expect(!html.contains(word), "\(word)") }
    // The verdict, and the map with the tried and the present setting.
    for word in [
      "<strong>Keep 800/200 for now", "<title>fetch 800, display 200: viewable",
      ">fetch threshold, pt<", ">display threshold, pt<", ">◆</text>", ">●</text>",
    ] { #expect(html.contains(word), "\(word)") }
    #expect(html.ranges(of: "<rect ").count == html.ranges(of: "</rect>").count)
    // A page of its own is replaced, a session is not.
    try ProgramRun(arguments, code: 0)
    let session = try folder.write(Self.bare, "s.jsonl")
    try ProgramRun(
      "tune", session, "--html", session, code: 64, errors: .has("--force replaces it"))
  }

  @Test func `several sessions of a page have luck of their own`() throws {
    try folder.write("---\nadServer: { noFillRate: 0.5 }\n" + Self.page.dropFirst(4), "p.md")
    _ = try sessions(Array(repeating: "slow", count: 7))
    let setting = try study(folder.path, "--step", "800")["settings"]?[0]
    let viewable = try #require(setting?["perSession"]?["viewable"]?.number)
    // With one seed for all, every slow reader who reads all of it would have the same ads.
    #expect(viewable != viewable.rounded(), "\(viewable)")
  }

  @Test func `summaries of parts add up to what one command counts`() throws {
    let paths = try sessions(["skimmer", "slow", "skimmer", "slow", "skimmer", "slow"])
    func summary(_ paths: ArraySlice<String>, _ options: String...) throws -> String {
      try ProgramRun(["tune", page, "--summary", "-"] + paths + options, code: 0).output
    }
    let whole = try summary(paths[...], "--step", "400")
    let parts = try [paths[4...], paths[..<1], paths[1..<4]].map {
      try summary($0, "--step", "400")
    }
    let files = try parts.enumerated().map { try folder.write($1, "part\($0).json") }
    try ProgramRun(["tune", "--merge"] + files + ["--summary", "-"], output: .is(whole))
    try ProgramRun(
      "tune", "--merge", "-", "--summary", "-", input: parts.joined(), output: .is(whole))
    let report = try ProgramRun(["tune", "--merge", "--json"] + files).json
    #expect(report["sessions"] == .number(6))
    try ProgramRun(
      ["tune", "--merge", "--try", "400/100"] + files,
      output: .has("\n6 sessions of 3 summaries", "400/100 instead of 800/200"))

    let other = try folder.write(summary(paths[..<1], "--step", "800"), "other.json")
    let denied = try folder.write(
      summary(paths[..<1], "--step", "400", "--consent", "denied"), "denied.json")
    for (arguments, code, sentence) in [
      ([files[0], other], 65, "other.json:1: compares other thresholds"),
      ([files[0], denied], 65, "denied.json:1: has other answers"),
      ([paths[0]], 65, "expected a summary of 'adview tune --summary'"),
      ([files[0], "--try", "777/1"], 64, "is not among the settings of these summaries"),
    ] as [([String], Int32, String)] {
      try ProgramRun(["tune", "--merge"] + arguments, code: code, errors: .has(sentence))
    }
  }

  @Test func `a page and a session of more than a thousand slots are refused`() throws {
    let page = (0...1000).map { "```ad\nunit: u\($0)\n```\n\n" }.joined()
    let words = "has 1001 slots: settings are compared for at most 1000"
    let file = try TemporaryFile(page)
    try ProgramRun("tune", file.path, "--readers", "1", code: 65, errors: .has(words))
    let slots = (0...1000).map { "{\"slot\":\"\($0)\",\"y\":\($0 * 300),\"height\":250}" }
    let session = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[\(slots.joined(separator: ","))]}
      {"at":0,"in":{"scroll":0}}

      """
    try ProgramRun("tune", "-", input: session, code: 65, errors: .has(words))
  }
}
