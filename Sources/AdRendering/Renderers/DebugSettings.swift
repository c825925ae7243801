/// The debug switch of an app, for its hosts and renderers; `debugPrint` reads it at each call (`S0.42`, `S1.6`–`S1.8`).
public final class DebugSettings {
  /// The key under which apps keep the switch (`S1.6`).
  public static let key = "isDebugEnabled"

  /// Whether debug output is made.
  public var isDebugEnabled: Bool

  /// Makes a switch; it is off unless the app says otherwise.
  public init(isDebugEnabled: Bool = false) { self.isDebugEnabled = isDebugEnabled }

  /// The text of a print, or `nil` if the switch is off.
  func text(of items: [Any], separator: String, terminator: String) -> String? {
    guard isDebugEnabled else { return nil }
    return items.map { "\($0)" }.joined(separator: separator) + terminator
  }
}

struct PrintedLines {
  /// The maximum length of a line that is not ended; the rest begins another one.
  private static let maxLength = 4000
  private var rest = ""

  /// The lines that a print ends.
  mutating func add(_ text: String) -> [String] {
    rest += text
    var lines = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    rest = lines.removeLast()
    if rest.count > Self.maxLength {
      lines.append(rest)
      rest = ""
    }
    return lines
  }

  /// What was printed without an end, if anything was.
  mutating func takeRest() -> String? {
    defer { rest = "" }
    return rest.isEmpty ? nil : rest
  }
}
