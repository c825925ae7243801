import AdRendering
import AdSessions

extension String {
  /// The text as a field of comma-separated values (RFC 4180), without control characters.
  var csv: String {
    let text = scrubbed
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension Double {
  /// The number in the shortest form that reads back the same.
  var csv: String { JSONText.number(self).json }
}
