extension JSONValue {
  private static let maxLines = 2000

  /// The value as JSON over several lines, keys in alphabetical order; at most 2000 lines, the last of which is `…` then.
  public var lines: [String] {
    var lines: [String] = []
    write(to: &lines)
    return lines.count < Self.maxLines ? lines : lines.prefix(Self.maxLines - 1) + ["…"]
  }

  private func write(
    to lines: inout [String], indent: String = "", before: String = "", after: String = ""
  ) {
    guard lines.count < Self.maxLines else { return }
    let (open, parts, close): (String, [(name: String, value: JSONValue)], String)
    switch self {
    case .object(let fields) where !fields.isEmpty:
      let sorted = fields.sorted { $0.key < $1.key }
      (open, parts, close) = ("{", sorted.map { (JSONValue.text($0).json + ": ", $1) }, "}")
    case .list(let values) where !values.isEmpty:
      (open, parts, close) = ("[", values.map { ("", $0) }, "]")
    case .text(let text) where text.utf8.count > 4096:
      let short = JSONValue.text(String(text.prefix(1000))).json
      return lines.append(indent + before + short + " … (\(text.utf8.count) bytes)" + after)
    default: return lines.append(indent + before + json + after)
    }
    lines.append(indent + before + open)
    for (index, part) in parts.enumerated() {
      let comma = index == parts.count - 1 ? "" : ","
      part.value.write(to: &lines, indent: indent + "  ", before: part.name, after: comma)
    }
    lines.append(indent + close + after)
  }
}
