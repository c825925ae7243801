import AdEngine

/// A value as JSON on one line, keys in the order given; what a terminal might obey is escaped, but for ``written(_:)``.
package struct JSONText: Hashable, Sendable {
  package let json: String

  private init(_ json: String) { self.json = json }

  package typealias Fields = [(String, JSONText)]

  package static let null = JSONText("null")

  package static func flag(_ flag: Bool) -> JSONText { JSONText(flag ? "true" : "false") }

  package static func number(_ number: some BinaryInteger) -> JSONText { JSONText("\(number)") }

  /// A number: a whole one without a fraction, any other at its shortest; one that is not finite is `null`.
  package static func number(_ number: Double) -> JSONText {
    guard number.isFinite else { return .null }
    return JSONText(Int64(exactly: number).map { String($0) } ?? number.description)
  }

  /// A text in quotation marks; what a terminal obeys, or shows nothing for, is escaped; see `Scrubbing`.
  package static func text(_ text: String) -> JSONText { JSONText(Scrubbing.literal(text)) }

  package static func list(_ values: [JSONText]) -> JSONText {
    JSONText("[" + values.map(\.json).joined(separator: ",") + "]")
  }

  package static func object(_ fields: Fields) -> JSONText {
    JSONText("{" + fields.map { text($0).json + ":" + $1.json }.joined(separator: ",") + "}")
  }

  /// A text that is JSON already.
  package static func written(_ json: String) -> JSONText { JSONText(json) }

  /// A value, the keys of its objects in alphabetical order.
  package static func value(_ value: JSONValue) -> JSONText {
    switch value {
    case .null: .null
    case .flag(let flag): .flag(flag)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let values): .list(values.map { .value($0) })
    case .object(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value)) })
    }
  }
}

extension JSONText {
  package static func optional(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }

  package static func optional(_ number: (some BinaryInteger)?) -> JSONText {
    number.map { .number($0) } ?? .null
  }

  package static func optional(_ number: Double?) -> JSONText {
    number.map { .number($0) } ?? .null
  }

  package static func texts(_ texts: [String]) -> JSONText { .list(texts.map { .text($0) }) }

  package static func numbers(_ numbers: [Int]) -> JSONText { .list(numbers.map { .number($0) }) }
}
