import FoundationEssentials
import TestSupport
import Testing

/// A text for people: the README, CONTRIBUTING or an article.
struct Document: CustomTestStringConvertible {
  /// The path from the folder of the project.
  let path: String
  var text: String

  static let catalog = "Sources/AdPlayground/AdView.docc"

  init(_ path: String) throws { (self.path, text) = (path, try Project.text(of: path)) }

  /// An article by its file's name.
  static func article(_ name: String) throws -> Document { try Document("\(catalog)/\(name).md") }

  static func all() throws -> [Document] {
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: Project.root.appending(path: catalog).path)
    return try
      (["README.md", ".github/CONTRIBUTING.md"]
      + articles.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" })
      .map(Document.init)
  }

  var testDescription: String { path }

  func write() throws { try Data(text.utf8).write(to: Project.root.appending(path: path)) }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Project.root.appending(path: path).path)
  }

  /// The rows of all tables whose heading has so many cells, without heading and rule.
  func rows(cells: Int) -> [[String]] {
    var rows: [[String]] = []
    var place = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("| "), line.hasSuffix(" |") else {
        place = 0
        continue
      }
      place += 1
      let row = line.dropFirst(2).dropLast(2).replacing("\\|", with: "\u{0}")
        .components(separatedBy: " | ").map { $0.replacing("\u{0}", with: "|") }
      if place > 2, row.count == cells { rows.append(row) }
    }
    return rows
  }

  /// The fenced blocks: the words behind the fence, the line before it that is not blank, and the text.
  var blocks: [(info: String, before: String, text: String)] {
    var blocks: [(info: String, before: String, text: String)] = []
    var lines: [Substring] = []
    var info: String?
    var before = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = info {
        guard line == "```" else {
          lines.append(line)
          continue
        }
        blocks.append((open, before, lines.map { $0 + "\n" }.joined()))
        (info, before, lines) = (nil, "", [])
      } else if line.hasPrefix("```") {
        info = String(line.dropFirst(3))
      } else if !line.isEmpty {
        before = String(line)
      }
    }
    return blocks
  }
}

/// The words in code voice of a text.
func codeWords(_ text: String) -> [String] {
  text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
}
