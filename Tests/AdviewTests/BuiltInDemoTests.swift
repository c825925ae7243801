import AdSessions
import FoundationEssentials
import Playground
import TestSupport
import Testing

@testable import AdPlayground

@Suite struct BuiltInDemoTests {
  @Test func `every page and session of the demos can be opened from any folder`() throws {
    let demos = Project.root.appending(path: "Demos")
    let names = try FileManager.default.contentsOfDirectory(atPath: demos.path)
      .filter { name in [".md", ".json", ".jsonl"].contains(where: name.hasSuffix) }
    let files =
      BuiltInDemo.pages + BuiltInDemo.responses
      + BuiltInDemo.sessions.map { (name: $0.name + ".jsonl", bytes: $0.bytes) }
    #expect(names.sorted() == files.map(\.name).sorted())
    for (name, bytes) in files {
      #expect(try Data(contentsOf: demos.appending(path: name)) == Data(bytes), "\(name)")
    }
    for session in BuiltInDemo.sessions {
      switch try Scene(session.location, OpeningPlan(), PlaygroundOptions(), Console()) {
      case .session(_, let warning): #expect(warning == nil)
      case .lab: #expect(session.name.hasPrefix("preload"))
      case .page, .tuning: Issue.record("\(session.name) is no session")
      }
    }
  }

  @Test func `S0.36 the demo's home page and all that it leads to have an ad`() throws {
    let pages = Dictionary(uniqueKeysWithValues: BuiltInDemo.pages.map { ($0.name, $0.bytes) })
    let home = try #require(pages["home.md"])
    let articles = String(decoding: home, as: UTF8.self).matches(of: /\]\(([a-z]+\.md)\)/)
      .map { String($0.1) }
    #expect(Set(articles).count >= 4)
    for name in ["home.md"] + articles {
      let page = Page.read(try #require(pages[name]), name: name).page
      #expect(!page.slots.isEmpty, "\(name)")
    }
  }

  @Test func `the demos are listed, and so they are in the README`() throws {
    let list = try ProgramRun("demo", code: 0)
    let readme = try Document("README.md").text
    for session in BuiltInDemo.sessions {
      #expect(list.output.contains("  \(session.name) "))
      #expect(list.output.contains(session.subject))
      #expect(readme.contains("`\(session.name)`"), "\(session.name)")
    }
  }

  @Test func `the figures that a demo ends with are those of runs`() throws {
    let session = Project.root.appending(path: "Demos/slow-network.jsonl").path
    func number(_ label: String, _ arguments: [String]) throws -> String {
      let table = try ProgramRun(["run"] + arguments + [session]).output
      let row = try #require(table.split(separator: "\n").first { $0.hasPrefix(label) })
      return String(row.dropFirst(label.count).split(separator: " ")[0])
    }
    let text = try Project.text(of: "Demos/slow-network.jsonl").replacing(",", with: "")
    for label in ["blank time", "late renders"] {
      let figures = [try number(label, []), try number(label, ["--fetch", "2500"])]
      #expect(text.contains("\(label) \(figures.joined(separator: " → "))"), "\(figures)")
    }
  }

  @Test func `a demo that there is not is 66, with the one that was meant`() throws {
    try ProgramRun(
      "demo", "slow-netwerk", code: 66,
      errors: "adview: slow-netwerk: there is no such demo; did you mean slow-network?\n")
    try ProgramRun("demo", "x\u{1B}[2J", errors: .has("'adview demo' lists them"))
  }
}
