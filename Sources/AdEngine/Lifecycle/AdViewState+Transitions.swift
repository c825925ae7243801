extension AdViewState {
  /// What an ad view may become from this state (D46).
  ///
  /// Hosts hold plug-ins to this table, and a test holds the engine's slots to it. Of an ad that was clicked a plug-in
  /// may say `impressed` again, when the person comes back to it.
  public var successors: Set<AdViewState> {
    switch self {
    case .uninitialized: [.loading]
    case .loading: [.loaded, .failed]
    case .loaded: [.impressed, .closed, .loading]
    case .impressed: [.clicked, .closed, .loading]
    case .clicked: [.clicked, .closed, .impressed, .loading]
    case .failed: [.loading]
    case .closed: [.loading]
    }
  }
}
