import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// `adview check` from its arguments to its exit code.
@Suite struct CheckCommandTests {
  private static let header =
    #"{"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","y":900,"height":320}]}"#
    + "\n"
  private static let causes = #"{"at":0,"in":{"scroll":0}}"# + "\n"
  private static let decisions = """
    {"at":0,"out":{"slot":"a","load":"fetched","gap":100}}
    {"at":0,"out":{"slot":"a","fetch":1}}
    {"at":0,"out":{"slot":"a","ad":"loading"}}
    {"at":0,"out":{"slot":"a","load":"displayed","gap":100}}

    """
  private static let good = header + causes + decisions
  private static let bad =
    header + causes + decisions.split(separator: "100").joined(separator: "99")

  private static let page = """
    ```ad
    unit: u
    creative: { latency: 300ms, size: 320x320, media: display }
    ```

    """

  @Test func `a session that decides the same is 0, and an altered decision 1 with its line`()
    throws
  {
    try ProgramRun(
      "check", "-", input: Self.good, code: 0, errors: "",
      output: "standard input: passed, 4 decisions, recorded answers\n")
    try ProgramRun(
      "check", "-", input: Self.bad, code: 1, errors: "",
      output: .begins(
        "standard input:3: FAILED: slot a fetched 100 pt away instead of 99 pt away; "
          + "2 of 4 decisions differ, recorded answers\n")
        & .has("\n    line 2  {\"at\":0,\"in\":{\"scroll\":0}}\n"))
  }

