import FoundationEssentials
import Glibc
import Testing

/// A folder of a test's own, which goes with the test, and with it all that is in it.
package final class TemporaryFolder: Sendable {
  /// Where the folder is.
  package let path: String

  package init() throws {
    var template = Array("/tmp/adview-test-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  /// A folder with a text file in it, and the path of the file.
  package static func holding(
    _ text: String, _ name: String
  ) throws -> (folder: TemporaryFolder, file: String) {
    let folder = try TemporaryFolder()
    return (folder, try folder.write(text, name))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files and folders in it.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Writes a text file, in a folder of its own if the name has one, and returns its path.
  @discardableResult package func write(_ text: String, _ name: String) throws -> String {
    try write(bytes: Array(text.utf8), name)
  }

  /// Writes a file of bytes in the same way.
  @discardableResult package func write(bytes: [UInt8], _ name: String) throws -> String {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return "\(path)/\(name)"
  }

  /// What a text file holds.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
  }
}
