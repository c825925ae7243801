import AdEngine
import AdRendering
import AdSimulation

@testable import AdSessions

/// The lines of a session, with their numbers.
typealias NumberedLines = [(number: Int, line: SessionLine)]

/// Reads a whole session from its text.
func session(
  _ text: String
) throws(SessionError) -> (header: SessionHeader, lines: NumberedLines) {
  try SessionReader.session(in: text.utf8)
}

extension SessionPlayer {
  /// Plays a session from its text until nothing is pending, answered as such a session is.
  init(
    playing text: String, on page: PageConfiguration? = nil,
    opening others: [String: PageConfiguration] = [:],
    _ overrides: SettingOverrides = SettingOverrides()
  ) throws {
    let (header, lines) = try session(text)
    let world = SessionWorld(of: header, lines: lines, overrides: overrides)
    try self.init(header, page: page, overrides: overrides, world: world, keepsHistory: true)
    for (path, page) in others { provide(page, as: path) }
    try play(toTheEnd: lines)
  }

  /// Plays lines, and goes on until nothing is pending.
  mutating func play(toTheEnd lines: NumberedLines) throws(SessionError) {
    for (number, line) in lines { try receive(line, number: number) }
    finish()
  }

  /// What was decided, as the lines of a session.
  var decisions: [SessionLine] {
    run.history.compactMap { event in
      guard case .effect(let effect) = event.content,
        let decision = SessionDecision(effect, in: slots[event.page])
      else { return nil }
      let page = ScreenAdKind.owner(of: event.page)
      return SessionLine(at: event.at, page: page, .decision(decision))
    }
  }

  /// The same as the text of the lines.
  var decided: [String] { decisions.map(\.text.json) }

  /// What was given to the engine.
  var inputs: [Engine.Input] { run.history.inputs }
}

extension SessionChecker {
  /// Checks lines to the end of the session.
  mutating func check(_ lines: NumberedLines) throws(SessionError) -> Verdict {
    for (number, line) in lines { try receive(line, number: number) }
    return finish()
  }
}

extension [RunEvent] {
  /// What was given to the engine.
  var inputs: [Engine.Input] {
    compactMap { event in
      if case .input(let input) = event.content { input } else { nil }
    }
  }

  /// What the engine decided.
  var effects: [Engine.Effect] {
    compactMap { event in
      if case .effect(let effect) = event.content { effect } else { nil }
    }
  }
}
