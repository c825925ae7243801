package import FoundationEssentials

/// The files of the project that is tested.
package enum Project {
  /// The top folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a demo; without a name, of all demos' folder.
  package static func demo(_ name: String) -> String { root.path + "/Demos/" + name }

  /// The text of a file, by its path from the top.
  package static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
