import AdEngine
import AdSessions
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// What is given as a page and is none, or only half of one.
@Suite struct PageFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let session = """
    {"adview":1,"viewport":{"width":384,"height":800},"slots":[]}
    {"at":0,"in":{"scroll":0}}

    """

  @Test(arguments: [
    ["run"], ["snapshot"], ["play", "--linear"], ["doctor"], ["import", "person"],
  ])
  func `what is no text is refused with one sentence`(command: [String]) throws {
    let path = try folder.write("\u{7F}ELF\r\n\u{2}\n\u{1}\u{0}\u{0}", "page.md")
    let run = try ProgramRun(command + [path], code: EX_DATAERR)
    #expect(
      run.errors
        == "adview: \(path):3: is not text (it holds a NUL byte): a page is Markdown in UTF-8\n")
    #expect(run.output == "")
  }

  @Test func `a file without an end is not read to it`() throws {
    try ProgramRun("run", "/dev/zero", code: EX_DATAERR)
    let path = try folder.write(String(repeating: "long\n", count: (4 << 20) / 5 + 1), "page.md")
    try ProgramRun(
      "run", path, code: EX_DATAERR,
      errors: "adview: \(path):838861: is too long for a page: expected at most 4 MiB\n")
    let longest = try folder.write(String(repeating: "word", count: 1 << 20), "longest.md")
    try ProgramRun("run", longest, code: 0)
  }

  @Test func `a page in another encoding opens, and the first line of it is told`() throws {
    let path = folder.path + "/page.md"
    try WholeFile.write(Array("# Page\n\ncaf".utf8) + [0xE9, 0x0A, 0xE9, 0x0A], to: path)
    let told = "\(path):3: expected UTF-8: other bytes are shown as \u{FFFD}\n"
    try ProgramRun("run", path, code: 0, errors: .is("adview: " + told))
    try ProgramRun("run", "--strict", path, code: EX_DATAERR)
    let marked = try folder.write("# Page\n\n\u{FFFD} is a character\n", "marked.md")
    try ProgramRun("run", "--strict", marked, errors: "")
  }

  @Test(arguments: [
    "", "\n\n", " ", "# A page\n", "[1,2]\n", "{\"name\":\"foreign\",\"version\":1}\n",
  ])
  func `a file that is called a session and is none is refused with the line`(text: String) throws {
    let path = try folder.write(text, "a.jsonl")
    for command in [["run"], ["snapshot"], ["check"], ["play"]] {
      try ProgramRun(
        command + [path], code: EX_DATAERR,
        errors: .begins("adview: \(path):1: a session begins with a line such as {\"adview\":1"))
    }
  }

  @Test(arguments: ["a.jsonl", "a.txt"])
  func `a link to a session is not followed, and it is said why`(name: String) throws {
    let folder = try TemporaryFolder.holding(Self.session, name).folder
    let page = try folder.write("# A page\n\n[a session](\(name))\n", "page.md")
    try ProgramRun(
      ["play", "--linear", page], input: "next\nopen\nwhere\n", code: 0,
      output: .has("\(name): is a session, not a page; 'adview play' replays it\n", "A page"))
  }

  @Test func `problems are reported line by line`() throws {
    let page = """
      ---
      consent: { policy: mild }
      lazyLoad: { fetchThreshold: far }
      ---
      ```ad
      size: 320x240
      ```

      """
    let run = try ProgramRun("run", "-", input: page)
    let lines = run.errors.split(separator: "\n").compactMap {
      $0.split(separator: ":").dropFirst(2).first
    }
    #expect(lines.count > 2 && lines == lines.sorted(), "\(run.errors)")
  }

  @Test func `the problems of a page are reported once, however many sessions are its`() throws {
    _ = try folder.write("# A\n\n```ad\nunit: u\nunti: u\n```\n", "a.md")
    let session = #"{"adview":1,"page":"a.md"}"# + "\n"
    for name in ["1.jsonl", "2.jsonl", "3.jsonl"] { _ = try folder.write(session, name) }
    let run = try ProgramRun("check", folder.path)
    #expect(run.errors.split(separator: "\n").count { $0.contains("unti") } == 1, "\(run.errors)")
  }

  @Test func `where a page ends is said behind any number of other problems`() throws {
    let mistakes = String(repeating: "```ad\nunti: u\n```\n", count: 25)
    let deep = String(repeating: "- ", count: 20_000) + "a" + String(repeating: "\n", count: 20_000)
    let run = try ProgramRun("run", folder.write(mistakes + deep, "p.md"))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.filter { $0.contains("the page ends there") }.count == 1, "\(run.errors)")
    #expect(lines.contains { $0.hasSuffix(" more problems") })
  }

  @Test func `a session of more lines than are kept is refused with the line`() throws {
    var lines = SessionLines(maxCount: 2)
    let line = SessionLine(at: .start, .cause(.scrolled(to: 1)))
    for number in 2...3 { try lines.receive(line, number: number) }
    #expect(throws: SessionError(line: 4, .tooMany(limit: 2))) {
      try lines.receive(line, number: 4)
    }
  }
}
