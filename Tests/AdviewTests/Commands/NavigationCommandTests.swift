import AdSessions
import TestSupport
import Testing

@testable import AdPlayground

/// Sessions that go from page to page, from their arguments to their exit codes.
@Suite struct NavigationCommandTests {
  private static let ad =
    "```ad\nunit: u\nid: a\nsize: 320x250\ncreative: { latency: 300ms }\n```\n"
  private static let walk = """
    {"adview":1,"page":"home.md"}
    {"at":0,"in":{"scroll":0}}
    {"at":2000,"in":{"open":"other.md"}}
    {"at":2000,"in":{"scroll":0}}
    {"at":5000,"in":{"back":true}}

    """

  @Test func `a session that goes from page to page is run, checked and printed`() throws {
    let (folder, session) = try TemporaryFolder.holding(Self.walk, "s.jsonl")
    _ = try folder.write("# Home\n\n" + Self.ad, "home.md")
    _ = try folder.write("# The other page\n\n" + Self.ad, "other.md")
    try ProgramRun("check", "--world", "simulated", "--update", session, code: 0)
    let text = try folder.text("s.jsonl")
    #expect(text.contains(#"{"at":2000,"page":2,"out":{"slot":"a","fetch":1}}"#))
    #expect(text.hasSuffix("\"end\":5000}\n"))
    for world in ["recorded", "simulated"] {
      try ProgramRun("check", "--world", world, session, code: 0)
    }
    let events = try ProgramRun("run", "--events", session)
    #expect(
      events.output
        == text.split(separator: "\n").filter { $0.contains("\"out\"") }.map { $0 + "\n" }.joined())
    try ProgramRun("run", session, output: .has("requests"))
    try ProgramRun("snapshot", "--at", "3", session, code: 0, output: .has("The other page"))
    try ProgramRun("snapshot", "--at", "6", session, output: .has("Home"))
  }

  @Test(arguments: ["run", "check", "snapshot"])
  func `a page that is missing is named with the line that opens it`(command: String) throws {
    let (folder, session) = try TemporaryFolder.holding(Self.walk, "s.jsonl")
    _ = try folder.write("# Home\n", "home.md")
    try ProgramRun(
      command, session, code: 66,
      errors: "adview: \(session):3: \(folder.path)/other.md: No such file or directory\n")
  }

  @Test func `a page that has changed since is said with the line that opens it`() throws {
    let folder = try TemporaryFolder()
    let walk = Self.walk.replacing(
      #"{"open":"other.md"}"#, with: #"{"open":{"page":"other.md","digest":"00"}}"#)
    let session = try folder.write(walk, "s.jsonl")
    _ = try folder.write("# Home\n\n" + Self.ad, "home.md")
    _ = try folder.write("# Other\n", "other.md")
    try ProgramRun(
      "run", session, code: 0,
      errors: .is(
        "adview: \(session):3: the page \(folder.path)/other.md has changed"
          + " since the session was recorded\n"))
    let digest = FileDigest.hex(Array("# Other\n".utf8))
    try ProgramRun("check", "--update", session, code: 0)
    #expect(try folder.text("s.jsonl").contains("\"digest\":\"\(digest)\""))
    try ProgramRun("check", session, code: 0, errors: "")
  }
}
