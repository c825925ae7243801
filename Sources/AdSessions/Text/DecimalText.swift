extension String {
  /// A number with its unit, which may be empty: `142 pt·s`, `75%`.
  package func with(unit: String) -> String {
    unit.isEmpty || unit == "%" ? self + unit : "\(self) \(unit)"
  }
}

extension Double {
  /// The number with this many digits after the point, rounded, for people: without a locale, with a minus sign (U+2212).
  package func text(digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    guard let units = Int64(exactly: (magnitude * scale).rounded()) else { return description }
    let sign = self < 0 && units > 0 ? "−" : ""
    let text = String(units)
    guard digits > 0 else { return sign + text }
    let padded = String(repeating: "0", count: Swift.max(0, digits + 1 - text.count)) + text
    return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
  }

  /// The number with at most this many digits after the point, rounded, without zeros at their end.
  package func text(upTo digits: Int) -> String {
    var text = Substring(text(digits: digits))
    // A number too large for digits alone has a power of ten, whose zeros count.
    while text.contains("."), !text.contains("e"), text.last == "0" { text.removeLast() }
    return String(text.last == "." ? text.dropLast() : text)
  }
}
