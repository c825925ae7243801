import AdRendering

/// A piece of YAML with its line: text, lists and maps; what a text means (`off`, a number) is for the key to say.
struct YAMLValue: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// A text; `isPlain` when it stands without quotes and may mean something else.
    case text(String, isPlain: Bool)
    case list([YAMLValue])
    case map([YAMLEntry])
  }
  var content: Content
  /// The line in the file, counted from 1.
  var line: Int

  /// Whether nothing stands there: as if the key had not been written.
  var isNull: Bool {
    guard case .text(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  var text: String? { if case .text(let text, _) = content { text } else { nil } }

  var entries: [YAMLEntry]? { if case .map(let entries) = content { entries } else { nil } }

  /// What a plain `true` or `false`, or one of their other names in YAML, says.
  var bool: Bool? {
    guard case .text(let text, isPlain: true) = content else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: return nil
    }
  }

  var number: Double? {
    guard let text else { return nil }
    switch text.lowercased() {
    case "nan", ".nan": return .nan
    case "inf", ".inf", "+.inf": return .infinity
    case "-inf", "-.inf": return -.infinity
    default:
      guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
      return WrittenNumber.real(text)
    }
  }

  /// How a sentence names it.
  var quoted: String {
    switch content {
    case .text(let text, _): text.quoted
    case .list: "(a list)"
    case .map: "(a map)"
    }
  }
}

/// A key of a map and what stands behind it.
struct YAMLEntry: Hashable, Sendable {
  var key: String
  var value: YAMLValue
  /// The line of the key in the file, counted from 1.
  var line: Int
}
