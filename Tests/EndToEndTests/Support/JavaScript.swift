import Glibc
import Testing

/// A real JavaScript engine: node, where there is one.
enum JavaScript {
  /// Whether node is there; where it is not, the tests that need it are skipped and say so.
  static let isInstalled = (try? run(["node", "--version"]))?.status == 0

  /// What a test says that cannot run.
  static let missing: Comment =
    "SKIPPED: generated scripts were NOT run in a JavaScript engine: node is not installed"

  /// Runs a program and returns what it wrote; anything but success is a failure of the test.
  static func output(of program: String) throws -> String {
    let path = try temporaryFile(holding: program)
    defer { unlink(path) }
    let finished = try run(["node", path])
    try #require(finished.status == 0, "\(finished.output.prefix(2000))")
    return finished.output
  }

  private static func temporaryFile(holding text: String) throws -> String {
    var template = Array("/tmp/adview-script-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
