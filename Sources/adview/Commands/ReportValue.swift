import AdEngine

/// What `--json` prints: a value whose keys keep their order.
enum ReportValue {
  case null
  case flag(Bool)
  case number(Int)
  /// A number with a fraction, as JSON writes it.
  case literal(String)
  case text(String)
  case list([ReportValue])
  case object([ReportField])

  /// A text, or null.
  static func optional(_ text: String?) -> ReportValue { text.map { .text($0) } ?? .null }

  /// An object with these keys, in this order.
  static func object(_ fields: [(String, ReportValue)]) -> ReportValue {
    .object(fields.map { ReportField(key: $0, value: $1) })
  }

  static func texts(_ texts: [String]) -> ReportValue { .list(texts.map { .text($0) }) }

  static func numbers(_ numbers: [Int]) -> ReportValue { .list(numbers.map { .number($0) }) }

  /// The value as JSON, on one line; no character of it can be taken for anything else by a terminal.
  var json: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .literal(let literal): literal
    case .text(let text): ScriptLiteral.text(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { "\(ScriptLiteral.text($0.key)):\($0.value.json)" }.joined(separator: ",")
        + "}"
    }
  }
}

/// A key of what `--json` prints, and its value.
struct ReportField {
  let key: String
  let value: ReportValue
}
