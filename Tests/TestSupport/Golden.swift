import FoundationEssentials
package import Testing

/// Files that tests compare with what the program makes.
package enum Golden {
  /// Whether they are written as they are now (`ADVIEW_RECORD=1 swift test`); look at the difference before it is
  /// committed.
  package static let isRecorded = ProcessInfo.processInfo.environment["ADVIEW_RECORD"] == "1"

  /// Compares text with a file, by its path from the top of the project.
  package static func expect(
    _ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let file = Project.root.appending(path: path)
    if isRecorded {
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      } catch {
        Issue.record(error, "the golden \(path) cannot be written", sourceLocation: sourceLocation)
      }
      return
    }
    guard let expected = try? Project.text(of: path) else {
      Issue.record(
        "no golden \(path): record it with ADVIEW_RECORD=1", sourceLocation: sourceLocation)
      return
    }
    guard expected != text else { return }
    let (old, new) = (lines(of: expected), lines(of: text))
    let row = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let count = zip(old, new).count { $0 != $1 } + abs(old.count - new.count)
    Issue.record(
      "\(path) differs in \(count) lines, first in line \((row ?? min(old.count, new.count)) + 1):\n\(text)",
      sourceLocation: sourceLocation)
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
