import FoundationEssentials
import Testing

@testable import Playground

/// The parts of the README that are made from the program.
@Suite struct ReadmeTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

  /// Compares what stands between the marks of `name` with `text`, or writes it when screens are recorded.
  private func expect(
    _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let readme = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
    let begin = try #require(readme.firstRange(of: "<!-- \(name): made by the tests -->\n"))
    let end = try #require(readme.firstRange(of: "<!-- end of \(name) -->"))
    let block = "\n" + text + "\n"
    if ProcessInfo.processInfo.environment["ADVIEW_RECORD"] == "1" {
      let new = readme[..<begin.upperBound] + block + readme[end.lowerBound...]
      try Data(String(new).utf8).write(to: Self.file)
      return
    }
    #expect(
      readme[begin.upperBound..<end.lowerBound] == block,
      "README.md is not true any more: record it with ADVIEW_RECORD=1",
      sourceLocation: sourceLocation)
  }

  @Test func `the screen and the keys in the README are the program's own`() throws {
    var player = Player(try demoPage("home.md"), columns: 100, rows: 30)
    player.press("b")
    player.press(.down, times: 8)
    player.wait(5000)
    expectGolden(player.canvas.svg(Theme(.dark, .direct), title: Self.pictureTitle), "readme.svg")
    try expect("screen", picture + fenced(player.screen) + "\n</details>\n")
    try expect("keys", keys)
  }

  @Test func `the plug-in in the README is the one that is compiled and run here, and is short`()
    throws
  {
    let source = try text(of: "Tests/PlaygroundTests/Support/StarRenderer.swift")
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count < 40)
    try expect("plug-in", "```swift\n\(source)```\n")
  }

  private static let pictureTitle =
    "AdView with its demo page: article, map, thresholds, slots, log"

  /// The picture, and before the same as text something to open it with.
  private var picture: String {
    """
    ![\(Self.pictureTitle)](Tests/PlaygroundTests/Goldens/readme.svg)

    <details><summary>The same as text</summary>


    """
  }

  private func fenced(_ text: String) -> String { "```text\n\(text)```\n" }

  /// The keys as tables, a table a place.
  private var keys: String {
    KeyContext.allCases.map { context in
      let rows = KeyMap.bindings.filter { $0.context == context }.map { binding in
        let keys =
          binding.keys.count == binding.keyNames.count
          ? binding.keyNames.map { "`\($0)`" } : binding.keyNames
        return "| \(keys.joined(separator: " ")) | \(binding.help) |\n"
      }
      return "| \(context.title) | |\n| --- | --- |\n" + rows.joined()
    }
    .joined(separator: "\n")
  }
}
