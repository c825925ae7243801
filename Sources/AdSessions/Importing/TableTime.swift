/// How a table writes times.
package enum TableTimeUnit: String, CaseIterable, Sendable {
  case milliseconds = "ms"
  case seconds = "s"
  /// Since 1970.
  case epochMilliseconds = "epoch-ms"
  case epochSeconds = "epoch-s"
  /// ISO 8601: `2026-03-01T09:30:00.016Z`, with or without a zone.
  case iso

  /// In milliseconds.
  var length: Double {
    switch self {
    case .seconds, .epochSeconds: 1000
    case .milliseconds, .epochMilliseconds, .iso: 1
    }
  }

  /// Whether it counts from a date, so that a visit begins with its first row.
  var isDate: Bool {
    switch self {
    case .epochMilliseconds, .epochSeconds, .iso: true
    case .milliseconds, .seconds: false
    }
  }

  var words: String {
    switch self {
    case .milliseconds: "milliseconds"
    case .seconds: "seconds"
    case .epochMilliseconds: "milliseconds since 1970"
    case .epochSeconds: "seconds since 1970"
    case .iso: "ISO 8601"
    }
  }

  /// The unit of numbers, by the first of them, the middle one of the steps between rows if there are steps, and what the
  /// column's name says.
  ///
  /// A person's scroll positions come at most some hundred times a second, so that steps below 4 are seconds.
  ///
  /// - Returns: `nil` where it cannot be known.
  static func guess(first: Double, step: Double?, named unit: TableTimeUnit?) -> TableTimeUnit? {
    // From the year 2000 to 2100.
    let (seconds, milliseconds) = (9.46e8...4.11e9, 9.46e11...4.11e12)
    switch unit {
    case .milliseconds: return milliseconds.contains(first) ? .epochMilliseconds : unit
    case .seconds: return seconds.contains(first) ? .epochSeconds : unit
    case nil: break
    default: return unit
    }
    if milliseconds.contains(first) { return .epochMilliseconds }
    if seconds.contains(first) {
      // Seconds since 1970, seldom written; or milliseconds since a phone was started some weeks ago.
      if let step, (4...100).contains(step) { return nil }
      return .epochSeconds
    }
    guard first < seconds.lowerBound else { return nil }
    return step.map { $0 < 4 } == true ? .seconds : .milliseconds
  }
}

/// Dates and times as ISO 8601 writes them.
enum ISOTime {
  /// Milliseconds since 1970, `nil` for anything else; without a zone the time is taken as UTC.
  static func milliseconds(_ text: String) -> Double? {
    var bytes = Array(text.utf8)[...]
    func digits(_ count: Int) -> Int? {
      let part = bytes.prefix(count)
      guard part.count == count, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      bytes = bytes.dropFirst(count)
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func take(_ characters: String) -> Bool {
      guard let first = bytes.first, characters.utf8.contains(first) else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
      take("T "), let hour = digits(2), take(":"), let minute = digits(2)
    else { return nil }
    var seconds = 0.0
    if take(":") {
      guard let whole = digits(2) else { return nil }
      seconds = Double(whole)
      if take(".,") {
        var place = 0.1
        guard bytes.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
        while let digit = digits(1) {
          seconds += Double(digit) * place
          place /= 10
        }
      }
    }
    var zone = 0
    if !take("Zz"), let sign = bytes.first, take("+-") {
      guard let hours = digits(2), hours < 24 else { return nil }
      _ = take(":")
      let minutes = bytes.isEmpty ? 0 : digits(2)
      guard let minutes, minutes < 60 else { return nil }
      zone = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
    guard bytes.isEmpty, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      seconds < 61
    else { return nil }
    let days = daysSince1970(year, month, day)
    return Double((days * 24 + hour) * 60 + minute - zone) * 60_000 + (seconds * 1000).rounded()
  }

  /// By the Gregorian calendar, whose years begin in March here.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
  }
}
