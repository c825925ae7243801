internal import AdEngine
internal import AdSessions

extension ReplayScript {
  /// The thresholds that are in force up to an instant, each with when it came into force.
  func thresholds(until end: Instant) -> [(at: Instant, settings: LazyLoadingSettings)] {
    var values: [(at: Instant, settings: LazyLoadingSettings)] = []
    func add(_ settings: LazyLoadingSettings?, _ at: Instant) {
      if let settings, settings != values.last?.settings { values.append((at, settings)) }
    }
    add(setup.engine.lazyLoading, .start)
    for step in steps where step.at <= end {
      switch step.action {
      case .take(let given):
        for case .input(.lazyLoadingChanged(let change), _) in given {
          add(try? values.last?.settings.applying(change), step.at)
        }
      case .open(_, let setup): add(setup.engine.lazyLoading, step.at)
      case .scroll, .goBack: break
      }
    }
    return values
  }

  /// Fetch and display threshold at first and at an instant: `800/200`, `800/200…2500/200`.
  func pair(until end: Instant) -> String {
    let pairs = thresholds(until: end).map(\.settings.pair)
    guard let first = pairs.first, let last = pairs.last else { return "off" }
    return first == last ? first : "\(first)…\(last)"
  }

  /// The values of a threshold up to an instant: `800, 2500 from 0:21.7`.
  func words(of kind: ThresholdKind, until end: Instant) -> String {
    values(of: kind, until: end).enumerated().map { index, value in
      index == 0 ? value.words : "\(value.words) from \(value.at.tenths)"
    }.joined(separator: ", ")
  }

  func values(of kind: ThresholdKind, until end: Instant) -> [(at: Instant, words: String)] {
    var values: [(at: Instant, words: String)] = []
    for (at, settings) in thresholds(until: end) where settings[kind].words != values.last?.words {
      values.append((at, settings[kind].words))
    }
    return values
  }
}
