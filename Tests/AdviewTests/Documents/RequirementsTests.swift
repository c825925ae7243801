import FoundationEssentials
import TestSupport
import Testing

@testable import Playground

/// The article "Requirements" has every item once, and what it names is there.
@Suite struct RequirementsTests {
  private static let families = ["S0": 100, "S1": 95, "S2": 30, "S3": 29, "S4": 45, "D": 61]

  private let items: [[String]]
  private let vectors: [String: ClosedRange<Int>]

  init() throws {
    let rows = try Document.article("Requirements").rows(cells: 3)
    items = rows.filter { !$0[0].contains("…") && !$0[0].contains("-") }
    var vectors: [String: ClosedRange<Int>] = [:]
    for name in rows.filter({ row in row[0].contains("…") || row[0].contains("-") })
      .flatMap({ $0[0].components(separatedBy: "; ") })
    {
      let match = try #require(name.firstMatch(of: /^([A-Z]+)-?(\d+)(?:…(\d+))?$/), "\(name)")
      let first = try #require(Int(match.2))
      vectors[String(match.1)] = first...(match.3.flatMap { Int($0) } ?? first)
    }
    self.vectors = vectors
  }

  @Test func `every item of each document stands there once, in its order`() {
    let expected = Self.families.sorted {
      ($0.key == "D" ? "T" : $0.key) < ($1.key == "D" ? "T" : $1.key)
    }
    .flatMap { family, count in
      (1...count).map { family == "D" ? "D\($0)" : "\(family).\($0)" }
    }
    #expect(items.map { $0[0] } == expected)
  }

  @Test func `every item says what it is, and which command, key or test shows it`() throws {
    let keys = Set(KeyMap.bindings.flatMap(\.keyNames))
    let pageKeys = Set(codeWords(try Document.article("Pages").text))
    for item in items {
      #expect(!item[1].isEmpty)
      let shows = codeWords(item[2]).contains { word in
        Self.isSuite(word) || word.hasPrefix("adview ") || keys.contains(word)
          || pageKeys.contains(word) || word.hasPrefix("Demos/")
      }
      #expect(shows || item[2].contains("Open: "), "\(item[0])")
    }
  }

  @Test func `S0.100 D35 the README says what is needed, and whose the licence is`() throws {
    let readme = try Document("README.md").text
    let package = try Document("Package.swift").text
    let tools = try #require(package.firstMatch(of: /swift-tools-version:(\d+)\.(\d+)/))
    let named = try #require(readme.firstMatch(of: /On Debian 12 with Swift (\d+)\.(\d+)/))
    #expect(named.1 == tools.1 && Int(named.2) ?? 0 >= Int(tools.2) ?? .max)
    for library in ["ncurses", "cmark", "libyaml"] { #expect(readme.contains(library)) }
    #expect(readme.contains("Licence: none has been chosen yet. The repository's owner decides"))
  }

  private static func isSuite(_ word: String) -> Bool {
    ["Tests", "Scripts", "Agreement"].contains { word.hasSuffix($0) }
  }

  @Test func `every code in the sources and the tests is in the article`() throws {
    let known = Set(items.map { $0[0] })
    // Names with a hyphen and a number that are no vectors of ours.
    let others: Set<Substring> = ["UTF", "ECMA", "ISO"]
    for (path, text) in try Self.sources() {
      for word in Self.words(text, joinedBy: "._-") where word.contains(where: \.isNumber) {
        let word = String(word.trimmingPrefix { "._-".contains($0) })
        guard word.first?.isUppercase == true else { continue }
        if let match = word.prefixMatch(of: /(?:S[0-4][._]\d+|D\d{1,2})\b/) {
          let code = String(match.0).replacing("_", with: ".")
          #expect(known.contains(code), "\(path): \(code)")
        }
        if let match = word.prefixMatch(of: /([A-Z]{2,})-(\d+)\b/), !others.contains(match.1) {
          let isKnown = Int(match.2).map { vectors[String(match.1)]?.contains($0) == true }
          #expect(isKnown == true, "\(path): \(match.0)")
        }
      }
    }
  }

  @Test func `every suite, key, file and name that the article points to is there`() throws {
    let sources = try Self.sources()
    let suites = sources.filter { $0.path.hasPrefix("Tests/") }.flatMap { source in
      let words = Self.words(source.text, joinedBy: "_")
      return zip(words, words.dropFirst()).filter { $0.0 == "struct" }.map { String($0.1) }
    }
    let names = sources.reduce(into: Set<Substring>()) { names, source in
      names.formUnion(Self.words(source.text, joinedBy: "_"))
    }
    let keys = Set(KeyMap.bindings.flatMap(\.keyNames))
    let pageKeys = Set(codeWords(try Document.article("Pages").text))
    for word in try Document.article("Requirements").rows(cells: 3).flatMap({ codeWords($0[2]) })
    where !word.hasPrefix("adview ") {
      if Self.isSuite(word) {
        #expect(suites.contains(word), "\(word)")
      } else {
        let isThere =
          keys.contains(word) || pageKeys.contains(word) || Document.exists(word)
          || word.split(separator: ".").allSatisfy(names.contains)
        #expect(isThere, "\(word)")
      }
    }
  }

  /// The runs of letters, digits and these characters.
  private static func words(_ text: String, joinedBy joints: String) -> [Substring] {
    // Bytes, since characters are slow without optimisation.
    text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        false
      default: !joints.utf8.contains(byte)
      }
    }
    .map { Substring($0) }
  }

  private static func sources() throws -> [(path: String, text: String)] {
    try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Project.root.appending(path: folder).path
      )
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { path in ("\(folder)/\(path)", try Document("\(folder)/\(path)").text) }
    }
  }
}
