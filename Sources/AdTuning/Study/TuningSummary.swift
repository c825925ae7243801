package import AdEngine
package import AdSessions

/// The metrics of sessions under every pair, in whole numbers: parts add up, in any order, to the byte.
///
/// Sessions are in 200 groups by what their users did, to be resampled.
package struct TuningSummary: Hashable, SessionCounting {
  /// What has to be the same in summaries that are added.
  package struct Terms: Hashable, Sendable {
    /// The version of the program that counted.
    package var engine: String
    /// The digest of the page that all sessions were run on; `nil` where each brought its own.
    package var page: String?
    /// How sessions are answered, in words.
    package var world: String
    /// The settings that the page has now; `nil` where there is no lazy loading.
    package var present: LazyLoadingSettings?
    /// The pairs of thresholds that are compared.
    let grid: SettingGrid
    /// What is counted, in the order of the keys.
    package var metrics: [Metric]

    package init(
      engine: String, page: String?, world: String, present: LazyLoadingSettings?,
      fetches: [Double], displays: [Double], metrics: [Metric]
    ) {
      grid = SettingGrid(
        fetches: fetches, displays: displays, including: [present].compactMap { $0 })
      (self.engine, self.page, self.world, self.present) = (engine, page, world, present)
      self.metrics = metrics.sorted { $0.rawValue < $1.rawValue }
    }

    /// The thresholds that are compared, in points, ascending.
    package var fetches: [Double] { grid.fetches }
    package var displays: [Double] { grid.displays }
  }

  /// The sums over a group of sessions.
  struct Group: Hashable, Sendable {
    var sessions = 0
    var slots = 0
    var drawnAnswers = 0
    /// The reasons for which sessions had to be run.
    var obstacles: [SessionTrace.TraceError: Int] = [:]
    /// For each metric the sum for each pair, in the metric's units.
    var sums: [Metric: [Int64]] = [:]
    var oracle: [Metric: Int64] = [:]
    /// The metrics under the sessions' own settings, in the metrics' units.
    var now: [Metric: Int64] = [:]

    mutating func add(_ other: Group) {
      sessions += other.sessions
      slots += other.slots
      drawnAnswers += other.drawnAnswers
      obstacles.merge(other.obstacles, uniquingKeysWith: +)
      oracle.merge(other.oracle, uniquingKeysWith: &+)
      now.merge(other.now, uniquingKeysWith: &+)
      for (metric, units) in other.sums {
        // Taken out, so that it is not copied.
        guard var own = sums.removeValue(forKey: metric) else {
          sums[metric] = units
          continue
        }
        for (column, unit) in units.enumerated() { own[column] &+= unit }
        sums[metric] = own
      }
    }
  }

  package let terms: Terms
  private(set) var groups: [Int: Group] = [:]
  let pairs: [Int]

  package init(_ terms: Terms) {
    self.terms = terms
    pairs = terms.grid.valid
  }

  package var sessions: Int { groups.values.reduce(0) { $0 + $1.sessions } }

  // MARK: - Adding

  /// The sums of a session, and the number of its group.
  package struct Counts: Sendable {
    let group: Group
    let number: Int
  }

  package func counts(of session: TuningSession) -> Counts {
    var group = Group()
    group.sessions = 1
    group.slots = session.setup.slots.count
    group.drawnAnswers = session.drawnAnswers
    let (response, trace, obstacle) = SessionResponse.of(session, on: terms.grid, terms.metrics)
    if let obstacle { group.obstacles[obstacle] = 1 }
    let best = trace?.oracle ?? session.oracleWithoutTrace
    let now = session.report(under: .own)
    for metric in terms.metrics { group.now[metric] = metric.units(in: now) }
    for metric in terms.metrics {
      let units = response[metric]
      group.sums[metric] = pairs.map { units[$0] }
      group.oracle[metric] = metric.units(in: best)
    }
    return Counts(group: group, number: Int(session.key % UInt64(GroupedSums.groupCount)))
  }

  package mutating func add(_ counts: Counts) { add(counts.group, as: counts.number) }

  /// Why two summaries cannot be added.
  package struct MergeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Throws where the two do not say the same of what they counted.
  package mutating func add(_ other: TuningSummary) throws(MergeError) {
    let (mine, others) = (terms, other.terms)
    func require(_ isSame: Bool, _ problem: @autoclosure () -> String) throws(MergeError) {
      if !isSame { throw MergeError(description: problem()) }
    }
    try require(
      mine.engine == others.engine,
      "was counted by another version: expected \(mine.engine), found \(others.engine)")
    try require(mine.page == others.page, "is of another page")
    try require(
      mine.world == others.world,
      "has other answers: expected \(mine.world), found \(others.world)")
    try require(mine.present == others.present, "has other present settings")
    try require(
      mine.fetches == others.fetches && mine.displays == others.displays,
      "compares other thresholds")
    try require(mine.metrics == others.metrics, "counts other metrics")
    for (number, group) in other.groups { add(group, as: number) }
  }

  mutating func add(_ group: Group, as number: Int) { groups[number, default: Group()].add(group) }

  // MARK: - Reading

  /// The sums over all sessions for each pair.
  private var sums: [Metric: [Int64]] {
    var all = Group()
    for group in groups.values { all.add(group) }
    return all.sums
  }

  package func map(_ objective: Objective, seed: UInt64) throws(MissingMetricError) -> TuningMap {
    let terms = objective.terms
    if let missing = terms.first(where: { !self.terms.metrics.contains($0.metric) }) {
      throw MissingMetricError(metric: missing.metric)
    }
    var values = GroupedSums(columns: pairs.count, sessions: .max)
    for (number, group) in groups.sorted(by: { $0.key < $1.key }) {
      var worth = [Double](repeating: 0, count: pairs.count)
      for term in terms {
        let weight = term.weight / term.metric.units
        for (column, units) in (group.sums[term.metric] ?? []).enumerated() {
          worth[column] += weight * Double(units)
        }
      }
      values.add(worth, sessions: group.sessions, group: number)
    }
    return TuningMap(
      self.terms.grid, values, sums, objective: objective, present: self.terms.present, seed: seed)
  }

  package struct MissingMetricError: Error, Hashable, Sendable {
    package var metric: Metric
  }

  package func report(_ rows: [SettingRow], _ map: TuningMap) -> TuningReport {
    let metrics = terms.metrics
    let width = metrics.count + 1
    let columns = rows.map { row in
      row.role == .present ? nil : row.settings.flatMap(map.cell).flatMap(map.column)
    }
    var sums = GroupedSums(columns: rows.count * width, sessions: .max)
    var oracle = GroupedSums(columns: width, sessions: .max)
    var all = Group()
    for (number, group) in groups.sorted(by: { $0.key < $1.key }) {
      all.add(group)
      func line(_ units: (Metric) -> Int64) -> [Double] {
        let own = metrics.map { Double(units($0)) / $0.units }
        let worth = map.objective.terms.reduce(0.0) {
          $0 + $1.weight / $1.metric.units * Double(units($1.metric))
        }
        return own + [worth]
      }
      sums.add(
        columns.flatMap { column in
          line { metric in
            column.map { group.sums[metric]?[$0] ?? 0 } ?? group.now[metric] ?? 0
          }
        },
        sessions: group.sessions, group: number)
      oracle.add(line { group.oracle[$0] ?? 0 }, sessions: group.sessions, group: number)
    }
    return TuningReport(
      rows, sums: sums, oracle: oracle, metrics: metrics, map, slotCount: all.slots,
      drawnAnswers: all.drawnAnswers, obstacles: all.obstacles, losses: Losses())
  }
}
