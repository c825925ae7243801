import FoundationEssentials
import Glibc
import Testing

/// A folder of a test's own, which goes with the test, and with it all that is in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/adview-folder-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files in it that end like this.
  func names(ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Writes a text file.
  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  /// What a text file holds.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
  }
}
