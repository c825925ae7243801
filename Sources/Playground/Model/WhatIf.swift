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
  /// Until when both were followed.
  private var time = Instant.start

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
    self.time = time
    now = before.run(at: time).report(at: time, isOver: false)
    then = after.run(at: time).report(at: time, isOver: false)
  }

  /// The page under both; made when it is asked for, since a copy that is kept would be copied with every change.
  var engines: (before: Engine, after: Engine) {
    (before.run(at: time).engine, after.run(at: time).engine)
  }

  /// What is compared: `800/200 → 600/200`, and what else differs.
  var title: String {
    let thresholds = original.pair == settings.pair ? [] : ["\(original.pair) → \(settings.pair)"]
    let others = LazyLoadingOverride(all: original).changes(to: settings)
      .filter { !$0.hasPrefix("fetchThreshold ") && !$0.hasPrefix("displayThreshold ") }
    return (thresholds + others).joined(separator: ", ")
  }

  /// What has to happen before the two can differ.
  var condition: String? { now.distance > 0 ? nil : "scroll first: only one screen was in view" }
}

extension LazyLoadingSettings {
  /// Fetch and display threshold: `800/200`.
  var pair: String { "\(fetchThreshold.words)/\(displayThreshold.words)" }
}
