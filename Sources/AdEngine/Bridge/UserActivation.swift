/// Whether the ad was touched within ``lifetime`` (D32); one touch opens one thing.
package struct UserActivation: Hashable, Sendable {
  /// How long a touch counts, in milliseconds; chosen: WebKit (2023) and Prebid's SDK 3.3.4 (August 2026) have 5 s.
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
