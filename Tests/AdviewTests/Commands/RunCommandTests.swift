import AdRendering
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// `adview run` from its arguments to its exit code.
@Suite struct RunCommandTests {
  private static let session = """
    {"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","y":900,"height":320}]}
    {"at":0,"in":{"scroll":0}}
    {"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320}}}}
    {"at":600,"in":{"scroll":500}}

    """

  private static let decisions = """
    {"at":0,"out":{"slot":"a","load":"fetched","gap":100}}
    {"at":0,"out":{"slot":"a","fetch":1}}
    {"at":0,"out":{"slot":"a","ad":"loading"}}
    {"at":0,"out":{"slot":"a","load":"displayed","gap":100}}
    {"at":400,"out":{"slot":"a","ad":"loaded"}}
    {"at":500,"out":{"slot":"a","render":1}}
    {"at":600,"out":{"slot":"a","ad":"impressed"}}
    {"at":1600,"out":{"slot":"a","viewable":true}}

    """

  @Test func `a session is run to its table, its decisions, or metrics as the last line`() throws {
    try ProgramRun(
      "run", "-", input: Self.session + #"{"at":1600,"end":true}"# + "\n", code: 0, errors: "",
      output: .has("viewable ads        1       100% of rendered\n"))
    try ProgramRun("run", "--events", "-", input: Self.session, output: .is(Self.decisions))
    try ProgramRun(
      "run", "--events", "--json", "-", input: Self.session,
      output: .begins(Self.decisions + "{\"blankExposure\":") & .ends("}\n"))
    // What the session decided does not matter.
    let closed = Self.session + #"{"at":700,"out":{"slot":"a","ad":"closed"}}"# + "\n"
    try ProgramRun("run", "--events", "-", input: closed, output: .is(Self.decisions))
  }

  @Test func `a bare session without answers says that they are simulated`() throws {
    let session = """
      {"adview":1,"answers":"simulated","viewport":{"width":384,"height":800},"slots":[{"slot":"a","y":900,"height":320}]}
      {"at":0,"in":{"scroll":0}}
      {"at":9000,"in":{"scroll":500}}

      """
    try ProgramRun(
      "run", "-", input: session, errors: .has("holds no answers of an ad server: when ads come"),
      output: .has("rendered            1"))
    try ProgramRun(
      "tune", "-", input: session,
      errors: .has("1 of 1 session holds no answers of an ad server: when ads come"))
    try ProgramRun(
      "check", "--against", "page", "-", input: session, code: 65,
      errors: .has("only recordings of pages with Google Publisher Tag"))
  }

  @Test func `metrics are counted up to the last line, whatever is pending then`() throws {
    try ProgramRun(
      "run", "-", input: Self.session,
      output: .has("duration          0.6 s\n", "viewable ads        0       0% of rendered\n"))
  }

