/// Whether a person has touched the ad a moment ago: what opens a browser must follow from a touch (D32).
///
/// One touch opens one thing; an ad that waits longer than ``lifetime`` after it, or wants a second window, gets none.
public struct UserActivation: Hashable, Sendable {
  /// How long a touch counts, in milliseconds.
  public static let lifetime: Int64 = 1000

  /// When the ad was last touched, unless that touch has been used.
  private var touched: Instant?

  /// Nobody has touched the ad.
  public init() {}

  /// The person touched the ad.
  public mutating func touch(at moment: Instant) { touched = moment }

  /// Whether a touch counts at this moment.
  public func isActive(at moment: Instant) -> Bool {
    guard let touched, moment >= touched else { return false }
    return moment - touched <= Self.lifetime
  }

  /// Uses the touch up: something was opened.
  public mutating func use() { touched = nil }
}