  @Test func `a folder means its sessions in order, each a line of text or of JSON`() throws {
    let folder = try TemporaryFolder()
    for (text, name) in [
      (Self.bad, "b.jsonl"), (Self.good, "c.jsonl"), ("{", "a.jsonl"), ("no session", "page.md"),
    ] { try folder.write(text, name) }
    try ProgramRun(
      "check", folder.path + "/", code: 65,
      errors: .begins("adview: \(folder.path)/a.jsonl:1: a session begins with"),
      output: .begins("\(folder.path)/b.jsonl:3: FAILED")
        & .ends(
          "\(folder.path)/c.jsonl: passed, 4 decisions, recorded answers\n"
            + "3 sessions: 1 passed, 1 failed, 1 error\n"))
    let lines = try ProgramRun("check", "--json", folder.path, code: 65).output.split(
      separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains(#""result":"error","line":1,"sentence":"#))
    #expect(
      lines[1].hasPrefix(#"{"session":"\#(folder.path)/b.jsonl","result":"failed","line":3,"#))
    #expect(
      lines[2]
        == #"{"session":"\#(folder.path)/c.jsonl","result":"passed","line":null,"#
        + #""sentence":"passed, 4 decisions, recorded answers","exitCode":0,"notes":[]}"#)
    try ProgramRun("check", "--json", "--format", "github", folder.path, code: 64)
  }

  @Test func `the folders in a folder are looked into, links and hidden ones are not`() throws {
    let folder = try TemporaryFolder()
    for name in ["b", ".hidden", "b/deep"] {
      #expect(mkdir("\(folder.path)/\(name)", 0o700) == 0)
      try folder.write(Self.good, name + "/s.jsonl")
    }
    #expect(symlink("b", folder.path + "/link") == 0)
    try folder.write(Self.good, "a.jsonl")
    let run = try ProgramRun("check", folder.path, code: 0)
    let names = run.output.split(separator: "\n").dropLast().map {
      String($0.dropFirst(folder.path.count + 1).prefix { $0 != ":" })
    }
    #expect(names == ["a.jsonl", "b/deep/s.jsonl", "b/s.jsonl"])
    #expect(run.output.hasSuffix("3 sessions: 3 passed, 0 failed, 0 errors\n"))
  }

  @Test func `what a session needs and is not there is said with the session's name`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"adview":1,"page":"gone.md"}"# + "\n", "s.jsonl")
    try ProgramRun("check", path, code: 66, errors: .begins("adview: \(path): ") & .has("gone.md"))
  }

  // MARK: - Budgets

  @Test func `a budget judges metrics, and sessions without decisions alone`() throws {
    try ProgramRun("check", "--budget", "requests<=1,late<20%", "-", input: Self.good, code: 0)
    try ProgramRun(
      "check", "--budget", "requests<1, wasted<=0", "-", input: Self.good, code: 1,
      output: """
        standard input: FAILED: requests 1, budget < 1; wasted requests 1, budget <= 0
          decisions as recorded: 4, recorded answers

        """)
    let bare = Self.header + Self.causes
    try ProgramRun("check", "--budget", "requests<=1", "-", input: bare, code: 0)
    try ProgramRun("check", "--budget", "unfinished<1", "-", input: bare, code: 1)
    try ProgramRun(
      "check", "--budget", "requests<1", "-", input: Self.bad, code: 1,
      output: .has("over budget: requests 1", "instead of 99 pt"))
    // What was written is said, whatever the budget says.
    let (folder, path) = try TemporaryFolder.holding(Self.bad, "b.jsonl")
    try ProgramRun(
      "check", "--update", "--budget", "requests<1", path, code: 1,
      output: .has("b.jsonl:3: updated, and FAILED: over budget: requests 1, budget < 1\n"))
    try ProgramRun("check", folder.path, code: 0)
  }

  @Test(arguments: [
    ("late", "expected bounds such as late<20%,wasted<=2, found \"late\""),
    ("lat<1", "unknown metric \"lat\"; did you mean \"late\"?"), ("", "expected bounds such as"),
    ("late<x", "late: expected a number, found \"x\""),
    ("blank<5%", "blank: is not a rate; expected a number without %"),
    ("late<1,,wasted<2", "expected bounds such as"),
    ("late<20%;wasted<2", "\"late<20%;wasted<2\": expected ',' between bounds"),
    ("late<1,blank<2000late<=5", "\"blank<2000late<=5\": expected ',' between bounds"),
  ])
  func `a budget that cannot be read is wrong usage`(text: String, sentence: String) throws {
    try ProgramRun(
      "check", "--budget", text, "-", input: Self.good, code: 64, errors: .has(sentence))
  }

  @Test func `a folder without sessions is 66, and so is what is not there`() throws {
    let folder = try TemporaryFolder()
    try ProgramRun(
      "check", folder.path, folder.path + "/a.jsonl", code: 66,
      errors: """
        adview: \(folder.path): there are no sessions (*.jsonl) in this folder
        adview: \(folder.path)/a.jsonl: No such file or directory

        """)
  }

  @Test(arguments: [
    (good + "{\"at\":5\n", 7, "this is not JSON"), (good + good, 7, "unknown key \"adview\""),
    (good + "{\"at\":9,\"in\":{\"scroll\":1}}\n" + decisions, 8, "time goes backwards"),
    ("# A page\n", 1, "a session begins with"), ("", 1, "a session begins with"),
    ("{\"adview\":2}\n", 1, "format version 2"), ("\u{0}\u{1}\u{2}\n", 1, "a session begins with"),
  ])
  func `a damaged or foreign file is one sentence and 65, and stays as it is`(
    text: String, line: Int, sentence: String
  ) throws {
    let (folder, path) = try TemporaryFolder.holding(text, "s.jsonl")
    let run = try ProgramRun(
      "check", "--update", path, code: 65, errors: .begins("adview: \(path):\(line): \(sentence)"),
      output: "")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try folder.text("s.jsonl") == text)
    #expect(folder.names == ["s.jsonl"])
  }

