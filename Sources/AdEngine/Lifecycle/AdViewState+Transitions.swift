extension AdViewState {
  /// Whether this state may be followed by another one (D46).
  ///
  /// This table is the state machine: the engine moves its slots by it, and hosts hold plug-ins to it. Of an ad that was
  /// clicked a plug-in may say `impressed` again, when the user comes back to it.
  public func canBecome(_ next: AdViewState) -> Bool {
    switch self {
    case .uninitialized: next == .loading
    case .loading: next == .loaded || next == .failed
    case .loaded: next == .impressed || next == .closed || next == .loading
    case .impressed: next == .clicked || next == .closed || next == .loading
    case .clicked: next == .clicked || next == .closed || next == .impressed || next == .loading
    case .failed, .closed: next == .loading
    }
  }
}
