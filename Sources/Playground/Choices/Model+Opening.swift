/// Something else in the place of what is on the screen.
extension Model {
  /// What the playground would be opened with now: what was asked for at its start, with what was chosen since.
  package var options: PlaygroundOptions { visit.options }

  package var settings: PlaygroundSettings { visit.settings }

  /// Takes the place of another playground: its debug log and mouse stay, and a session that is recorded is ended and named.
  ///
  /// - Returns: What the shell is to do.
  package mutating func replace(_ old: Model) -> [Request] {
    var old = old
    let file = old.visit.recording?.file ?? old.lab?.recording?.file
    old.visit.endRecording()
    old.lab?.endRecording()
    viewer.mouse = Mouse(isOn: old.viewer.mouse.isOn)
    shared.files = old.shared.files
    if let file, shared.notice == nil {
      shared.notice = "the recording ended: 'adview check \(file)' runs it again"
    }
    defer { shared.requests = [] }
    return old.shared.requests + shared.requests
  }
}