  @Test func `a line without an end is refused before it fills the memory`() throws {
    let long =
      Self.good + "{\"at\":9,\"in\":{\"caption\":\"" + String(repeating: "x", count: 17 << 20)
    let folder = try TemporaryFolder()
    try ProgramRun(
      "check", "--update", try folder.write(long, "s.jsonl"), code: 65,
      errors: .begins("adview: \(folder.path)/s.jsonl:7: the line is longer than 16777216"))
    try ProgramRun(
      "check", "/dev/zero", code: 65,
      errors: .begins("adview: /dev/zero:1: the line is longer than"))
  }

  @Test func `an unfinished last line is a warning`() throws {
    try ProgramRun(
      "check", "-", input: Self.good + "{\"at\":700,\"ou", code: 0,
      errors: "adview: standard input:7: the last line is unfinished and was dropped\n")
  }

  @Test func `update tells the difference, writes decisions and keeps the rest`() throws {
    let (folder, path) = try TemporaryFolder.holding(Self.bad, "s.jsonl")
    chmod(path, 0o640)
    let (second, other) = try TemporaryFolder.holding(Self.bad, "s.jsonl")
    try ProgramRun(
      "check", "--update", "--json", other, code: 0,
      output: .has(#""line":3,"sentence":"updated: "#))
    #expect(second.names == ["s.jsonl"])
    try ProgramRun(
      "check", "--update", path, code: 0, output: .begins("\(path):3: updated: ") & .lacks("FAILED")
    )
    #expect(folder.names == ["s.jsonl"])
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
    let updated = try folder.text("s.jsonl")
    #expect(updated.contains(Self.causes + Self.decisions))
    try ProgramRun(
      "check", "--update", path, output: "\(path): passed, 4 decisions, recorded answers\n")
    #expect(try folder.text("s.jsonl") == updated)
  }

  /// Answers of 100 and 200 ms on two covered pages: a rendering of the one falls on an answer of the other.
  @Test func `pages on each other whose ads meet at one time are updated to what passes`() throws {
    let folder = try TemporaryFolder()
    let ads = [("a", 100), ("b", 200)].map { unit, latency in
      "```ad\nunit: \(unit)\ncreative: { latency: \(latency)ms, size: 320x250 }\n```\n"
    }
    _ = try folder.write("# X\n\n" + ads.joined(separator: "\n"), "x.md")
    _ = try folder.write("# Y\n", "y.md")
    let path = try folder.write(
      """
      {"adview":1,"page":"x.md","viewport":{"width":384,"height":780},"consent":"unset"}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"open":"x.md"}}
      {"at":1000,"in":{"scroll":0}}
      {"at":1500,"in":{"open":"y.md"}}
      {"at":2000,"in":{"consent":"granted"}}

      """, "s.jsonl")
    try expectUpdatePasses(path)
  }

  @Test func `clicks at one time are updated, each before what its ad does`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "# X\n\n```ad\nunit: a\ncreative: { latency: 100ms, size: 320x250, link: https://example.com/ }\n```\n",
      "p.md")
    let click = #"{"at":1300,"in":{"click":"1"}}"#
    let path = try folder.write(
      """
      {"adview":1,"page":"p.md","viewport":{"width":390,"height":844},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      \(click)
      \(click)

      """, "s.jsonl")
    try expectUpdatePasses(path)
    let lines = try folder.text("s.jsonl").split(separator: "\n").filter {
      $0.hasPrefix(#"{"at":1300,"in""#)
    }
    #expect(lines.map { $0 == click } == [true, false, true, false])
  }

  /// Expects that a session that is updated passes in both worlds.
  private func expectUpdatePasses(_ path: String) throws {
    try ProgramRun("check", "--update", path, code: 0)
    for world in ["recorded", "simulated"] {
      try ProgramRun("check", "--world", world, path, code: 0)
    }
  }

  @Test(arguments: [
    #"{"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320}}}}"#,
    #"{"at":400,"in":{"scroll":300}}"#,
  ])
  func `an update leaves the metrics as they were, though more is decided after the last line`(
    last: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Self.header + Self.causes
        + #"{"at":350,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320}}}}"#
        + "\n" + last + "\n", "s.jsonl")
    let commands = [["run", "--json"], ["tune", "--json"]]
    let before = try commands.map { try ProgramRun($0 + [path]).output }
    #expect(before[0].contains(#""duration":400"#))
    try ProgramRun("check", "--update", path, code: 0)
    let text = try folder.text("s.jsonl")
    #expect(text.hasSuffix(#","end":400}"# + "\n"), "\(text)")
    #expect(text.contains(#""render":1"#))
    #expect(try commands.map { try ProgramRun($0 + [path]).output } == before)
    try ProgramRun("check", path, code: 0)
    // A second one, too, also of a session that says when it ended.
    try folder.write(text.replacing(#""render":1"#, with: #""render":2"#), "s.jsonl")
    try ProgramRun("check", "--update", path, code: 0)
    #expect(try folder.text("s.jsonl") == text)
    let early = text.replacing(#""end":400"#, with: #""end":399"#)
    try ProgramRun(
      "check", "-", input: early, code: 65,
      errors: .has("no earlier than its last cause (400 ms), found 399"))
  }

  @Test func `a session in which nothing is decided is updated to one that passes`() throws {
    try ProgramRun("check", "-", input: Self.header, code: 1)
    let far = Self.header.replacing("900", with: "9000") + Self.causes
    let (folder, path) = try TemporaryFolder.holding(far, "s.jsonl")
    defer { withExtendedLifetime(folder) {} }
    try ProgramRun("check", path, code: 1)
    try ProgramRun(
      "check", "--update", path, code: 0,
      output: "\(path): updated: the session held no decisions\n")
    try ProgramRun(
      "check", path, code: 0, output: "\(path): passed, 0 decisions, recorded answers\n")
  }

  @Test(arguments: [
    // One of one request was wasted.
    ("wastedFetchRate<=0.5", 1), ("wastedFetchRate<=50%", 1), ("wasted<=50%", 1),
    ("wastedFetches<1", 1), ("wastedFetchRate<=1", 0), ("leadTimeP5<1e9", 0), ("shifts<=0", 0),
    ("distance>=0", 0), ("failures<1", 0),
  ])
  func `a budget takes rates by keys, as shares or with %`(bound: String, code: Int32) throws {
    try ProgramRun(
      "check", "--budget", bound, "-", input: Self.good, code: code,
      output: code == 0 ? .has("passed") : .has(" 1", ", budget <"))
  }

  @Test func `a session that is being recorded is not updated, and is checked without`() throws {
    let (folder, path) = try TemporaryFolder.holding(Self.bad, "s.jsonl")
    let recorder = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(recorder) }
    try #require(flock(recorder, LOCK_EX | LOCK_NB) == 0)
    try ProgramRun(
      "check", "--update", path, code: 69,
      errors: .begins("adview: \(path): is being recorded; end the recording"))
    #expect(try folder.text("s.jsonl") == Self.bad)
    try ProgramRun("check", path, code: 1)
    try #require(flock(recorder, LOCK_UN) == 0)
    try ProgramRun("check", "--update", path, code: 0)
  }

  @Test func `update follows a link, and refuses standard input`() throws {
    let (folder, path) = try TemporaryFolder.holding(Self.bad, "s.jsonl")
    let link = folder.path + "/link.jsonl"
    #expect(symlink(path, link) == 0)
    try ProgramRun("check", "--update", link, code: 0)
    var facts = stat()
    #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    try ProgramRun("check", path, code: 0)
    try ProgramRun("check", "--update", "-", input: Self.bad, code: 64)
  }

  @Test func `update writes the answers of the simulated world, and the page's digest`() throws {
    let folder = try TemporaryFolder.holding(Self.page, "p.md").folder
    let session = #"{"adview":1,"page":"p.md","digest":"0123456789abcdef"}"# + "\n" + Self.causes
    let path = try folder.write(session, "s.jsonl")
    try ProgramRun("check", "--update", path, code: 0)
    let updated = try folder.text("s.jsonl")
    #expect(updated.contains(#"{"at":300,"in":{"world":{"slot":"1","generation":1,"loaded":{"#))
    try ProgramRun("check", path, code: 0, errors: "", output: .ends("recorded answers\n"))
    try ProgramRun("check", "--world", "simulated", path, code: 0)

    try folder.write(Self.page.split(separator: "300").joined(separator: "500"), "p.md")
    try ProgramRun(
      "check", "--world", "simulated", path, code: 1,
      errors: .has("the page \(folder.path)/p.md has changed"),
      output: .has(
        "\n  possible cause: simulated answers instead of the session's own\n"
          + "  possible cause: p.md has changed since the session was recorded\n"))
    // What the page's own server would say does not matter under recorded answers.
    try ProgramRun("check", "--world", "recorded", path, code: 0)
    try ProgramRun("check", "--world", "simulated", "--update", path, code: 0)
    try ProgramRun("check", path, code: 0, errors: "")
    #expect(try folder.text("s.jsonl").contains(#"{"at":500,"in":{"world":"#))
  }

  @Test func `the report for build servers is written whole`() throws {
    let (folder, bad) = try TemporaryFolder.holding(Self.bad, "bad.jsonl")
    let report = folder.path + "/report.xml"
    try ProgramRun("check", "--junit", report, bad, "nowhere.jsonl", code: 66)
    let xml = try folder.text("report.xml")
    #expect(xml.contains("<testsuites tests=\"2\" failures=\"1\" errors=\"1\">"))
    #expect(
      xml.contains("name=\"\(bad)\">\n      <failure message=\"line 3: slot a fetched 100 pt away"))
    #expect(xml.contains("<error message=\"nowhere.jsonl: No such file or directory\">"))
    #expect(folder.names == ["bad.jsonl", "report.xml"])
    let lost = try ProgramRun("check", "--junit", folder.path + "/no/report.xml", bad, code: 66)
    #expect(lost.output == "", "it is known before anything is checked")
  }

  @Test func `a report is written through links, also where there is no file yet`() throws {
    let (folder, good) = try TemporaryFolder.holding(Self.good, "good.jsonl")
    #expect(symlink("b.xml", folder.path + "/a.xml") == 0)
    #expect(symlink(folder.path + "/report.xml", folder.path + "/b.xml") == 0)
    #expect(symlink("round.xml", folder.path + "/round.xml") == 0)
    try ProgramRun("check", "--junit", folder.path + "/a.xml", good, code: 0)
    var facts = stat()
    for link in ["a.xml", "b.xml"] {
      #expect(lstat("\(folder.path)/\(link)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    }
    #expect(try folder.text("report.xml").contains("<testsuites"))
    try ProgramRun(
      "check", "--junit", folder.path + "/round.xml", good, code: 66,
      errors: .has("Too many levels of symbolic links"))
  }

  @Test func `text from a session cannot reach the terminal as it is`() throws {
    let hostile = #"\u001b]0;x\u0007\u202e"#
    let text =
      Self.bad + "{\"at\":700,\"in\":{\"caption\":\"\(hostile)\"}}\n"
      + "{\"at\":700,\"out\":{\"slot\":\"\(hostile)\",\"viewable\":true}}\n"
    try ProgramRun("check", "-", input: text, code: 1, errors: .scrubbed, output: .scrubbed)
  }

  @Test func `the demos check, in both worlds`() throws {
    for world in ["recorded", "simulated"] {
      try ProgramRun("check", "--world", world, Project.demo(""), code: 0, errors: "")
    }
  }

  @Test(arguments: 0..<40)
  func `a session with a damaged place passes, fails or is refused, and stays as it is`(
    seed: UInt64
  ) throws {
    var draw = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder.holding(Self.page, "p.md").folder
    let header = #"{"adview":1,"page":"p.md"}"# + "\n"
    let path = try folder.write(header + Self.causes, "s.jsonl")
    try ProgramRun("check", "--update", path, code: 0)
    let whole = Array(try folder.text("s.jsonl").utf8)
    for _ in 0..<5 {
      let damaged = String(decoding: draw.damage(whole), as: UTF8.self)
      try folder.write(damaged, "s.jsonl")
      let run = try ProgramRun("check", path)
      #expect([0, 1, 65, 66].contains(run.code), "\(damaged)")
      let refusals = run.errors.split(separator: "\n").filter {
        !$0.hasSuffix("the last line is unfinished and was dropped")
          && !$0.contains("no slot was checked")
      }
      #expect(refusals.count == (run.code > 1 ? 1 : 0), "\(run.errors)")
      if run.code == 65 { #expect(run.errors.contains("\(path):"), "\(run.errors)") }
      #expect(try folder.text("s.jsonl") == damaged)
    }
  }

  private static let visit = #"""
    {"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","y":900,"height":320}]}
    {"at":0,"in":{"scroll":0}}
    {"at":20,"page":{"slot":"a","did":"requested"}}
    {"at":900,"in":{"scroll":10}}

    """#

  @Test func `against its page a recorded visit passes, and fails with another threshold`() throws {
    try ProgramRun(
      "check", "--against", "page", "-", input: Self.visit, code: 0,
      output: "standard input: passed, 1 slot as on the page, within 250 ms\n")
    let settings = #""lazyLoad":{"fetchThreshold":95,"displayThreshold":0},"slots":["#
    let changed = Self.visit.replacing(#""slots":["#, with: settings)
    try ProgramRun(
      "check", "--against", "page", "-", input: changed, code: 1,
      output: """
        standard input: FAILED: 1 of 1 slot differs from the page by more than 250 ms
          slot a requested: the page at 20 ms, AdView at 900 ms

        """)
    let strict = ["check", "--against", "page", "--within", "19", "-"]
    try ProgramRun(strict, input: Self.visit, code: 1)
  }

  @Test func `a session of no page, or of the lab, is not compared with one`() throws {
    try ProgramRun(
      "check", "--against", "page", "-", input: Self.good, code: 65,
      errors: .has(
        "the session holds no page events: only recordings of pages with Google Publisher Tag"),
      output: "")
    try ProgramRun(
      "check", "--against", "page", "-", input: #"{"adview":1,"lab":{}}"# + "\n", code: 65,
      errors: .has("expected a session of a page, found one of the lab"))
  }

  @Test func `the comparison with a page is in the report for build servers`() throws {
    let (folder, file) = try TemporaryFolder.holding(Self.visit, "visit.jsonl")
    let report = folder.path + "/report.xml"
    try ProgramRun("check", "--against", "page", "--within", "0", "--junit", report, file, code: 1)
    #expect(try folder.text("report.xml").contains("1 of 1 slot differs from the page"))
  }

  @Test func `nothing is replaced by force without a report`() throws {
    try ProgramRun(
      "check", "--force", "a.jsonl", code: 64, errors: .has("--force: expected --junit"))
  }

  @Test(arguments: [
    ["--against", "page", "--update"], ["--within", "5"], ["--against", "page", "--within", "-1"],
    ["--against", "pages"],
  ])
  func `a comparison with a page that makes no sense is refused`(arguments: [String]) throws {
    try ProgramRun(["check"] + arguments + ["a.jsonl"], code: 64)
  }
}

extension SeededGenerator {
  /// The bytes with lines lost, doubled or swapped, a byte changed, or the end cut off.
  fileprivate mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    let place = below(lines.count)
    let other = below(lines.count)
    switch below(6) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: other)
    case 2: lines.swapAt(place, other)
    case 3: lines[place][below(lines[place].count)] ^= 1
    case 4: lines[place].removeLast(below(lines[place].count))
    default: return Array(bytes.prefix(number(0...bytes.count)))
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }
}
