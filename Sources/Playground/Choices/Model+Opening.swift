internal import AdSessions

/// Something else in the place of what is on the screen.
extension Model {
  /// What the playground would be opened with now: what was asked for at its start, with what was chosen since.
  package var options: PlaygroundOptions { page.visit.options }

  package var settings: PlaygroundSettings { page.visit.settings }

  /// Takes the place of another playground: its debug log and mouse stay, and a session that is recorded is ended and named.
  ///
  /// - Returns: What the shell is to do.
  package mutating func replace(_ old: Model) -> [Request] {
    var old = old
    let file = old.page.visit.recording?.file ?? old.lab?.recording?.file
    old.page.visit.endRecording()
    old.lab?.endRecording()
    page.viewer.mouse = Mouse(isOn: old.page.viewer.mouse.isOn)
    page.shared.files = old.page.shared.files
    if let file, page.shared.notice == nil {
      page.shared.notice = "the recording ended: 'adview check \(file)' runs it again"
    }
    defer { page.shared.requests = [] }
    return old.page.shared.requests + page.shared.requests
  }
}
