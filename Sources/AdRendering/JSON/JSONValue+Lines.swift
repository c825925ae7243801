extension JSONValue {
  /// The value as JSON over several lines, keys in alphabetical order; beyond the limit the last line is `…`.
  public func lines(atMost limit: Int = 2000) -> [String] {
    var writer = JSONLines(limit: limit)
    writer.write(self, before: "", after: "", depth: 0)
    return writer.lines.count < limit ? writer.lines : writer.lines.prefix(limit - 1) + ["…"]
  }
}

/// Writes a value line by line, and stops when the reader stops.
private struct JSONLines {
  let limit: Int
  private(set) var lines: [String] = []

  init(limit: Int) { self.limit = max(1, limit) }

  mutating func write(_ value: JSONValue, before: String, after: String, depth: Int) {
    guard lines.count < limit else { return }
    let indent = String(repeating: "  ", count: depth)
    switch value {
    case .object(let fields) where !fields.isEmpty:
      lines.append(indent + before + "{")
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        write(
          field.value, before: JSONValue.text(field.key).json + ": ",
          after: index == fields.count - 1 ? "" : ",", depth: depth + 1)
      }
      lines.append(indent + "}" + after)
    case .list(let values) where !values.isEmpty:
      lines.append(indent + before + "[")
      for (index, value) in values.enumerated() {
        write(value, before: "", after: index == values.count - 1 ? "" : ",", depth: depth + 1)
      }
      lines.append(indent + "]" + after)
    case .text(let text) where text.utf8.count > 4096:
      let short = JSONValue.text(String(text.prefix(1000))).json
      lines.append(indent + before + short + " … (\(text.utf8.count) bytes)" + after)
    case .object, .list, .null, .flag, .number, .text:
      lines.append(indent + before + value.json + after)
    }
  }
}
