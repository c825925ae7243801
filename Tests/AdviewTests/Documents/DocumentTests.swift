import ArgumentParser
import FoundationEssentials
import TestSupport
import Testing

@testable import AdPlayground
@testable import Client

/// What documents show is what the program does.
@Suite struct DocumentTests {
  private static let mark = "<!-- sample: "

  @Test func `every sample of Swift is a file that the tests compile`() throws {
    for document in try Document.all() {
      for block in document.blocks where block.info == "swift" {
        let path = try #require(
          block.before.hasPrefix(Self.mark)
            ? block.before.dropFirst(Self.mark.count).dropLast(4) : nil,
          "\(document.path): a sample without its file")
        let sample = try Document(String(path))
        if Golden.isRecorded {
          var new = document
          new.text = document.text.replacing(
            "\(block.before)\n\n```swift\n\(block.text)```",
            with: "\(block.before)\n\n```swift\n\(sample.text)```")
          try new.write()
        } else {
          #expect(block.text == sample.text, "\(document.path): record it with ADVIEW_RECORD=1")
        }
      }
    }
  }

  @Test func `every command that a document shows can be parsed`() throws {
    // The parser takes a tenth of a second for each without optimisation.
    var parsed: Set<String> = []
    for document in try Document.all() {
      for line in document.commands where parsed.insert(line).inserted {
        // What the shell does with the output is not the program's affair.
        let words = line.split(separator: " ").prefix { $0 != ">" }.map(String.init)
        // What is asked for by these is printed by an error.
        guard words.first != "help", !words.contains("--help"), !words.contains("--version") else {
          continue
        }
        // A sentence that names a command may leave out its file.
        let isParsed = [words, words + ["FILE"]].contains { words in
          (try? AdviewCommand.parseAsRoot(words)) != nil
        }
        #expect(isParsed, "\(document.path): \(line)")
      }
    }
  }

  @Test func `the bare session of the article checks`() throws {
    let article = try Document.article("Sessions")
    let example = try #require(article.blocks.first { $0.info == "json" })
    try ProgramRun(
      "check", "-", input: example.text, code: 0,
      output: "standard input: passed, 13 decisions, recorded answers\n")
  }

  @Test func `the session of the README runs`() throws {
    let example = try #require(try Document("README.md").blocks.first { $0.info == "json" })
    let run = try ProgramRun("run", "-", input: example.text, code: 0, errors: "")
    #expect(run.output.contains(/rendered +1\n/), "\(run.output)")
  }

  @Test func `the page of the article has no problems`() throws {
    let article = try Document.article("Pages")
    let lines = article.text.split(separator: "\n", omittingEmptySubsequences: false)
    let page = try #require(lines.firstIndex(of: "    ---").map { lines[$0...] })
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    try ProgramRun(
      "run", "--strict", "--consent", "granted", "-", input: page, code: 0,
      errors: .begins("adview: standard input: the page was not scrolled"))
  }

  @Test func `the bid of the article goes to the renderer that it names`() throws {
    let article = try Document.article("WritingAPlugIn")
    let response = try #require(article.blocks.first { $0.info == "json" })
    var app = PlaygroundApp()
    app.registerPluginRenderer(HerringRenderer.self)
    try ProgramRun(
      "explain", "bid", "-", app: app, input: response.text, output: .has("HerringRenderer 1.0"))
  }

  @Test func `every file that a document names is there`() throws {
    let roots = ["Sources/", "Tests/", "Demos/", ".ci/", ".github/"]
    for document in try Document.all() {
      for word in codeWords(document.text) where roots.contains(where: word.hasPrefix) {
        let path = word.split(separator: " ").first.map(String.init) ?? word
        #expect(path.contains("…") || Document.exists(path), "\(document.path): \(word)")
      }
    }
  }

  @Test func `the README is short and has what the gate reads`() throws {
    let readme = try Document("README.md")
    #expect(readme.text.utf8.count <= 10_240)
    #expect(readme.text.contains("\n## Run\n"))
    #expect(readme.text.contains("\n## Test\n"))
  }
}

extension Document {
  /// The lines that begin with the program's name, in indented blocks and in code voice, without placeholders.
  fileprivate var commands: [String] {
    let indented = text.split(separator: "\n").filter { $0.hasPrefix("    adview ") }
      .map { $0.dropFirst(4).prefix { $0 != "#" } }
      .map { $0.components(separatedBy: "   ")[0] }
    let voiced = codeWords(text).filter { $0.hasPrefix("adview ") }
    return (indented + voiced).map { String($0.dropFirst(7)) }
      .filter { !$0.contains("…") && !$0.contains("[") && !$0.contains("|") && !$0.contains("'") }
      .map { $0.replacing("\n", with: " ") }
  }
}
