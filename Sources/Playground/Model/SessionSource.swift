/// Where what happens on the pages comes from.
enum SessionSource: Sendable {
  /// From the user, which a session may be recorded of.
  case live(recording: Recording?)
  /// From a session that is shown again.
  case replay(Replay)
}

extension PageScreen {
  /// The session that is shown again, if one is; changed in place.
  var replay: Replay? {
    get { if case .replay(let replay) = source { replay } else { nil } }
    _modify {
      var replay = replay
      if replay != nil { source = .live(recording: nil) }
      defer { if let replay { source = .replay(replay) } }
      yield &replay
    }
  }

  /// The session that is being recorded of the pages, if one is; changed in place.
  var recording: Recording? {
    get { if case .live(let recording) = source { recording } else { nil } }
    _modify {
      guard case .live(var recording) = source else {
        var none: Recording?
        yield &none
        return
      }
      source = .live(recording: nil)
      defer { source = .live(recording: recording) }
      yield &recording
    }
  }
}
