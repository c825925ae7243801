import FoundationEssentials
import Playground
import Testing

/// Compares a screen with the one that is kept in `Goldens`.
///
/// `ADVIEW_RECORD=1 swift test` writes the screens as they are now; look at the difference before it is committed.
func expectGolden(
  _ canvas: Canvas, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectGolden(canvas.text, "\(name).txt", sourceLocation: sourceLocation)
}

/// Compares text with the file of that name in `Goldens`.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = folder.appending(path: "Goldens/\(name)")
  if ProcessInfo.processInfo.environment["ADVIEW_RECORD"] == "1" {
    try? Data(text.utf8).write(to: file)
    return
  }
  guard let expected = (try? Data(contentsOf: file)).map({ String(decoding: $0, as: UTF8.self) })
  else {
    Issue.record(
      "no golden \(name): record it with ADVIEW_RECORD=1", sourceLocation: sourceLocation)
    return
  }
  guard expected != text else { return }
  let pairs = zip(
    expected.split(separator: "\n", omittingEmptySubsequences: false),
    text.split(separator: "\n", omittingEmptySubsequences: false))
  let row = pairs.enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
  Issue.record(
    "the screen differs from \(name) first in row \(row):\n\(text)", sourceLocation: sourceLocation)
}

/// The demo page of a name.
func demoPage(_ name: String) throws -> String { try text(of: "Demos/\(name)") }

/// The text of a file of the project, by its path from the top.
func text(of path: String) throws -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  return String(
    decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
}