  @Test func `an ad that came with the last line is about to be rendered`() throws {
    let session = Self.session.replacing(#"{"at":600,"in":{"scroll":500}}"# + "\n", with: "")
    try ProgramRun(
      "doctor", "-", input: session, output: .has("  · 1 ad delivered and about to be rendered\n"))
  }

  @Test func `slow answers of a recorded page are not called simulated`() throws {
    let session = Self.session.replacing(#"{"at":400,"#, with: #"{"at":9000,"#)
      .replacing(#"{"at":600,"in""#, with: #"{"at":9600,"in""#)
    try ProgramRun(
      "doctor", "-", input: session,
      output: .has("1 ad response took 9000 ms\n    → use a faster ad server\n"))
  }

  @Test func `a flag beats the session`() throws {
    try ProgramRun(
      "run", "--events", "--fetch", "50", "--display", "50", "-", input: Self.session,
      output: .begins(#"{"at":600,"out":{"slot":"a","load":"fetched","gap":-400}}"# + "\n"))
  }

  @Test func `a flag for pages is said to change nothing in a session without one`() throws {
    try ProgramRun(
      "run", "--columns", "60", "--ads", "every:3", "-", input: Self.session, code: 0,
      errors: "adview: standard input: has no page that --ads, --columns could change\n")
  }

  @Test func `bad data is 65 with file and line, after what was decided before`() throws {
    let file = try TemporaryFile(Self.session + "{\"at\":700,\"in\":{\"scrol\":1}}\n")
    try ProgramRun(
      "run", "--events", file.path, code: 65,
      errors: "adview: \(file.path):5: unknown key \"scrol\"; did you mean \"scroll\"?\n",
      output: .begins("{\"at\":0,"))
  }

  @Test func `a last line that is unfinished is dropped with a warning`() throws {
    try ProgramRun(
      "run", "--events", "-", input: Self.session + "{\"at\":700,\"in\":{", code: 0,
      errors: "adview: standard input:5: the last line is unfinished and was dropped\n",
      output: .is(Self.decisions))
  }

  @Test func `what the engine refuses is told by the slot's name`() throws {
    let end = """
      {"at":700,"in":{"slot":"a","removed":true}}
      {"at":701,"in":{"click":"a"}}

      """
    let run = try ProgramRun("run", "-", input: Self.session + end)
    let sentence = "at 701 ms: refused: slot a: there is no such slot on the page\n"
    #expect(run.code == 0)
    #expect(run.errors == "adview: standard input: " + sentence)
  }

  @Test(arguments: [
    (
      #""viewport":{"width":390,"height":844},"#, #"{"caption":"nobody scrolls"}"#,
      "line that scrolls"
    ),
    (#""viewport":{"width":390,"height":844},"#, #"{"scroll":0}"#, nil),
    (#""viewport":{"width":390,"height":844},"#, #"{"viewport":{"width":390,"height":700}}"#, nil),
    ("", #"{"scroll":0}"#, "the viewport has no height"),
    ("", #"{"slot":"a","removed":true}"#, "line that scrolls"),
  ])
  func `run and check say of a session in which no slot was checked why`(
    viewport: String, input: String, reason: String?
  ) throws {
    let session = """
      {"adview":1,\(viewport)"slots":[{"slot":"a","y":10,"width":300,"height":250}]}
      {"at":0,"in":\(input)}
      {"at":1,"end":true}

      """
    for command in ["run", "check"] {
      let run = try ProgramRun(command, "-", input: session)
      #expect(run.code == 0 || reason == nil)
      #expect(run.errors.contains("no slot was checked") == (reason != nil))
      if let reason { #expect(run.errors.contains(reason)) }
    }
  }

  @Test func `a threshold has a side behind, and percentages are scaled on a phone`() throws {
    func requests(_ settings: String) throws -> String {
      let session = Self.upAgain.replacing(
        #""slots""#, with: #""lazyLoad":{\#(settings),"displayThreshold":0},"slots""#)
      return try ProgramRun("run", "--json", "-", input: session, code: 0).output
    }
    // Slot a lies 300 points above the viewport where the session begins to go down again.
    #expect(try requests(#""fetchThreshold":400"#).contains(#""requests":1"#))
    for settings in [
      #""fetchThreshold":{"ahead":400,"behind":100}"#,
      #""fetchThreshold":"50%","mobileScaling":0.1"#,
    ] { #expect(try requests(settings).contains(#""requests":0"#), "\(settings)") }
  }

  /// A slot that lies 300 points behind all the time.
  private static let upAgain = """
    {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"a","y":0,"width":300,"height":250}]}
    {"at":0,"in":{"scroll":550}}
    {"at":1000,"in":{"scroll":551}}

    """

  @Test func `text from a session cannot reach the terminal as it is`() throws {
    let name = #"\u001b]0;x\u0007\u202e"#
    let session =
      Self.session.split(separator: "\"a\"").joined(separator: "\"\(name)\"")
      + "{\"at\":700,\"in\":{\"click\":\"\(name)!\"}}\n"
    try ProgramRun(
      "run", "--events", "-", input: session, code: 65, errors: .scrubbed,
      output: .has("\"render\":1") & .scrubbed)
  }

  // MARK: - Readers

  private static let article = """
    # A page

    ```ad
    unit: u1
    creative: { latency: 300ms, size: 320x320, media: display }
    ```

    \(String(repeating: "Words and more words that nobody reads.\n\n", count: 120))

    ```ad
    unit: u2
    creative: { latency: 300ms, size: 320x320, media: display }
    ```

    """

  @Test func `a page that nobody scrolls is said to be one, on standard error`() throws {
    try ProgramRun(
      "run", "-", input: Self.article, code: 0,
      errors: .begins("adview: standard input: the page was not scrolled")
        & .has("'adview tune PAGE --try 400/200 --readers 50'"))
    try ProgramRun("run", "-", input: "# No ads\n", errors: "")
  }

  @Test func `a reader scrolls a page to its end, or leaves earlier`() throws {
    let whole = try ProgramRun(
      "run", "--reader", "skimmer", "-", input: Self.article, code: 0, errors: "",
      output: .begins("reader: skimmer, seed 1, leaves at 100%\n") & .has("\nrequests "))
    func requests(_ arguments: String...) throws -> String? {
      try ProgramRun(
        ["run", "--json", "--reader", "skimmer"] + arguments + ["-"], input: Self.article
      )
      .output.firstMatch(of: /"requests":(\d+)/).map { String($0.1) }
    }
    #expect(try requests() == "2")
    #expect(try requests("--leaves", "30%") == "1")
    try ProgramRun(
      "run", "--reader", "skimmer", "--leaves", "30%", "-", input: Self.article,
      output: .begins("reader: skimmer, seed 1, leaves at 30%\n"))
    let again = try ProgramRun("run", "--reader", "skimmer", "-", input: Self.article)
    #expect(again.output == whole.output)
    let other = try ProgramRun(
      "run", "--reader", "skimmer", "--seed", "2", "-", input: Self.article)
    #expect(other.output != whole.output)
  }

  @Test func `a flag holds auctions, and metrics of auctions are there with it alone`() throws {
    try ProgramRun(
      "run", "--json", "--auction", "300%", "-", input: Self.article, code: 0,
      output: .has("\"auctions\":1,"))
    try ProgramRun(
      "run", "--auction", "300%", "-", input: Self.article, output: .has("\nauctions "))
    try ProgramRun("run", "-", input: Self.article, output: .lacks("auctions"))
    try ProgramRun(
      "run", "--events", "--auction", "2000", "-", input: Self.session, code: 0,
      output: .has("\"auction\":1"))
    try ProgramRun("run", "--auction", "soon", "-", input: Self.article, code: 64)
  }

  @Test(arguments: [
    ["--leaves", "40%"], ["--reader", "skimmer", "--leaves", "40"], ["--reader", "nobody"],
    ["--reader", "slow", "--leaves", "101%"],
  ])
  func `a reader that makes no sense is refused`(arguments: [String]) throws {
    try ProgramRun(["run"] + arguments + ["-"], input: Self.article, code: 64)
    try ProgramRun(
      ["run", "--reader", "slow", "-"], input: Self.session, code: 64, errors: .has("is a session"))
  }

  // MARK: - Files

  @Test func `no such file is 66`() throws {
    let missing: ExpectedText = .has("No such file or directory") & .lacks("\u{1B}")
    for command in ["run", "snapshot"] {
      try ProgramRun(command, "/nowhere/\u{1B}[31m.jsonl", code: 66, errors: missing)
    }
    let session = "{\"adview\":1,\"page\":\"nowhere.md\"}\n"
    try ProgramRun(
      "run", "-", input: session, code: 66,
      errors: "adview: nowhere.md: No such file or directory\n")
  }

  @Test func `of a folder each session is a row, in the figures of its own run`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    for reader in ["skimmer", "slow"] {
      let output = "\(folder.path)/\(reader).jsonl"
      try ProgramRun("import", "person", page, "--reader", reader, "--output", output)
    }
    let run = try ProgramRun("run", "--json", "--fetch", "100", folder.path, code: 0, errors: "")
    for line in run.output.split(separator: "\n") {
      let row = try JSONReader.read(Array(line.utf8))
      let file = try #require(row["file"]?.text)
      let alone = try ProgramRun("run", "--json", "--fetch", "100", file).output
      #expect(
        "\(line)\n" == alone.replacing("{", with: "{\"file\":\"\(file)\",", maxReplacements: 1))
    }
    let rows = try ProgramRun("run", folder.path, code: 0).output.split(separator: "\n")
    #expect(
      rows.count == 5 && rows[0].contains("requests  wasted  rendered  viewable  late  blank"))
    #expect(rows[2].hasPrefix("skimmer ") && rows[4].hasPrefix("mean "))
  }

  @Test func `the table of the demos fits 80 columns`() throws {
    let demos = Project.root.path + "/Demos"
    let table = try ProgramRun("run", demos, code: 0).output
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(table)")
    #expect(table.contains("\nsingle-request "))
  }

  @Test func `a folder's sessions at fault are named, the others counted`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"adview\":1", "a.jsonl")
    try folder.write(Self.session, "b.jsonl")
    try ProgramRun(
      "run", folder.path, code: 65,
      errors: .begins("adview: \(folder.path)/a.jsonl:1: a session begins with"),
      output: .has("\nb "))
    for option in [["--events"], ["--reader", "slow"], ["--try", "600"]] {
      let refused = try ProgramRun(["run"] + option + [folder.path], code: 64)
      #expect(
        refused.errors
          == "adview: \(option[0]): expected one file, and \(folder.path) is a folder\n")
    }
    let empty = try TemporaryFolder()
    try ProgramRun("run", empty.path, code: 66, errors: .has("there are no sessions"))
  }

  @Test(arguments: ["run", "play", "tune", "check", "doctor"])
  func `whoever gives a web page or its address is told of the recorder`(command: String) throws {
    let folder = try TemporaryFolder()
    let html = try folder.write("\u{FEFF}\n<!DOCTYPE html>\n<p>Text</p>\n", "index.html")
    let bare = try folder.write("<HTML lang=en><p>Text</p>", "bare")
    let advice =
      "a web page is recorded by 'adview record', or in its own browser by 'adview recorder'"
    for path in [html, bare] {
      try ProgramRun(
        command, path, code: 65, errors: .has("\(path): is a web page (HTML); \(advice)"))
    }
    try ProgramRun(
      command, "https://example.com/a", code: 66,
      errors: .has("https://example.com/a: is an address, not a file; \(advice)"))
  }

  @Test func `a folder that is given for a file is answered by what is in it`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.md", "a.jsonl", "other.txt"] { try folder.write("# A\n", name) }
    let run = try ProgramRun("play", folder.path, code: 66)
    let names = ["a.jsonl", "b.md"].map { folder.path + "/" + $0 }.joined(separator: ", ")
    #expect(
      run.errors
        == "adview: \(folder.path): is a folder, not a file; pages and sessions in it: \(names)\n")
  }

  @Test func `a full disk is 74`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    try ProgramRun(["--version"], output: full).expect(
      code: 74, errors: "adview: cannot write to standard output: No space left on device\n")
  }

  @Test(arguments: ["--help", "--linear"])
  func `a reader that has gone is 74 without a word`(argument: String) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    try ProgramRun([argument], output: ends[1]).expect(code: 74, errors: "")
  }

  // MARK: - Pages

  private static let page = """
    # A page

    ```ad
    unit: u
    creative: { latency: 300ms, size: 320x320, media: display }
    ```

    Text.

    """

  @Test func `a page is opened at 0 and runs until nothing is pending`() throws {
    let file = try TemporaryFile(Self.page)
    try ProgramRun(
      "run", "--events", file.path, code: 0, errors: "",
      output: .begins(#"{"at":0,"out":{"slot":"1","load":"fetched","gap":"#)
        & .has(#"{"at":400,"out":{"slot":"1","render":1}}"#)
        & .ends(#"{"at":1400,"out":{"slot":"1","viewable":true}}"# + "\n"))
  }

  @Test func `that consent is taken for granted is said`() throws {
    let file = try TemporaryFile(Self.page)
    let sentence = "consent: granted, as no --consent was given"
    try ProgramRun("run", file.path, output: .begins(sentence + "\n"))
    try ProgramRun("doctor", file.path, output: .has("· " + sentence))
    try ProgramRun("doctor", "--json", file.path, output: .has(sentence))
    for command in ["run", "doctor"] {
      try ProgramRun(
        command, "--consent", "granted", file.path, code: 0, output: .lacks("was given"))
    }
    try ProgramRun(
      "run", "--json", "--consent", "unset", file.path, output: .has("\"requests\":0,"))
  }

  @Test(arguments: ["run", "snapshot"])
  func `a page's mistakes are reported, or refused with strict`(command: String) throws {
    let file = try TemporaryFile("---\ntitel: x\n---\n" + Self.page)
    let lenient = try ProgramRun(
      command, file.path, code: 0, errors: .begins("adview: \(file.path):2: "))
    let strict = try ProgramRun(command, "--strict", file.path, code: 65, output: "")
    #expect(lenient.errors.hasPrefix(strict.errors))
  }

  @Test func `a session finds its page beside it and tells when it has changed`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let session = try folder.write(
      """
      {"adview":1,"page":"p.md","digest":"0000000000000000"}
      {"at":0,"in":{"scroll":0}}

      """, "s.jsonl")
    let run = try ProgramRun("run", "--events", session)
    let sentence = "the page \(page) has changed since the session was recorded\n"
    #expect(run.code == 0)
    #expect(run.errors == "adview: \(session):1: " + sentence)
    #expect(run.output.contains(#"{"at":400,"out":{"slot":"1","render":1}}"#))
  }

  @Test(.tags(.sweep), arguments: [nil, 200] + Sweep.sample(Array(65_500...65_550)))
  func `the answers of a session are found wherever they stand`(place: Int?) throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    var session = "{\"adview\":1,\"page\":\"\(page)\"}\n{\"at\":0,\"in\":{\"scroll\":0}}\n"
    if let place {
      // The key of the answer begins about there, where one piece of the file ends and the next begins.
      let caption = "{\"at\":0,\"in\":{\"caption\":\"\"}}\n"
      let padding = max(0, place - session.utf8.count - caption.utf8.count - 20)
      session += "{\"at\":0,\"in\":{\"caption\":\"\(String(repeating: "x", count: padding))\"}}\n"
      session += #"{"at":100,"in":{"world" :{"slot":"1","generation":1,"failed":"noFill"}}}"# + "\n"
    }
    session += "{\"at\":100,\"in\":{\"caption\":\"\\\"world\\\":\"}}\n"
    session += "{\"at\":100,\"out\":{\"slot\":\"world\",\"viewable\":true}}\n"
    let path = try folder.write(session, "s.jsonl")
    let run = try ProgramRun("run", "--events", path)
    #expect(run.output.contains("\"failed\"") == (place != nil))
    #expect(run.output.contains("\"loaded\"") == (place == nil))
    #expect(run.output == (try ProgramRun("run", "--events", "-", input: session)).output)
  }

  @Test func `settings that are tried have the figures of their own runs`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let session = folder.path + "/s.jsonl"
    try ProgramRun("import", "person", page, "--reader", "skimmer", "--output", session)
    let tries = ["--try", "300/100", "--try", "100%/50%/1600"]
    let table = try ProgramRun(["run", "--json"] + tries + [session], code: 0, errors: "").json
    let options = [
      [], ["--fetch", "300", "--display", "100"],
      ["--fetch", "100%", "--display", "50%", "--unload", "1600"],
    ]
    let settings = table["settings"]?.items ?? []
    #expect(settings.map { $0["setting"]?.text } == ["now", "300/100", "100%/50%/1600"])
    for (setting, options) in zip(settings, options) {
      let alone = try ProgramRun(["run", "--json"] + options + [session]).json
      #expect(setting["metrics"] == alone, "\(options)")
    }
    let text = try ProgramRun(["run"] + tries + [session]).output
    #expect(text.contains(#/\n +now +300/100 +100%/50%/1600\n/#), "\(text)")
    #expect(text.hasPrefix("300/100: "))
  }

  @Test func `a setting that does not go with the page names itself`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    try ProgramRun(
      "run", "--try", "50%/80%", page, code: 64, errors: .has("adview: --try 50%/80%: "))
  }

  @Test func `a fetch threshold alone takes the display threshold along`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    func metrics(_ setting: String) throws -> [JSONValue?] {
      let reader = ["run", "--reader", "skimmer", "--json", page]
      let settings = try ProgramRun(reader + ["--try", setting], code: 0).json["settings"]
      return try #require(settings).items.map { $0["metrics"] }
    }
    #expect(try metrics("100") == metrics("100/100"))
    func alone(_ options: String...) throws -> String {
      try ProgramRun(["run", "--reader", "skimmer", "--json", page] + options, code: 0).output
    }
    #expect(try alone("--fetch", "100") == alone("--fetch", "100", "--display", "100"))
    #expect(try alone("--display", "900") == alone("--fetch", "900", "--display", "900"))
    try ProgramRun(
      "run", "--reader", "skimmer", "--try", "100", page,
      output: .begins("reader: skimmer, seed 1, leaves at 100%\nconsent: granted"))
  }
}
