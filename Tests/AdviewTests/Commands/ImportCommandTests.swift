import TestSupport
import Testing

@testable import AdPlayground

/// `adview import` from its arguments to a session that checks.
@Suite struct ImportCommandTests {
  private static let page = """
    # A page

    ```ad
    unit: u
    ```

    \(String(repeating: "Text and more text, until the page is long.\n\n", count: 60))

    ```ad
    unit: v
    size: 300x600
    ```

    """

  @Test(arguments: [
    "requests: single", "fetchAfter: 300ms", "fetchThreshold: 800 }\nauction: { threshold: 300%",
    "mobileScaling: 2",
    "horizontalMargin: 50", "fetchThreshold: 100%", "unloadingEnabled: true", "displayThreshold: 0",
  ])
  func `what the page's thresholds become later changes nothing of a recorded session`(
    setting: String
  ) throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let session = folder.path + "/s.jsonl"
    try ProgramRun("import", "person", page, "--output", session, code: 0)
    try folder.write("---\nlazyLoad: { \(setting) }\n---\n" + Self.page, "p.md")
    try ProgramRun(
      "check", "--thresholds", "session", session, code: 0,
      errors: .has("checked under the session's own thresholds"))
  }

  @Test func `a table becomes a session of its page, found from the session's folder`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let table = try folder.write("time,scroll\n0,0\n500,300\n6500,2000.5\n", "t.csv")
    let session = folder.path + "/s.jsonl"
    try ProgramRun(
      "import", "csv", table, "--page", page, "--output", session, code: 0,
      errors: "adview: \(table): 3 rows, 6.5 s, times in ms\n", output: "")
    let text = try folder.text("s.jsonl")
    #expect(text.hasPrefix(#"{"adview":1,"page":"p.md","digest":""#))
    #expect(text.contains(#"{"at":6500,"in":{"scroll":2000.5}}"#))
    #expect(text.contains("\"world\""))
    try ProgramRun("check", session, code: 0)
    try ProgramRun("check", "--world", "simulated", session, code: 0)
  }

  @Test func `without a page a table becomes a bare session`() throws {
    let run = try ProgramRun(
      "import", "csv", "--viewport", "390x844", "-", input: "time\tscroll\n0\t0\n16\t140\n",
      code: 0,
      output: .begins(#"{"adview":1,"viewport":{"width":390,"height":844},"#)
        & .ends(
          "\"slots\":[]}\n{\"at\":0,\"in\":{\"scroll\":0}}\n{\"at\":16,\"in\":{\"scroll\":140}}\n"
            + "{\"at\":16,\"end\":true}\n"))
    try ProgramRun("run", "-", input: run.output, code: 0)
  }

  @Test func `frames come from a table too, and the session is answered and checks`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(
      "timestamp,scrollY\n1772357400000,0\n1772357402000,900\n1772357409000,900\n", "t.csv")
    let slots = try folder.write("slot,unit,y,width,height\na,/1/a,1200,300,250\n", "slots.csv")
    let session = folder.path + "/s.jsonl"
    try ProgramRun(
      "import", "csv", table, "--slots", slots, "--viewport", "390x844", "--output", session,
      code: 0)
    let text = try folder.text("s.jsonl")
    let slot = #"{"slot":"a","unit":"/1/a","y":1200,"width":300,"height":250}"#
    #expect(text.contains(#""slots":[\#(slot)]"#))
    #expect(text.contains(#""answers":"simulated""#))
    #expect(text.contains(#""out":{"slot":"a","render":1}"#))
    try ProgramRun("check", session, code: 0)
    try ProgramRun(
      "run", "--json", "--fetch", "100", "--display", "50", session, code: 0,
      output: .has(#""requests":1"#))
  }

  @Test func `many visits in a table become a folder of sessions`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let table = try folder.write(
      "t,user,y\n0,a/../b,0\n0,Ünal,0\n0.5,a/../b,300\n0.6,Ünal,90\n0,a/../B,0\n0.5,a/../B,10\n",
      "t.csv")
    let sessions = folder.path + "/visits"
    let arguments = [
      "import", "csv", table, "--time-unit", "s", "--page", page, "--session-column", "user",
      "--output", sessions,
    ]
    try ProgramRun(
      arguments, code: 0, errors: .ends(": 6 rows, times in s; 3 sessions in \(sessions)\n"))
    #expect(try folder.text("visits/a_.._b.jsonl").contains(#""page":"../p.md""#))
    #expect(try folder.text("visits/a_.._B-2.jsonl").contains(#"{"at":500,"in":{"scroll":10}}"#))
    #expect(try folder.text("visits/_nal.jsonl").contains(#"{"at":600,"in":{"scroll":90}}"#))
    try ProgramRun("check", sessions, code: 0)
    // Sessions are replaced only when that is asked for.
    try ProgramRun(arguments, code: 64)
    try ProgramRun(arguments + ["--force"], code: 0)
  }

  @Test func `a bad row is 65 with file and line, and nothing is written`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write("time,scroll\n0,0\nsoon,\u{1B}[31m\n", "t.csv")
    let run = try ProgramRun("import", "csv", table, "--output", folder.path + "/s.jsonl", code: 65)
    #expect(
      run.errors
        == "adview: \(table):3: time: expected a number of milliseconds (--time-unit), found \"soon\"\n"
    )
    #expect(folder.names == ["t.csv"])
  }

  @Test(arguments: ["slow", "skimmer", "flinger"])
  func `a person reads a page to its end, and the session checks`(reader: String) throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    let arguments = ["--reader", reader, "--seed", "4", page]
    let session = folder.path + "/s.jsonl"
    try ProgramRun(["import", "person", "--output", session] + arguments, code: 0, errors: "")
    let text = try folder.text("s.jsonl")
    #expect(text.contains(#"{"at":0,"in":{"caption":"A \#(reader) reader (--seed 4)"}}"#))
    #expect(text.contains(#""in":{"caption":"The reader leaves"}}"#))
    try ProgramRun("check", session, code: 0)
    try ProgramRun("check", "--world", "simulated", session, code: 0)
    // The reader of a run is the same, and so are its decisions.
    let read = try ProgramRun(["run", "--events"] + arguments).output
    try ProgramRun("run", "--events", session, output: .has("\"fetch\"") & .is(read))
    // The same again, byte for byte, on standard output.
    let again = try ProgramRun(["import", "person"] + arguments)
    #expect(
      again.output.split(separator: "\n").dropFirst() == text.split(separator: "\n").dropFirst())
  }

  @Test func `a session in another folder finds the page all the same`() throws {
    let pages = try TemporaryFolder()
    let sessions = try TemporaryFolder()
    try pages.write(Self.page, "p.md")
    let relative = "/tmp/../tmp/" + (pages.path.split(separator: "/").last ?? "") + "/p.md"
    let session = sessions.path + "/s.jsonl"
    try ProgramRun("import", "person", relative, "--output", session, code: 0)
    try ProgramRun("check", session, code: 0)
  }

  @Test(arguments: [
    ("import person -", 64, "expected the path of a page"),
    ("import person a.md --ads every:3", 64, "put them into the page"),
    ("import person a.md --reader fast", 64, "--reader"),
    ("import csv - --page -", 64, "expected the path of a page"),
    ("import csv a.csv --page a.md --slots b.csv", 64, "--page and --slots: expected one of them"),
    ("import csv - --slots -", 64, "--slots -: expected a file"),
    ("import csv a.csv --session-column user", 64, "--session-column: expected --output"),
    ("import csv a.csv --time-unit years", 64, "--time-unit"),
    ("import person nowhere.md", 66, "nowhere.md: No such file or directory"),
    ("import csv nowhere.csv", 66, "nowhere.csv: No such file or directory"),
    ("import csv /tmp", 66, "is a folder, not a file"),
  ])
  func `what cannot be imported is told`(line: String, code: Int32, sentence: String) throws {
    let run = try ProgramRun(line.split(separator: " ").map(String.init))
    run.expect(code: code, output: "")
    #expect(run.errors.contains(sentence))
  }

  @Test func `a folder that is not there is told, and nothing is written`() throws {
    let (folder, page) = try TemporaryFolder.holding(Self.page, "p.md")
    try ProgramRun(
      "import", "person", page, "--output", folder.path + "/no/s.jsonl", code: 66,
      errors: .begins("adview: \(folder.path)/no/s.jsonl"))
  }

  @Test func `a table without a page holds thresholds only where they were given`() throws {
    let (folder, table) = try TemporaryFolder.holding("time,scroll\n0,0\n900,400\n", "t.csv")
    _ = folder
    try ProgramRun("import", "csv", table, code: 0, output: .lacks("lazyLoad"))
    let given = try ProgramRun("import", "csv", "--fetch", "300", table, code: 0).output
    #expect(given.contains(#""fetchThreshold":300"#))
  }
}
