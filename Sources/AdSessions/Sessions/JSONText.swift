/// The JSON text of a number: whole numbers without a fraction, others in the shortest form that reads back the same.
///
/// The text depends on nothing but the number, so it is the same on every machine.
package func jsonText(_ number: Double) -> String {
  guard number.isFinite else { return "null" }
  if number.rounded(.towardZero) == number, let whole = Int64(exactly: number) {
    return String(whole)
  }
  return number.description
}

/// The JSON text of a string, quotation marks included.
///
/// Beside what JSON demands it escapes every character that a terminal, a line reader or a reader's eye could take
/// for something else: control characters, line separators and marks that turn the direction of text.
package func jsonText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if mustEscape(scalar) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result + "\""
}

private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
  default: false
  }
}
