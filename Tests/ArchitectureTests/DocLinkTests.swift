import TestSupport
import Testing

/// The links of doc comments: DocC follows those of the products alone.
@Suite(.tags(.fast)) struct DocLinkTests {
  private static let keywords: Set<String> = [
    "func", "var", "let", "case", "struct", "enum", "class", "protocol", "typealias",
    "associatedtype",
  ]
  /// What a link may name besides what is declared: a module, and an initialiser.
  private static let others: Set<String> = [
    "AdEngine", "AdHosting", "AdRendering", "AdRecorder", "AdPages", "AdPlayground", "init",
  ]

  /// The identifier with which a word begins.
  private func identifier(_ word: Substring) -> String {
    String(word.drop { $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  @Test func `what a doc comment links is declared somewhere`() throws {
    let files = try SourceFile.all(in: "Sources")
    var declared = Self.others
    for line in files.flatMap(\.code) {
      let words = line.split(separator: " ")
      if words.first == "case" { declared.formUnion(words.map(identifier)) }
      for (keyword, name) in zip(words, words.dropFirst())
      where Self.keywords.contains(String(keyword)) { declared.insert(identifier(name)) }
    }
    for file in files {
      for comment in file.docComments {
        // The text between pairs of backticks stands at odd places; a blank begins code that holds one.
        let parts = comment.split(separator: "``", omittingEmptySubsequences: false)
        for (number, link) in parts.enumerated()
        where !number.isMultiple(of: 2) && link.first != " " {
          for part in link.split(separator: "/") where !declared.contains(identifier(part)) {
            Issue.record("\(file.path): ``\(link)``")
          }
        }
      }
    }
  }

  @Test func `what CONTRIBUTING names is in the sources, the tests or a file's name`() throws {
    let articles = try SourceFile.all(in: "Sources", ending: ".md")
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests") + articles
    let words = Set(
      files.flatMap { [Substring($0.path)] + $0.code }
        .flatMap { $0.split { !$0.isLetter && !$0.isNumber } })
    // Code has a capital inside; the other spans are commands, paths and plain words.
    let spans = try Project.text(of: ".github/CONTRIBUTING.md").split(separator: "`")
    let names = spans.enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.split { !$0.isLetter && !$0.isNumber } }
      .filter { $0.dropFirst().contains(where: \.isUppercase) && $0.contains(where: \.isLowercase) }
    #expect(names.count > 60)
    for name in names { #expect(words.contains(name)) }
  }
}
