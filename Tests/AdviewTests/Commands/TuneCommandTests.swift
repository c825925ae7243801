import AdRendering
import TestSupport
import Testing

@testable import adview

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
    guard case .list(let settings)? = report["settings"] else {
      Issue.record("no settings")
      return
    }
    #expect(settings.map { $0["fetch"] } == [.number(800), .number(600)])
    let text = try ProgramRun(
      "tune", page, "--readers", "12", "--try", "600/200", "--step", "400"
    ).output
    #expect(text.hasPrefix("12 simulated readers"))
    #expect(text.contains("fetch 600 / display 200 instead of the present settings"))
  }

  @Test func `recorded sessions of a page are run on it, wherever it was then`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    for seed in 1...3 {
      let run = try ProgramRun(
        "import", "person", page, "--reader", "skimmer", "--seed", "\(seed)", "--output",
        "\(folder.path)/\(seed).jsonl")
      #expect(run.code == 0)
    }
    let moved = try folder.write(
      Self.page.replacing("fetchThreshold: 800", with: "fetchThreshold: 500"), "q.md")
    let report = try json(ProgramRun("tune", moved, folder.path, "--step", "500", "--json"))
    #expect(report["sessions"] == .number(3))
    guard case .list(let settings)? = report["settings"] else {
      Issue.record("no settings")
      return
    }
    #expect(settings[0]["fetch"] == .number(500), "the settings of the page that is given")

    let own = try json(ProgramRun("tune", folder.path, "--step", "500", "--json"))
    guard case .list(let recorded)? = own["settings"] else {
      Issue.record("no settings")
      return
    }
    #expect(recorded[0]["fetch"] == .number(800), "the settings of the sessions")
    let run = try json(
      ProgramRun("run", "--json", "--fetch", "800", "--display", "200", folder.path + "/1.jsonl"))
    let one = try json(
      ProgramRun("tune", folder.path + "/1.jsonl", "--step", "500", "--json"))
    guard case .list(let single)? = one["settings"] else {
      Issue.record("no settings")
      return
    }
    for metric in ["requests", "wastedFetches", "viewable", "rendered", "blankExposure"] {
      #expect(single[0]["perSession"]?[metric] == run[metric], "\(metric)")
    }
  }

  @Test func `a bare session is read from standard input and answered as it was recorded`() throws {
    let run = try ProgramRun("tune", "-", "--step", "500", "--json", input: Self.bare)
    #expect(run.code == 0, "\(run.errors)")
    let report = try json(run)
    #expect(report["drawnAnswers"] == .number(0))
    guard case .list(let settings)? = report["settings"] else {
      Issue.record("no settings")
      return
    }
    #expect(settings[0]["perSession"]?["viewable"] == .number(1))
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
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    let session = try folder.write(Self.bare, "s.jsonl")
    for (arguments, sentence) in [
      ([page], "expected sessions of the page after it, or --readers N"),
      ([page, "--readers", "0"], "--readers 0: expected 1…100000"),
      ([page, session, "--readers", "3"], "--readers: expected a page alone"),
      ([session, "--readers", "3"], "is a session; --readers read a page"),
      ([session, "--leaves", "10%..20%"], "--leaves: expected --readers"),
      ([session, "--leaves", "10..20"], "expected A%..B%"),
      ([session, "--try", "200/600"], "expected FETCH/DISPLAY"),
      ([session, "--try", "600"], "expected FETCH/DISPLAY"),
      ([session, "--fetch", "9..1"], "expected A..B in points"),
      ([session, "--step", "0"], "--step 0.0: expected a number of points above 0"),
      ([session, "--step", "0.01"], "settings to be compared"),
      ([session, "--latency", "2s"], "expected page, a factor such as x2"),
      ([session, "--cost", "views=1"], "found \"views=1\""),
      ([session, "--objective", "viewable", "--cost", "view=1"], "--cost: expected"),
    ] {
      let run = try ProgramRun(["tune"] + arguments)
      #expect(run.code == 64, "\(arguments)")
      #expect(run.errors.contains(sentence), "\(arguments): \(run.errors)")
      #expect(run.output == "")
    }
    let run = try ProgramRun("tune", page, session)
    #expect(run.code == 65)
    #expect(run.errors.contains("is a bare session, which has slots of its own"))
    #expect(try ProgramRun("tune", folder.path + "/none.jsonl").code == 66)
  }
}
