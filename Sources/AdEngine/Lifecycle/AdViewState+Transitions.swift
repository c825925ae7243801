extension AdViewState {
  /// What an ad view may become from this state: the one table for the engine's slots and for plug-ins (D46).
  ///
  /// An ad that was clicked becomes `impressed` again when the person comes back to it.
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
