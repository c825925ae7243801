/// The fixed times of an ad's life, in milliseconds.
package enum LifecycleDelay {
  /// Between two checks at least: about fifteen checks a second (`S0.56`, `S1.32`).
  package static let check: Int64 = 67
  /// How long a slot must stay outside before it is unloaded (`S0.55`, `S1.33`).
  package static let unload: Int64 = 2000
  /// How long after a slot is both displayed and loaded its ad is rendered (`S1.67`).
  package static let render: Int64 = 100
}
