/// An object of JSON as it is written, its keys in the order in which they are added.
///
/// The module stands alone, so that an app takes nothing else with it; the bytes are those of AdView's own writer, and a
/// test holds them equal.
struct LineText {
  private var fields: String

  init(_ key: String, _ value: some LineValue) {
    fields = "\"\(key)\":\(value.json)"
  }

  func adding(_ key: String, _ value: some LineValue) -> LineText {
    var text = self
    text.fields += ",\"\(key)\":\(value.json)"
    return text
  }

  /// The object on a line of its own.
  var line: [UInt8] { Array((json + "\n").utf8) }
}

/// What a field may hold.
protocol LineValue {
  var json: String { get }
}

extension LineText: LineValue {
  var json: String { "{\(fields)}" }
}

extension Bool: LineValue {
  var json: String { self ? "true" : "false" }
}

extension Int64: LineValue {
  var json: String { "\(self)" }
}

/// A list without entries.
struct EmptyList: LineValue {
  var json: String { "[]" }
}

extension Double: LineValue {
  /// A whole number without a fraction, any other in the shortest form that reads back the same.
  var json: String { Int64(exactly: self).map { "\($0)" } ?? description }
}

extension String: LineValue {
  /// The text in quotation marks, without control characters, line separators or marks of direction.
  var json: String {
    var json = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      default:
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
          0xFEFF:
          let digits = String(scalar.value, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
      }
    }
    return json + "\""
  }
}
