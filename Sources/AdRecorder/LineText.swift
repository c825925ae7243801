/// An object of JSON, keys in the order in which they are added; a test holds its bytes equal to AdView's own writer's.
struct LineText {
  private var fields: String

  init(_ key: String, _ value: some LineValue) { fields = "\"\(key)\":\(value.json)" }

  func adding(_ key: String, _ value: some LineValue) -> LineText {
    var text = self
    text.fields += ",\"\(key)\":\(value.json)"
    return text
  }

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
  /// The text in quotation marks, without what a terminal obeys or shows nothing for.
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
        if Self.isUnsafe(scalar.value) {
          json += Self.escape(scalar)
        } else {
          json.unicodeScalars.append(scalar)
        }
      }
    }
    return json + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    Character(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }

  /// The table is that of `Scrubbing` in AdEngine.
  private static func isUnsafe(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFDD0...0xFDEF, 0xFE00...0xFE0F,
      0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A,
      0xE_0000...0xE_0FFF:
      true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}
