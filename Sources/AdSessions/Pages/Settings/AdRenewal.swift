/// When an ad is shown under a new identity, and so is loaded again (`S0.73`, `S0.74`).
package enum AdRenewal: String, CaseIterable, Hashable, Sendable {
  /// Never: the ad persists while other pages cover its own.
  case never
  /// Each time its page is on the screen again.
  case visit
}
