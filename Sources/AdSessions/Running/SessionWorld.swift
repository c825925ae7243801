/// Who answers the fetches of a session that is run again.
package enum SessionWorld: String, CaseIterable, Hashable, Sendable {
  /// The answers that the session holds, and nobody else.
  case recorded
  /// The simulated ad server; answers that the session holds are passed over.
  case simulated
}

extension SessionWorld {
  /// Who answers a session of a page unless somebody says otherwise.
  ///
  /// Under settings from outside it is the simulated world: recorded answers belong to the requests that were made
  /// under the session's own, at their moments.
  init(isAnswered: Bool, _ overrides: SettingOverrides) {
    self = isAnswered && overrides == SettingOverrides() ? .recorded : .simulated
  }
}
