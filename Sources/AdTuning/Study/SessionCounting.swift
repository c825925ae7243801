/// Adds up what sessions count; each is counted apart from the others, and so on any core.
package protocol SessionCounting: Sendable {
  associatedtype Counts: Sendable

  /// What a session adds; it does not depend on what was added before.
  func counts(of session: TuningSession) -> Counts

  mutating func add(_ counts: Counts)
}

extension SessionCounting {
  package mutating func add(_ session: TuningSession) { add(counts(of: session)) }
}
