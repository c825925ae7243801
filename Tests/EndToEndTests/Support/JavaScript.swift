import TestSupport
import Testing

/// A real JavaScript engine: node, where there is one.
enum JavaScript {
  /// Whether node is there; where it is not, the tests that need it are skipped and say so.
  static let isInstalled = (try? run(["node", "--version"]))?.status == 0

  /// What a test says that cannot run.
  static let missing: Comment =
    "SKIPPED: generated scripts were NOT run in a JavaScript engine: node is not installed"

  /// The code units of a text as numbers, so that no rule of literals stands between the test and the text.
  static func literal(_ text: String) -> String {
    "String.fromCharCode(" + text.utf16.map { String($0) }.joined(separator: ",") + ")"
  }

  /// Runs a program and returns what it wrote; anything but success is a failure of the test.
  static func output(of program: String) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(program, "script.js")
    let finished = try run(["node", path])
    try #require(finished.status == 0, "\(finished.output.prefix(2000))")
    return finished.output
  }
}
