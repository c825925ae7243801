import FoundationEssentials

/// A JSON text as a value.
///
/// Numbers are `Double`, as in JavaScript; one that is too large for it is infinite.
enum JSONValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The kind and, when it is short, the value, for a sentence.
  var summary: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): number.isFinite ? jsonText(number) : "a number too large to hold"
    case .text(let text): text.count > 40 ? "a long text" : "\"\(text)\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    // Objects first: most of what a session holds.
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var object: [String: JSONValue] = [:]
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(object)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      return
    }
    do {
      self = .number(try container.decode(Double.self))
    } catch DecodingError.typeMismatch {
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .list(try container.decode([JSONValue].self))
      }
    } catch {
      // A number, but beyond what a Double holds.
      self = .number(.infinity)
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads one JSON text, or says that it is none.
  static func parse(_ bytes: ArraySlice<UInt8>, with decoder: JSONDecoder) -> JSONValue? {
    // The decoder would take NULs for UTF-16; JSON allows no control character but white space.
    guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0D }),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    return try? decoder.decode(JSONValue.self, from: Data(bytes))
  }
}
