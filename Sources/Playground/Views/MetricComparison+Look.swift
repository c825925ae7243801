internal import AdSessions

extension MetricComparison {
  var word: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .same: ""
    }
  }

  var mark: String {
    switch self {
    case .better: "✓"
    case .worse: "✗"
    case .same: ""
    }
  }

  var style: Style {
    switch self {
    case .better: SeenState.viewable.style
    case .worse: Theme.warning
    case .same: Theme.text
    }
  }
}

extension MetricComparison.Direction {
  var words: String? {
    switch self {
    case .less: "less is better"
    case .more: "more is better"
    case .none: nil
    }
  }
}
