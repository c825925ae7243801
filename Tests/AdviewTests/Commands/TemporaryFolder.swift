import Glibc
import Testing

/// A folder that is gone, with all that is in it, when the test is.
final class TemporaryFolder {
  /// Where the folder is.
  let path: String

  init() throws {
    var template = Array("/tmp/adview-test-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// What is in the folder.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, _ name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "w"))
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return "\(path)/\(name)"
  }

  /// What a file holds.
  func text(_ name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
