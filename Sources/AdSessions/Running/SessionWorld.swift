/// Who answers the fetches of a session that is run again.
package enum SessionWorld: String, CaseIterable, Hashable, Sendable {
  /// The answers that the session holds, and nothing else.
  case recorded
  /// The simulated ad server; answers that the session holds are passed over.
  case simulated
}

extension SessionHeader {
  /// What the user should know about a bare session without answers, such as a table of scroll positions.
  package var answersWarning: String? {
    guard case .slots = content, answers == .simulated else { return nil }
    return "holds no answers of an ad server: when ads come, and in which size, is simulated"
  }
}

extension SessionWorld {
  /// Who answers: `asked`, else the header's; for a bare session what it holds, unless another seed or network is asked for.
  ///
  /// It is `nil` for an older session of a page, or of the lab, whose header does not say it.
  package init?(
    of header: SessionHeader, asked: SessionWorld? = nil,
    overrides: SettingOverrides = SettingOverrides()
  ) {
    let isElsewhere =
      overrides.seed.map { $0 != header.settings.seed } ?? false
      || overrides.network.map { $0 != header.settings.network } ?? false
    let own: SessionWorld? =
      switch header.content {
      case .slots: header.answers ?? .recorded
      case .page: isElsewhere ? .simulated : header.answers
      case .lab: header.answers
      }
    guard let world = asked ?? own else { return nil }
    self = world
  }

  /// Who answers a session whose header does not say it: the session itself, if one of its lines is an answer.
  package init(holdsAnswers: Bool) { self = holdsAnswers ? .recorded : .simulated }

  /// Who answers a session that was read whole.
  package init(
    of header: SessionHeader, asked: SessionWorld? = nil,
    lines: [(number: Int, line: SessionLine)], overrides: SettingOverrides = SettingOverrides()
  ) {
    self =
      SessionWorld(of: header, asked: asked, overrides: overrides)
      ?? SessionWorld(holdsAnswers: lines.contains { $0.line.isAnswer })
  }
}
