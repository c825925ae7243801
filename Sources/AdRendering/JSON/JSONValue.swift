/// A JSON text as a value; of a key that stands twice in an object the last counts, as in JavaScript.
///
/// Numbers are `Double`, as there; one that is too large for it is infinite.
public enum JSONValue: Hashable, Sendable {
  /// The literal `null`, which is not the same as a value that is absent.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A finite number, as a binary floating-point value of 64 bits.
  case number(Double)
  /// A string, with its escapes resolved.
  case text(String)
  /// An array, in its order.
  case list([JSONValue])
  /// An object; where duplicate keys are allowed, the last value counts.
  case object([String: JSONValue])

  /// The value under a key, if this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  /// The text, if this is one.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number, if this is one.
  public var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The value as JSON on one line, keys in alphabetical order; what is not finite is `null`.
  public var json: String { JSONText.value(self).json }
}

/// Why a text is no JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the place.
  public let offset: Int
  /// What was expected there.
  public let expected: String
  /// The key that stands twice in an object, if that is what is wrong.
  public internal(set) var repeatedKey: String?

  /// One sentence.
  public var description: String { "byte \(offset + 1): expected \(expected)" }
}
