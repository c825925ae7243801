import AdEngine
import Glibc
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// Nothing is replaced unasked, and what is replaced is replaced whole.
@Suite struct ReplacedFileTests {
  private static let page = "# A page\n\n```ad\nunit: u\n```\n"
  private static let table = "time,scroll\n0,0\n500,300\n"
  private static let slots = "slot,unit,y,width,height\n1,home_1,1000,320,250\n"
  private let folder: TemporaryFolder
  private let page: String

  init() throws {
    folder = try TemporaryFolder()
    page = try folder.write(Self.page, "p.md")
  }

  @Test func `no output replaces what its command has read, unless it is forced`() throws {
    let table = try folder.write(Self.table, "t.csv")
    let slots = try folder.write(Self.slots, "slots.csv")
    let choice = try folder.write("{\"IABTCF_gdprApplies\": 0}", "c.json")
    try folder.write("", "empty")
    #expect(symlink("p.md", folder.path + "/link.md") == 0)
    for (arguments, target, text) in [
      (["import", "person", page, "--output", page], page, Self.page),
      (["import", "person", page, "--output", folder.path + "/link.md"], page, Self.page),
      (["import", "csv", table, "--output", table], table, Self.table),
      (["import", "csv", table, "--page", page, "--output", page], page, Self.page),
      (["import", "csv", table, "--slots", slots, "--output", slots], slots, Self.slots),
      (
        ["import", "person", page, "--tcf", choice, "--output", choice], choice,
        "{\"IABTCF_gdprApplies\": 0}"
      ),
    ] {
      try ProgramRun(
        arguments, code: EX_USAGE, errors: .has(": is read by this command; --force replaces it\n"))
      #expect(try folder.text(target.split(separator: "/").last.map(String.init) ?? "") == text)
    }
    try ProgramRun("import", "csv", table, "--force", "--output", table, code: 0)
    #expect(try folder.text("t.csv").hasPrefix("{\"adview\":1"))
  }

  @Test(arguments: [["check", "--junit"], ["tune", "--html"]])
  func `no output takes the place of a page that only a session names`(command: [String]) throws {
    let session = folder.path + "/s.jsonl"
    try ProgramRun("import", "person", page, "--output", session, code: 0)
    try ProgramRun(
      command + [page, session], code: EX_USAGE,
      errors: .has(": is read by this command; --force replaces it\n"))
  }

  @Test func `no output takes the place of a session, unless it is forced`() throws {
    let session = folder.path + "/s.jsonl"
    try ProgramRun("import", "person", page, "--output", session, code: 0)
    let text = try folder.text("s.jsonl")
    for arguments in [
      ["import", "person", page, "--seed", "2", "--output", session],
      ["check", "--junit", session, session], ["tune", "--summary", session, session],
      ["tune", "--html", session, session], ["play", "--html", session, session],
    ] {
      let run = try ProgramRun(arguments, code: EX_USAGE)
      #expect(run.errors.contains(#/s\.jsonl: (is|exists, and is) /#), "\(run.errors)")
      #expect(try folder.text("s.jsonl") == text)
    }
    #expect(
      try ProgramRun("import", "person", page, "--seed", "2", "--force", "--output", session).code
        == 0)
    #expect(try folder.text("s.jsonl") != text)
    // One that is compressed may be a session, too.
    let packed = try folder.write(bytes: [0x1F, 0x8B, 8, 0], "s.jsonl.gz")
    try ProgramRun(
      "import", "person", page, "--output", packed, code: EX_DATAERR,
      errors: .ends("--force replaces it\n"))
    #expect(try FileSource.contents(of: packed, atMost: 1 << 20) == [0x1F, 0x8B, 8, 0])
    try ProgramRun(
      "run", packed, code: EX_DATAERR,
      errors: .has("is compressed (gzip); expand it, as with 'gunzip'"))
    // Only where a file begins.
    let long = Array(repeating: UInt8(ascii: "a"), count: 1 << 16) + [0x1F, 0x8B]
    try ProgramRun("run", try folder.write(bytes: long, "long.md"), code: 0)
    // A report may take the place of the last one.
    let report = folder.path + "/report.xml"
    for _ in 1...2 { #expect(try ProgramRun("check", "--junit", report, session).code == 0) }
  }

  @Test func `what is being recorded stays in its place, even if it is forced`() throws {
    let path = folder.path + "/r.jsonl"
    let shelf = DocumentLibrary(console: Console(input: -1, output: -1, errors: -1))
    var recording = try RecordingFile.open(path, ofPages: [page], shelf)
    for force in [[], ["--force"]] {
      try ProgramRun(
        ["import", "person", page, "--output", path] + force, code: EX_UNAVAILABLE,
        errors: "adview: \(path): is being recorded; end the recording first\n")
    }
    #expect(recording.append(Array("line\n".utf8)) == nil)
    #expect(try folder.text("r.jsonl") == "line\n")
  }

  @Test func `what a killed program left is taken away, a living one's is not`() throws {
    let name = folder.path + "/s.jsonl"
    // Greater than any id of a process.
    let dead = try folder.write("half", "s.jsonl.4194305.7.new")
    let living = try folder.write("half", "s.jsonl.\(getpid()).7.new")
    let others = [
      try folder.write("", "s.jsonl.new"), try folder.write("", "t.jsonl.4194305.7.new"),
      try folder.write("", "s.jsonl.4194305.x.new"),
    ]
    try folder.write("before", "s.jsonl")
    try WholeFile.write(Array("whole".utf8), to: name)
    #expect(access(dead, F_OK) != 0)
    for path in others + [living, name] { #expect(access(path, F_OK) == 0, "\(path)") }
    try folder.write("half", "settings.json.4194305.7.new")
    var settings = SettingsFile(folder: folder.path)
    _ = settings.load()
    #expect(!folder.names.contains("settings.json.4194305.7.new"), "at the next start")
    try folder.write("half", "p.md.4194305.7.new")
    try ProgramRun("snapshot", page, code: 0)
    #expect(folder.names.contains("p.md.4194305.7.new"), "who only reads takes nothing away")
    try ProgramRun("play", "--linear", page, input: "", code: 0)
    #expect(!folder.names.contains("p.md.4194305.7.new"), "when the playground opens the page")
  }

  @Test(.enabled(if: geteuid() == 0)) func `a file keeps its owner and its permissions`() throws {
    #expect(chown(page, 12_345, 23_456) == 0 && chmod(page, 0o640) == 0)
    try WholeFile.replace(page, with: Array("new".utf8))
    var facts = stat()
    #expect(stat(page, &facts) == 0)
    #expect(facts.st_uid == 12_345 && facts.st_gid == 23_456 && facts.st_mode & 0o777 == 0o640)
  }

  @Test func `what others keep in the settings stays there`() throws {
    let future = "{\"a\":[12345678901234567890, 1.10,\"\(String(repeating: "x", count: 9000))\"]}"
    try folder.write("{\"futureKey\":\(future)}", "settings.json")
    var file = SettingsFile(folder: folder.path)
    _ = file.load()
    #expect(file.save(.init(isDebugEnabled: true, consent: .unset, regulation: .none)) == nil)
    #expect(try folder.text("settings.json").contains("\"futureKey\": \(future)"))
  }
}
