import TestSupport
import Testing

/// Pages as long as a page may be, of whatever takes most memory.
@Suite(
  .enabled(if: SlowTests.areRun, SlowTests.reason), .timeLimit(.minutes(10)), .serialized)
struct LongPages {
  private static let length = 60_000_000

  private static let longLines = [String(repeating: "word ", count: 200_000)]
  private static let longAddresses = [
    "<https://a.example/" + String(repeating: "a", count: 1000) + ">"
  ]

  private static let nested = (0..<200).map { String(repeating: "> - ", count: $0) + "a" }

  @Test(
    arguments: [
      ("short lines", ["a"]), ("short paragraphs", ["some words", ""]), ("nesting", nested),
      ("marks", ["*a* _b_ `c` [d](e) <i> &amp; \\! "]), ("links", ["[a](b.md)", ""]),
      ("prose", [String(repeating: "Words of a sentence, ", count: 20), ""]),
      ("one line", [String(repeating: "word ", count: 12_000_000)]), ("headings", ["# a"]),
      ("code", ["    a"]), ("rules", ["***", ""]), ("long lines", longLines),
      ("long addresses", longAddresses),
    ])
  func `a page of 60 MB is run in at most 200 MB, or ends with a sentence`(
    name: String, lines: [String]
  ) throws {
    let run = try run("run", lines)
    #expect(run.status == 0, "\(name)")
    #expect(run.peak * 1024 <= 200_000_000, "\(name): \(run.peak) KiB")
    #expect(run.output.contains("requests"))
  }

  @Test(
    arguments: [
      ("short lines", ["a"]), ("short paragraphs", ["some words", ""]), ("long lines", longLines),
      ("long addresses", longAddresses),
    ])
  func `a page of 60 MB is shown in at most 200 MB, with a sentence where it ends`(
    name: String, lines: [String]
  ) throws {
    let run = try run("snapshot", lines)
    #expect(run.status == 0, "\(name)")
    #expect(run.peak * 1024 <= 200_000_000, "\(name): \(run.peak) KiB")
    #expect(
      run.output.contains("expected fewer lines and marks in so long a page: the page ends there"))
  }

  private func run(_ command: String, _ lines: [String]) throws -> FinishedCommand {
    let piece = lines.joined(separator: "\n") + "\n"
    let folder = try TemporaryFolder()
    let count = max(1, Self.length / piece.utf8.count)
    let path = try folder.write(String(repeating: piece, count: count), "p.md")
    // The system ends what takes more.
    return try TestSupport.run([
      "sh", "-c", "ulimit -d 204800; exec \"$0\" \"$1\" \"$2\"", BuiltProgram.path, command, path,
    ])
  }
}
