import AdSessions
import FoundationEssentials
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// What a session comes to as a page of HTML, and what can be opened from inside.
@Suite struct ReplayPageTests {
  @Test func `a demo is one page without scripts, with figures and captions`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page.html"
    try ProgramRun("demo", "slow-network", "--html", path, code: 0, errors: "", output: "")
    let page = try folder.text("page.html")
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains("<td class=\"t\">blank time</td>"))
    #expect(page.contains("late renders 4 → 3"), "the last caption")
    #expect(page.contains("data:image/svg+xml,"))
    for word in ["<script", "http:", "https:", "src=\"/"] {
      #expect(!page.contains(word), "\(word)")
    }
    let session = try folder.write(#"{"adview":1,"slots":[]}"# + "\n", "session.jsonl")
    #expect(try ProgramRun("demo", "slow-network", "--html", session).code == 64, "it is a session")
    try ProgramRun("demo", "slow-network", "--force", "--html", session, code: 0)
  }

  @Test func `under another threshold the recording stands beside it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page.html"
    let session = Project.root.appending(path: "Demos/slow-network.jsonl").path
    try ProgramRun("play", "--fetch", "2500", "--html", path, session, code: 0)
    let page = try folder.text("page.html")
    #expect(page.contains("<th>recorded</th><th>now</th>"))
    #expect(page.contains("better"))
  }

  @Test(arguments: [
    ("demo --html x.html", "--html: expected the name of a demo"),
    ("demo preload-early --html x.html", "--html: expected a session of a page"),
    ("play --html -", "--html -: expected a file"), ("play --force", "--force: expected --html"),
    ("play --linear --html x.html", "expected no --linear"),
  ])
  func `what cannot be written as a page is refused`(line: String, sentence: String) throws {
    let run = try ProgramRun(line.split(separator: " ").map(String.init))
    #expect(run.code != 0 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `demos, sessions and pages are found beside a page, with what they hold`() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("---\ntitle: Fish\n---\n# Fish\n\nHerring is cheap.\n", "fish.md")
    _ = try folder.write(
      #"{"adview":1,"page":"fish.md"}"# + "\n" + #"{"at":0,"in":{"caption":"A visit."}}"# + "\n",
      "visit.jsonl")
    _ = try folder.write("no session\n", "other.jsonl")
    _ = try folder.write("no page\n", "notes.txt")
    let found = DocumentLibrary(console: Console(input: -1, output: -1, errors: -1))
      .found(beside: page)
    #expect(found.filter { $0.kind == .demo }.map(\.name) == BuiltInDemo.sessions.map(\.name))
    #expect(found.filter { $0.kind == .session }.map(\.name) == [folder.path + "/visit.jsonl"])
    #expect(found.first { $0.kind == .session }?.preview == "a session of fish.md")
    let first = try #require(found.first { $0.kind == .page })
    #expect(first.name == page)
    #expect(first.preview == "Fish: 0 slots")
    #expect(found.contains { $0.name == "built-in:home.md" })
  }

  @Test func `the sample response is that of the auction's page`() throws {
    let response = Project.root.appending(path: "Demos/bid-response.json").path
    try ProgramRun(
      "explain", "bid", response, code: 0,
      output: .has("price     3.65 EUR\n", "renderer  RichTextRenderer 1.0\n"))
    let page = Project.root.appending(path: "Demos/auction.md").path
    try ProgramRun("run", "--strict", page, code: 0)
  }
}
