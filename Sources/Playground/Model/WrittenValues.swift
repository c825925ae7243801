internal import AdEngine
internal import AdSessions

extension Instant {
  /// The first whole second after this instant.
  var nextSecond: Instant { Instant(milliseconds: milliseconds / 1000 * 1000) + 1000 }

  /// Minutes and seconds: `2:07`.
  var minutesAndSeconds: String {
    "\(milliseconds / 60_000):\(Self.digits(milliseconds / 1000 % 60, 2))"
  }

  /// The same with tenths of a second: `2:07.5`.
  var tenths: String { minutesAndSeconds + ".\(milliseconds / 100 % 10)" }

  /// Minutes, seconds and milliseconds: `02:07.045`.
  var clock: String {
    let minutes = milliseconds / 60_000
    let seconds = milliseconds / 1000 % 60
    let rest = milliseconds % 1000
    return "\(Self.digits(minutes, 2)):\(Self.digits(seconds, 2)).\(Self.digits(rest, 3))"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension Double {
  /// This number of points as a user writes it: whole where it is whole, with one decimal where not.
  var points: String {
    magnitude < 1e15 ? text(upTo: 1) : String(self)
  }
}
