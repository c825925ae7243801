package import AdEngine

extension AdFailure {
  package var words: String {
    switch self {
    case .noFill: "no fill"
    case .network: "network"
    case .timeout: "timeout"
    case .error: "server error"
    case .rendering: "not rendered"
    }
  }
}
