internal import AdEngine
internal import AdSessions

/// The page's metrics, had it had other thresholds from its opening; goes on until the user dismisses it.
struct WhatIf: Sendable {
  /// The thresholds before the change, and the new ones.
  let original: LazyLoadingSettings
  let settings: LazyLoadingSettings
  private var before: Rerun
  private var after: Rerun
  /// The metrics so far under the thresholds before the change.
  private(set) var now = MetricsReport()
  /// The metrics so far under the new ones.
  private(set) var then = MetricsReport()
  /// The page under both as it is now; `nil` before it was asked.
  private(set) var engines: (before: Engine, after: Engine)?

  /// Compares thresholds on a page that began with a setup.
  init(_ setup: RunSetup, from original: LazyLoadingSettings, to settings: LazyLoadingSettings) {
    self.original = original
    self.settings = settings
    before = Rerun(setup, under: original)
    after = Rerun(setup, under: settings)
  }

  /// The same with other new thresholds; what is known of those before the change is kept.
  func trying(_ settings: LazyLoadingSettings, on setup: RunSetup) -> WhatIf {
    var other = WhatIf(setup, from: original, to: settings)
    other.before = before
    return other
  }

  /// Takes what happened on the page since it was asked last; `history` is what a run under other thresholds follows.
  mutating func catchUp(_ history: some RandomAccessCollection<RunEvent>, until time: Instant) {
    before.catchUp(history)
    after.catchUp(history)
    let (before, after) = (before.run(at: time), after.run(at: time))
    now = before.report(at: time, isOver: false)
    then = after.report(at: time, isOver: false)
    engines = (before.engine, after.engine)
  }

  /// What is compared: `800/200 → 600/200`, and what else differs.
  var title: String {
    let thresholds = original.pair == settings.pair ? [] : ["\(original.pair) → \(settings.pair)"]
    let others = LazyLoadingOverride(all: original).changes(to: settings)
      .filter { !$0.hasPrefix("fetchThreshold ") && !$0.hasPrefix("displayThreshold ") }
    return (thresholds + others).joined(separator: ", ")
  }

  /// What has to happen before the two can differ.
  var condition: String? { now.distance > 0 ? nil : "scroll first: nothing came into view" }
}

extension LazyLoadingSettings {
  /// Fetch and display threshold: `800/200`.
  var pair: String { "\(fetchThreshold.words)/\(displayThreshold.words)" }
}
