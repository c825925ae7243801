package import AdEngine

/// Compares settings over sessions: add each session, then ask for the report.
package struct TuningStudy: Sendable {
  package let grid: SettingGrid
  package let objective: Objective
  /// The settings that the page has now; `nil` where it has no lazy loading.
  package let present: LazyLoadingSettings?
  /// More settings that the report has a row for.
  package let tries: [LazyLoadingSettings]
  /// The seed of the resamples.
  package let seed: UInt64

  /// The pairs of the grid.
  private let pairs: [Int]
  private let metrics: [TuningMetric]
  /// What each pair is worth, in groups of sessions.
  private var values: GroupedSums
  /// The sum of each metric over the sessions for each pair, in the metric's units.
  private var sums: [TuningMetric: [Int64]] = [:]

  /// Makes a study for so many sessions.
  ///
  /// Unload settings are those of `present` throughout the grid. The thresholds of `present` and of the tries are added to
  /// the grid.
  package init(
    fetches: [Double], displays: [Double], objective: Objective, present: LazyLoadingSettings?,
    tries: [LazyLoadingSettings] = [], sessions: Int, seed: UInt64 = 1
  ) {
    let own = [present].compactMap { $0 } + tries
    grid = SettingGrid(
      fetches: fetches + own.map(\.fetchThreshold), displays: displays + own.map(\.displayThreshold)
    )
    self.objective = objective
    self.present = present
    self.tries = tries
    self.seed = seed
    pairs = grid.valid
    metrics = TuningMetric.allCases.filter { metric in
      Self.shown.contains(metric) || objective.terms.contains { $0.metric == metric }
    }
    values = GroupedSums(columns: pairs.count, sessions: sessions)
  }

  /// The metrics that choosing a setting looks at.
  private static let shown: Set<TuningMetric> = [
    .requests, .wastedFetches, .viewable, .blankExposure,
  ]

  /// The distance beyond which ads are unloaded throughout the grid; `nil` where they are not.
  private var unload: Double? {
    present.flatMap { $0.unloadingEnabled ? $0.unloadThreshold : nil }
  }

  /// Adds a session, and says how its numbers came about: by its trace, or else what stood in the way.
  @discardableResult
  package mutating func add(_ session: TuningSession) -> SessionTrace.TraceError? {
    let response: SessionResponse
    var obstacle: SessionTrace.TraceError?
    do throws(SessionTrace.TraceError) {
      let trace = try SessionTrace(session, unloads: unload != nil)
      response = SessionResponse(trace, on: grid, metrics)
    } catch {
      obstacle = error
      response = SessionResponse(session, on: grid, metrics, unload: unload)
    }
    var worth = [Double](repeating: 0, count: pairs.count)
    for metric in metrics {
      let units = response[metric]
      let weight = objective.terms.first { $0.metric == metric }.map { $0.weight / metric.units }
      if sums[metric] == nil { sums[metric] = Array(repeating: 0, count: pairs.count) }
      for (index, number) in pairs.enumerated() {
        sums[metric]?[index] += units[number]
        if let weight { worth[index] += weight * Double(units[number]) }
      }
    }
    values.add(worth, key: session.key)
    return obstacle
  }

  /// What the sessions, all of which were added before, say of the settings.
  package func report(on sessions: some Sequence<TuningSession>) -> TuningReport {
    let requests = sums[.requests] ?? []
    let ranking = BestSettings(
      of: values, preference: requests.map(Double.init), step: objective.step, seed: seed)
    let open = pairs.indices.filter { ranking.isOpen[$0] }
    let frugal = open.min { left, right in
      (requests[left], -values.mean(left)) < (requests[right], -values.mean(right))
    }
    var rows: [(TuningReport.Role, LazyLoadingSettings?)] = [(.present, present)]
    rows += tries.map { (.tried, $0) }
    rows.append((.best, settings(ranking.best)))
    if let frugal { rows.append((.fewestRequests, settings(frugal))) }
    var details = SettingDetails(
      rows.map(\.1), objective: objective, sessions: values.count, unloads: unload != nil)
    for session in sessions { details.add(session) }
    return TuningReport(
      details: details, roles: rows.map(\.0), ranking: ranking, grid: grid, pairs: pairs,
      columns: rows.map { $0.1.flatMap(column) }, objective: objective, sums: sums, seed: seed)
  }

  /// The settings of a pair of the grid.
  private func settings(_ column: Int) -> LazyLoadingSettings? {
    let (fetch, display) = grid[pairs[column]]
    return try? (present ?? .standard).applying(
      LazyLoadingChange(fetchThreshold: fetch, displayThreshold: display))
  }

  /// The column of settings that are on the grid.
  private func column(of settings: LazyLoadingSettings) -> Int? {
    guard settings.unloadingEnabled == (unload != nil),
      unload == nil || settings.unloadThreshold == unload,
      let number = grid.number(fetch: settings.fetchThreshold, display: settings.displayThreshold)
    else { return nil }
    return pairs.firstIndex(of: number)
  }
}
