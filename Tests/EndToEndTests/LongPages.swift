import TestSupport
import Testing

/// Pages as long as a page may be, of whatever takes most memory.
@Suite(
  .enabled(if: SlowTests.areRun, SlowTests.reason), .timeLimit(.minutes(10)), .serialized)
struct LongPages {
  private static let length = 60_000_000
  /// As long as a page is whose tree, the largest there is, takes all the memory there is.
  private static let lengthOfTrees = 3_000_000

  /// As wide as what stands before a row may be.
  private static let nested = String(repeating: "- ", count: 8)
  private static let keys = (0..<20_000).map { "k\($0): b" }
  private static let manyKeys = (0..<100_000).map { "k\($0): b" }
  private static let message =
    "  - '{" + String(repeating: "\"a\": 1, ", count: 100_000) + "\"type\": \"b\"}'"

  /// The lines that are repeated.
  private static let kinds: [String: [String]] = [
    "short lines": ["a"],
    "short paragraphs": ["some words", ""],
    "nesting": (0..<200).map { String(repeating: "> - ", count: $0) + "a" },
    "marks": ["*a* _b_ `c` [d](e) <i> &amp; \\! "],
    "links": ["[a](b.md)", ""],
    "prose": [String(repeating: "Words of a sentence, ", count: 20), ""],
    "one line": [String(repeating: "word ", count: 12_000_000)],
    "headings": ["# a"],
    "code": ["    a"],
    "rules": ["***", ""],
    "long lines": [String(repeating: "word ", count: 200_000)],
    "long addresses": ["<https://a.example/" + String(repeating: "a", count: 1000) + ">"],
    "brackets": [String(repeating: "]", count: 80)],
    "quotation marks": [String(repeating: "\"", count: 80)],
    "backslashes": [String(repeating: "\\", count: 80)],
    "lists": ["1. a", ""],
    "empty code": ["```"] + Array(repeating: "", count: 100_000),
    "tabs in code": ["```", String(repeating: "\t", count: 100_000)],
    "control characters": [String(repeating: "\u{1}", count: 100_000)],
    "ideographs": [String(repeating: "漢字", count: 1000)],
    "HTML": ["<div>" + String(repeating: "<i>a</i>", count: 100_000)],
    "definitions": ["[a]: b"],
    "tables": ["|a|b|", "|-|-|"],
    "ad blocks": ["~~~ad", "unit: a", "~~~"],
    "targeting": ["```ad", "unit: a", "targeting:", "  " + keys.joined(separator: "\n  "), "```"],
    "too many keys": ["```ad", "unit: a", manyKeys.joined(separator: "\n"), "```"],
    "messages": ["```ad", "unit: a", "creative:", "  messages:", message, message, message, "```"],
    "blank lines in lists": [String(repeating: "- ", count: 10_000) + "a"]
      + Array(repeating: "", count: 100_000),
    "emphasis in quotes": [
      String(repeating: ">", count: 100_000) + String(repeating: "*", count: 100_000) + "a"
        + String(repeating: "*", count: 100_000)
    ],
    "slow beginning": [
      String(repeating: "- ", count: 15_000) + "a" + String(repeating: "\n", count: 9_900)
        + String(repeating: "a\n\n", count: 20_000_000)
    ],
    "no YAML": ["```ad", "unit: a", String(repeating: "@\n", count: 49_000) + "```"],
    "images": [String(repeating: "![[]()", count: 100_000)],
    "nested prose": [nested + String(repeating: "aaaaaa ", count: 142_857)],
    "nested code": [nested + "```"]
      + Array(
        repeating: String(repeating: " ", count: 16) + String(repeating: "a", count: 990_000),
        count: 28),
    "unknown keys": ["```ad", "unit: a", keys.joined(separator: "\n"), "```"],
  ]

  @Test(arguments: kinds.keys.sorted(), [lengthOfTrees, length])
  func `a long page is run in at most 200 MB, or ends with a sentence`(
    kind: String, length: Int
  ) throws {
    #expect(try output("run", kind, length).contains("requests"))
  }

  @Test(
    arguments: [
      "short lines", "short paragraphs", "long lines", "long addresses", "links", "ad blocks",
      "brackets",
    ])
  func `a page of 60 MB is shown in at most 200 MB, with a sentence where it ends`(
    kind: String
  ) throws {
    #expect(
      try output("snapshot", kind, Self.length).contains(
        "expected a shorter page, or one of fewer lines and marks: the page ends there"))
  }

  @Test(arguments: ["nested prose", "nested code", "prose", "code", "lists", "ideographs"])
  func `a page of 60 MB in the narrowest column takes at most 200 MB`(kind: String) throws {
    #expect(try output("run", kind, Self.length, ["--columns", "20"]).contains("requests"))
  }

  /// What a command prints of a page, in at most 200 MB of memory.
  private func output(
    _ command: String, _ kind: String, _ length: Int, _ options: [String] = []
  ) throws -> String {
    let piece = try #require(Self.kinds[kind]).joined(separator: "\n") + "\n"
    let folder = try TemporaryFolder()
    let count = max(1, length / piece.utf8.count)
    let path = try folder.write(String(repeating: piece, count: count), "p.md")
    // The system ends what takes more data or time; what is resident is seen while it runs.
    let finished = try run(
      [
        "sh", "-c", "ulimit -d 204800; ulimit -t 120; exec \"$0\" \"$@\"", BuiltProgram.path,
        command, path,
      ] + options)
    #expect(finished.status == 0, "\(kind), \(length)")
    #expect(finished.peak * 1024 <= 200_000_000, "\(kind), \(length): \(finished.peak) KiB")
    return finished.output
  }
}
