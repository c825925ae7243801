/// Whether the ad was touched recently: what opens a browser must follow from a touch (D32).
///
/// One touch opens one thing; an ad that waits longer than ``lifetime`` after it, or wants a second window, gets none.
package struct UserActivation: Hashable, Sendable {
  /// How long a touch counts, in milliseconds.
  package static let lifetime: Int64 = 1000

  /// When the ad was last touched, unless that touch has been used.
  private var touched: Instant?

  package init() {}

  package mutating func touch(at now: Instant) { touched = now }

  package func isActive(at now: Instant) -> Bool {
    guard let touched, now >= touched else { return false }
    return now - touched <= Self.lifetime
  }

  /// Uses the touch up: something was opened.
  package mutating func use() { touched = nil }
}
