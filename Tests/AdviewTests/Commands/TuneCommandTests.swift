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

  @Test func `copies of a session are named, since they are no further evidence`() throws {
    let folder = try TemporaryFolder.holding(Self.bare, "a.jsonl").folder
    try folder.write(Self.bare, "b.jsonl")
    try folder.write(Self.bare.replacing("700}", with: "701}"), "c.jsonl")
    let run = try ProgramRun("tune", folder.path, code: 0)
    #expect(run.errors.contains("1 of 3 sessions scrolls as another does, at the same times"))
  }

  private func json(_ run: ProgramRun) throws -> JSONValue {
    try JSONReader.read(Array(run.output.utf8))
  }

  @Test func `readers of a page are compared under its settings and those to be tried`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let run = try ProgramRun(
      "tune", page, "--readers", "12", "--try", "600/200", "--step", "400", "--json")
    #expect(run.code == 0 && run.errors == "", "\(run.errors)")
    let report = try json(run)
    #expect(report["sessions"] == .number(12))
    #expect(report["exact"] == .flag(true))
    #expect(report["readers"]?["count"] == .number(12))
    guard case .list(let settings)? = report["settings"]
    else { throw TestSupportError("no settings") }
    #expect(settings.map { $0["fetch"] } == [.number(800), .number(600)])
    let text = try ProgramRun("tune", page, "--readers", "12", "--try", "600/200", "--step", "400")
      .output
    #expect(text.hasPrefix("Keep 800/200 for now: 12 sessions are too few"), "the verdict is first")
    #expect(text.contains("\n12 simulated readers"))
    #expect(text.contains("600/200 instead of 800/200"))
  }

  @Test func `recorded sessions of a page are run on it, wherever it was then`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    for seed in 1...3 {
      _ = try ProgramRun(
        "import", "person", page, "--reader", "skimmer", "--seed", "\(seed)", "--output",
        "\(folder.path)/\(seed).jsonl", code: 0)
    }
    let moved = try folder.write(
      Self.page.replacing("fetchThreshold: 800", with: "fetchThreshold: 500"), "q.md")
    let report = try json(ProgramRun("tune", moved, folder.path, "--step", "500", "--json"))
    #expect(report["sessions"] == .number(3))
    guard case .list(let settings)? = report["settings"]
    else { throw TestSupportError("no settings") }
    #expect(settings[0]["fetch"] == .number(500), "the settings of the page that is given")

    let own = try json(ProgramRun("tune", folder.path, "--step", "500", "--json"))
    guard case .list(let recorded)? = own["settings"] else { throw TestSupportError("no settings") }
    #expect(recorded[0]["fetch"] == .number(800), "the settings of the sessions")
    let run = try json(
      ProgramRun("run", "--json", "--fetch", "800", "--display", "200", folder.path + "/1.jsonl"))
    let one = try json(ProgramRun("tune", folder.path + "/1.jsonl", "--step", "500", "--json"))
    guard case .list(let single)? = one["settings"] else { throw TestSupportError("no settings") }
    for metric in ["requests", "wastedFetches", "viewable", "rendered", "blankExposure"] {
      #expect(single[0]["perSession"]?[metric] == run[metric], "\(metric)")
    }
  }

  @Test func `a present setting from the page or from --now is the one of a run under it`() throws {
    let folder = try TemporaryFolder.holding(Self.page, "p.md").folder
    let session = try folder.write(
      """
      {"adview":1,"page":"p.md","answers":"recorded","viewport":{"width":384,"height":800},\
      "lazyLoad":{"fetchThreshold":100,"displayThreshold":100},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"scroll":1200}}
      {"at":8000,"in":{"world":{"slot":"2","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":9000,"in":{"scroll":1201}}

      """, "s.jsonl")
    let page = try folder.write(
      Self.page.replacing("fetchThreshold: 800", with: "fetchThreshold: 2000"), "q.md")
    let expected = try json(
      ProgramRun("run", "--json", "--fetch", "2000", "--display", "200", session))
    #expect(expected["rendered"] == .number(1))
    for way in [[page, session], [session, "--now", "2000/200"]] {
      let report = try json(ProgramRun(["tune"] + way + ["--step", "500", "--json"]))
      guard case .list(let settings)? = report["settings"]
      else { throw TestSupportError("no settings") }
      for metric in ["requests", "wastedFetches", "viewable", "rendered", "blankExposure"] {
        #expect(settings[0]["perSession"]?[metric] == expected[metric], "\(way) \(metric)")
      }
    }
  }

  @Test func `a bare session is read from standard input and answered as it was recorded`() throws {
    let run = try ProgramRun("tune", "-", "--step", "500", "--json", input: Self.bare)
    #expect(run.code == 0, "\(run.errors)")
    let report = try json(run)
    #expect(report["drawnAnswers"] == .number(0))
    guard case .list(let settings)? = report["settings"]
    else { throw TestSupportError("no settings") }
    #expect(settings[0]["perSession"]?["viewable"] == .number(1))
  }

  @Test func `the table of devices says for each what its own study says`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let arguments = ["tune", page, "--readers", "6", "--step", "400"]
    let table = try json(ProgramRun(arguments + ["--json", "--devices", "iphone-se,ipad-mini"]))
    guard case .list(let devices)? = table["devices"] else { throw TestSupportError("no table") }
    #expect(devices.map { $0["device"]?.text } == ["iphone-se", "ipad-mini"])
    for device in devices {
      let own = ["--json", "--device", device["device"]?.text ?? ""]
      #expect(try device["report"] == json(ProgramRun(arguments + own)))
    }
    let text = try ProgramRun(arguments + ["--devices", "iphone-se"]).output
    #expect(text.contains("\niphone-se   375x667 "), "\(text)")
    let wrong = try ProgramRun(
      arguments + ["--devices", "iphone-se", "--viewport", "9x9"], code: 64)
    #expect(wrong.errors.contains("--devices: expected no --viewport"))
  }

  @Test func `a fetch threshold alone takes the display threshold along, as it does in a run`()
    throws
  {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let arguments = ["tune", page, "--readers", "6", "--step", "400", "--json", "--try"]
    #expect(
      try ProgramRun(arguments + ["100"], code: 0).output
        == ProgramRun(arguments + ["100/100"]).output, "\(folder.path)")
  }

  @Test func `sessions without a slot leave nothing to compare`() throws {
    let empty = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[]}
      {"at":0,"in":{"scroll":0}}

      """
    let run = try ProgramRun("tune", "-", input: empty, code: 65, output: "")
    #expect(run.errors.contains("there are no slots, and so nothing to compare"))
  }

  @Test func `at a price of a thousand viewable ads the value is money`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let arguments = ["tune", page, "--readers", "6", "--step", "400", "--try", "400/200"]
    let money = try ProgramRun(arguments + ["--cpm", "2.5", "--request-cpm", "0.2"]).output
    #expect(money.contains("viewable ads − 0.08 × requests"), "a request costs 0.2 / 2.5 ads")
    let own = ["--json", "--cost", "request=0.08,blank=0.5,view=1"]
    guard case .list(let settings)? = try json(ProgramRun(arguments + own))["settings"],
      let value = settings[0]["value"]?.number
    else { throw TestSupportError("no value") }
    let written = (value * 2.5).text(digits: 2)
    #expect(
      money.replacing("\n", with: " ").contains(
        "At a CPM of 2.50 for viewable ads, the value of 1000 sessions is \(written) now, "),
      "\(money)")
    let alone = try ProgramRun(arguments + ["--request-cpm", "1"], code: 64)
    #expect(alone.errors.contains("--request-cpm: expected --cpm with it"))
  }

  @Test func `what sessions are run under is said`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let options = ["--readers", "6", "--step", "800", "--latency", "x3", "--network", "3g"]
    let text = try ProgramRun(["tune", page] + options + ["--device", "iphone-se"], code: 0).output
    #expect(text.contains("Run under latency x3, network 3g and viewport 375x667."), "\(text)")
    let report = try json(ProgramRun(["tune", page, "--json"] + options))
    #expect(report["conditions"] == .list([.text("latency x3"), .text("network 3g")]))
    let plain = try ProgramRun("tune", page, "--readers", "6", "--step", "800").output
    #expect(!plain.contains("Run under"))
  }

  @Test func `a share of the viewport is tried with the page's scaling on phones`() throws {
    let folder = try TemporaryFolder()
    let lazyLoad = "{ fetchThreshold: 100%, displayThreshold: 50%, mobileScaling: 2 }"
    let page = try folder.write(
      Self.page.replacing("{ fetchThreshold: 800, displayThreshold: 200 }", with: lazyLoad), "p.md")
    let report = try json(
      ProgramRun(
        "tune", page, "--readers", "6", "--step", "800", "--json", "--try", "50%/25%", "--now",
        "100%/50%"))
    guard case .list(let settings)? = report["settings"] else { throw TestSupportError("none") }
    #expect(settings.map { $0["fetch"] } == [.number(1688), .number(844)])
  }

  @Test func `slower answers cost viewable ads`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    func blank(_ latency: String...) throws -> Double {
      let report = try json(
        ProgramRun(["tune", page, "--readers", "6", "--step", "800", "--json"] + latency))
      guard case .list(let settings)? = report["settings"],
        case .number(let blank)? = settings[0]["perSession"]?["blankExposure"]
      else { return .nan }
      return blank
    }
    let usual = try blank()
    #expect(try blank("--latency", "page") == usual)
    #expect(try blank("--latency", "x1") == usual)
    #expect(try blank("--latency", "x3") > usual)
    #expect(try blank("--latency", "0ms..0ms") < usual)
  }

  @Test func `what is asked for wrongly is 64 with a sentence`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
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
      let run = try ProgramRun(["tune"] + arguments)
      #expect(run.code == 64, "\(arguments)")
      #expect(run.errors.contains(sentence), "\(arguments): \(run.errors)")
      #expect(run.output == "")
    }
    let run = try ProgramRun("tune", page, session, code: 65)
    #expect(run.errors.contains("is a bare session, which has slots of its own"))
    #expect(try ProgramRun("tune", folder.path + "/none.jsonl").code == 66)
  }

  // MARK: - Other forms

  @Test(arguments: [("4", [""]), ("50", ["true", "false"])])
  func `every setting is a line of comma-separated values`(
    readers: String, isOpen: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
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
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    func export(_ form: String, _ more: String...) throws -> String {
      let run = try ProgramRun(
        ["tune", page, "--readers", "4", "--step", "400", "--export", form] + more)
      #expect(run.code == 0, "\(run.errors)")
      return run.output
    }
    #expect(
      try export("swift", "--try", "600/150").hasPrefix(
        ".lazyLoadAd(fetchThreshold: 600, displayThreshold: 150"))
    let chosen = try JSONReader.read(Array(export("json").utf8))
    #expect(chosen["fetchThreshold"] == .number(800), "four readers are no evidence against it")
    #expect(
      try export("swift", "--now", "400/200/600", "--try", "900/200").contains(
        "unloadThreshold: 900, unloadingEnabled: true"), "an ad is kept wherever it is fetched")
    let directional = Self.page.replacing(
      "fetchThreshold: 800",
      with:
        "fetchThreshold: 800, unloadingEnabled: true, unloadThreshold: { ahead: 400, behind: 2000 }"
    )
    try folder.write(directional, "p.md")
    #expect(
      try export("json").contains(#""unloadThreshold":{"ahead":800,"behind":2000}"#),
      "each side by itself")
    let observer = try export("observer", "--try", "600/150")
    #expect(observer.contains(#"const fetchMargin = "600px 0px";"#))
    #expect(observer.contains(#"const displayMargin = "150px 0px";"#))
    let gpt = try export("gpt", "--try", "780/195")
    #expect(gpt.contains("fetchMarginPercent: 100,") || gpt.contains("// 780 pt"))
    #expect(gpt.contains("googletag.setConfig("))
  }

  @Test func `without evidence the present setting is exported, and the verdict says so`() throws {
    let folder = try TemporaryFolder()
    let session = try folder.write(
      Self.bare.replacing(
        #""viewport""#,
        with:
          #""lazyLoad":{"fetchThreshold":"100%","displayThreshold":"50%","mobileScaling":1.5},"viewport""#
      ), "visit.jsonl")
    let run = try ProgramRun("tune", session, "--export", "gpt", code: 0)
    #expect(run.output.contains("fetchMarginPercent: 100,"), "\(run.output)")
    #expect(run.output.contains("mobileScaling: 1.5"), "\(run.output)")
    #expect(
      run.errors.contains("--export: Keep 750/375 for now: 1 session is too few"), "\(run.errors)")
    let named = try ProgramRun("tune", session, "--export", "gpt", "--try", "300/100")
    #expect(!named.errors.contains("--export"), "it was named")
    #expect(named.output.contains("fetchMarginPercent: 40,"), "\(named.output)")
    let eager = try folder.write(
      Self.bare.replacing(#""viewport""#, with: #""lazyLoad":"off","viewport""#), "eager.jsonl")
    let none = try ProgramRun("tune", eager, "--export", "json")
    #expect(none.code == 1 && none.output == "", "no thresholds to keep: \(none.errors)")
  }

  @Test func `the present setting can be given, and is a default where the recording lacks it`()
    throws
  {
    let text = try ProgramRun("tune", "-", "--step", "500", input: Self.bare).output
    #expect(text.hasPrefix("Keep the default 800/200 for now"), "\(text)")
    #expect(text.contains("\ndefault ") && !text.contains("\nnow "))
    let recorded = Self.bare.replacing(
      #""viewport""#, with: #""lazyLoad":{"fetchThreshold":300,"displayThreshold":300},"viewport""#)
    let own = try ProgramRun("tune", "-", "--step", "500", input: recorded).output
    #expect(own.hasPrefix("Keep 300/300 for now") && own.contains("\nnow "))
    let given = try ProgramRun("tune", "-", "--step", "500", "--now", "300/300", input: Self.bare)
    #expect(given.output.hasPrefix("Keep 300/300 for now") && given.output.contains("\nnow "))
  }

  @Test func `a setting may be a percentage of the viewport, or the fetch threshold alone`() throws
  {
    for (written, fetch, display) in [
      ("600", 600.0, 200.0), ("50%", 250, 200), ("100%/20%", 500, 100),
    ] {
      let report = try json(
        ProgramRun("tune", "-", "--step", "500", "--json", "--try", written, input: Self.bare))
      guard case .list(let settings)? = report["settings"] else {
        Issue.record("no settings")
        return
      }
      #expect(settings[1]["fetch"] == .number(fetch), "\(written)")
      #expect(settings[1]["display"] == .number(display), "\(written)")
    }
  }

  @Test func `no viewable ad is lost where there is none, and a tried setting is recommended once`()
    throws
  {
    let brief = Self.bare.replacing("3000,", with: "800,").replacing("9000,", with: "900,")
    let one = try ProgramRun("tune", "-", "--try", "2000", "--step", "400", input: brief, code: 0)
    #expect(!one.output.contains("0.000 viewable"), "\(one.output)")
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let arguments = ["tune", page, "--readers", "50", "--now", "200/100", "--step", "200"]
    let verdict = try ProgramRun(arguments).output
    #expect(verdict.hasPrefix("Use 600/400 instead of 200/100: "), "\(verdict)")
    let rows = try ProgramRun(arguments + ["--try", "600/400"]).output.split(separator: "\n")
    #expect(rows.count { $0.contains(" 600/400 ") && $0.hasPrefix("recommended ") } == 2, "\(rows)")
    #expect(!rows.contains { $0.hasPrefix("on the map") })
  }

  @Test func `where more sessions could tell, the verdict says how many, and of which setting`()
    throws
  {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let run = try ProgramRun(
      "tune", page, "--readers", "50", "--now", "400/100", "--step", "200", code: 0)
    let verdict = run.output.split(separator: "\n", maxSplits: 3).prefix(3).joined(separator: " ")
    #expect(
      verdict.hasPrefix(
        "Keep 400/100: 600/400 was worth 0.060 more a session, which takes about 320 sessions to tell;"
          + " with 50 no setting is better beyond sampling error (95%)."), "\(verdict)")
  }

  @Test func `the order of the files changes nothing`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let paths = (0..<6).map { "\(folder.path)/\($0).jsonl" }
    for (number, path) in paths.enumerated() {
      _ = try ProgramRun(
        "import", "person", page, "--reader", number % 2 == 0 ? "skimmer" : "slow", "--seed",
        "\(number)", "--output", path)
    }
    func run(_ order: [Int]) throws -> String {
      try ProgramRun(
        ["tune", page] + order.map { paths[$0] } + ["--step", "400", "--try", "400", "--json"]
      ).output
    }
    #expect(try run([0, 1, 2, 3, 4, 5]) == run([5, 3, 1, 4, 2, 0]))
  }

  @Test func `the report is a page of HTML that stands alone and believes no name`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page.replacing("unit: u1", with: "unit: \"<b>&u1\""), "p.md")
    let file = folder.path + "/report.html"
    let run = try ProgramRun(
      "tune", page, "--readers", "9", "--latency", "x4", "--fetch", "0..1600", "--try", "600",
      "--html", file)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\n9 simulated readers"), "the report is printed, too")
    let html = try folder.text("report.html")
    #expect(html.hasPrefix("<!DOCTYPE html>"))
    for word in ["<script", "http:", "https:", "<b>"] { #expect(!html.contains(word), "\(word)") }
    #expect(html.contains("<title>fetch 800, display 200: viewable"))
    #expect(html.contains("<strong>Keep 800/200 for now"), "the verdict is on top")
    #expect(html.contains(">fetch threshold, pt<") && html.contains(">display threshold, pt<"))
    #expect(html.contains(">◆</text>") && html.contains(">●</text>"), "the tried and the present")
    #expect(html.components("<rect ") == html.components("</rect>"))
    let again = try ProgramRun(
      "tune", page, "--readers", "9", "--latency", "x4", "--fetch", "0..1600", "--html", file)
    #expect(again.code == 0, "a page of its own is replaced")
    let session = try folder.write(Self.bare, "s.jsonl")
    let refused = try ProgramRun("tune", session, "--html", session, code: 64)
    #expect(refused.errors.contains("--force replaces it"))
  }

  @Test func `several sessions of a page have luck of their own`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(
      Self.page.replacing("---\nlazyLoad", with: "---\nadServer: { noFillRate: 0.5 }\nlazyLoad"),
      "p.md")
    for seed in 1...7 {
      _ = try ProgramRun(
        "import", "person", page, "--reader", "slow", "--seed", "\(seed)", "--output",
        "\(folder.path)/\(seed).jsonl")
    }
    let report = try json(ProgramRun("tune", folder.path, "--step", "800", "--json"))
    guard case .list(let settings)? = report["settings"],
      case .number(let viewable)? = settings[0]["perSession"]?["viewable"]
    else { throw TestSupportError("no settings") }
    // With one seed for all, every slow reader who reads all of it would have the same ads.
    #expect(viewable != viewable.rounded(), "\(viewable)")
  }

  @Test func `summaries of parts add up to what one command counts`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let paths = (1...6).map { "\(folder.path)/\($0).jsonl" }
    for (number, path) in paths.enumerated() {
      _ = try ProgramRun(
        "import", "person", page, "--reader", number % 2 == 0 ? "skimmer" : "slow", "--seed",
        "\(number)", "--output", path)
    }
    func summary(_ paths: ArraySlice<String>) throws -> String {
      let run = try ProgramRun(["tune", page] + paths + ["--step", "400", "--summary", "-"])
      #expect(run.code == 0, "\(run.errors)")
      return run.output
    }
    let whole = try summary(paths[...])
    let parts = [try summary(paths[4...]), try summary(paths[..<1]), try summary(paths[1..<4])]
    let files = try parts.enumerated().map { try folder.write($1, "part\($0).json") }
    let merged = try ProgramRun(["tune", "--merge"] + files + ["--summary", "-"])
    #expect(merged.output == whole, "\(merged.errors)")
    let lines = try ProgramRun("tune", "--merge", "-", "--summary", "-", input: parts.joined())
    #expect(lines.output == whole)

    let report = try json(ProgramRun(["tune", "--merge"] + files + ["--json"]))
    let direct = try json(ProgramRun("tune", page, folder.path, "--step", "400", "--json"))
    #expect(report["sessions"] == .number(6))
    guard case .list(let settings)? = report["settings"],
      case .list(let expected)? = direct["settings"]
    else { throw TestSupportError("no settings") }
    for metric in ["requests", "wastedFetches", "viewable", "blankExposure"] {
      let (one, other) = (
        settings[0]["perSession"]?[metric]?.number, expected[0]["perSession"]?[metric]?.number
      )
      #expect(abs((one ?? .nan) - (other ?? .nan)) < 1e-3, "\(metric)")
    }
    let text = try ProgramRun(["tune", "--merge"] + files + ["--try", "400/100"]).output
    #expect(text.contains("\n6 sessions of 3 summaries"))
    #expect(text.contains("400/100 instead of 800/200"))

    let other = try folder.write(
      ProgramRun("tune", page, paths[0], "--step", "800", "--summary", "-").output, "other.json")
    let refused = try ProgramRun("tune", "--merge", files[0], other, code: 65)
    #expect(refused.errors.contains("other.json:1: compares other thresholds"), "\(refused.errors)")
    let denied = try folder.write(
      ProgramRun("tune", page, paths[0], "--step", "400", "--consent", "denied", "--summary", "-")
        .output, "denied.json")
    let elsewhere = try ProgramRun("tune", "--merge", files[0], denied, code: 65)
    #expect(elsewhere.errors.contains("denied.json:1: has other answers"), "\(elsewhere.errors)")
    let wrong = try ProgramRun("tune", "--merge", paths[0], code: 65)
    #expect(wrong.errors.contains("expected a summary of 'adview tune --summary'"))
    let tried = try ProgramRun("tune", "--merge", files[0], "--try", "777/1", code: 64)
    #expect(tried.errors.contains("is not among the settings of these summaries"))
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
