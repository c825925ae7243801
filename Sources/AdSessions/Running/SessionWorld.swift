/// Who answers the fetches of a session that is run again.
public enum SessionWorld: String, CaseIterable, Hashable, Sendable {
  /// The answers that the session holds, and nobody else.
  case recorded
  /// The simulated ad server; answers that the session holds are passed over.
  case simulated
}
