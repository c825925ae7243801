import AdEngine
package import AdSessions

/// The metrics of a session under each pair of thresholds of a grid.
package struct SessionResponse: Sendable {
  /// Each metric in its units, for each number of the grid; what stands at pairs that are none means nothing.
  private var values: [Metric: [Int64]] = [:]
  /// How many runs of the engine that took.
  package private(set) var runs = 0

  package subscript(metric: Metric) -> [Int64] { values[metric] ?? [] }

  /// The response of a session by its trace, or else by the engine, with what stood in the way of the trace.
  static func of(
    _ session: TuningSession, on grid: SettingGrid, _ metrics: [Metric]
  ) -> (SessionResponse, SessionTrace?, SessionTrace.TraceError?) {
    do throws(SessionTrace.TraceError) {
      let trace = try SessionTrace(session)
      var response = SessionResponse(trace, on: grid, metrics)
      response.keepOwn(of: session, on: grid, metrics)
      return (response, trace, nil)
    } catch {
      return (SessionResponse(session, on: grid, metrics), nil, error)
    }
  }

  package init(_ trace: SessionTrace, on grid: SettingGrid, _ metrics: [Metric]) {
    for metric in metrics {
      guard let quadrants = trace.quadrants(of: metric) else {
        values[metric] = trace.liveTime(on: grid)
        continue
      }
      var sums = [Int64](repeating: 0, count: grid.count)
      let columns = grid.displays.count
      for quadrant in quadrants {
        let row = grid.fetches.indices.partitionPoint { grid.fetches[$0] >= quadrant.fetch }
        let column = grid.displays.indices.partitionPoint { grid.displays[$0] >= quadrant.display }
        guard row < grid.fetches.count, column < columns else { continue }
        sums[row * columns + column] += quadrant.weight
      }
      for row in stride(from: 0, to: sums.count, by: columns) {
        for number in (row + 1)..<(row + columns) { sums[number] += sums[number - 1] }
      }
      for number in columns..<max(columns, sums.count) { sums[number] += sums[number - columns] }
      values[metric] = sums
    }
  }

  /// Runs only pairs that may decide otherwise: a run answers for all between its thresholds and its largest gaps.
  ///
  /// It answers for one fetch threshold where the unload zone is the fetch zone or a slot's own, or requests are single.
  package init(_ session: TuningSession, on grid: SettingGrid, _ metrics: [Metric]) {
    var reports: [[Int64]] = []
    var answers = [Int](repeating: -1, count: grid.count)
    let columns = grid.displays.count
    let (runsEachFetch, unload) = (session.runsEachFetch, session.unload)
    for number in grid.valid.reversed() where answers[number] < 0 {
      let (fetch, display) = grid[number]
      let report = session.report(under: .thresholds(fetch: fetch, display: display))
      let isZoneFetch = runsEachFetch || unload.map { fetch > $0 } ?? false
      // Slots with thresholds of their own, and ads that stand in no slot, may be fetched from farther away.
      answers[number] = reports.count
      let lowest = isZoneFetch ? fetch : report.farthestFetched
      for row in (0...(number / columns)).reversed() {
        guard grid.fetches[row] >= lowest else { break }
        for column in (0...(number % columns)).reversed() {
          guard grid.displays[column] >= report.farthestDisplayed else { break }
          answers[row * columns + column] = reports.count
        }
      }
      reports.append(metrics.map { $0.units(in: report) })
    }
    runs = reports.count
    for (index, metric) in metrics.enumerated() {
      values[metric] = answers.map { $0 < 0 ? 0 : reports[$0][index] }
    }
    keepOwn(of: session, on: grid, metrics)
  }

  /// Puts in the report of a recording at its own thresholds, where they are on the grid.
  private mutating func keepOwn(
    of session: TuningSession, on grid: SettingGrid, _ metrics: [Metric]
  ) {
    guard let own = session.setup.engine.lazyLoading,
      let number = grid.number(fetch: own.fetchPoints, display: own.displayPoints),
      let report = session.recordedReport(under: grid[number])
    else { return }
    for metric in metrics { values[metric]?[number] = metric.units(in: report) }
  }
}

extension SessionTrace {
  /// Live time on a grid, in milliseconds.
  fileprivate func liveTime(on grid: SettingGrid) -> [Int64] {
    var sums = [Int64](repeating: 0, count: grid.count)
    let columns = grid.displays.count
    guard let consent else { return sums }
    for slot in slots where slot.isAd {
      let displayed = grid.displays.map {
        slot.approach.firstCheck(within: $0).map { views.checkTimes[$0] }
      }
      for (row, fetch) in grid.fetches.enumerated() {
        guard let check = slot.approach.firstCheck(within: fetch) else { continue }
        let loaded = max(views.checkTimes[check], consent) + slot.latency
        for column in 0..<columns {
          guard let near = displayed[column] else { continue }
          sums[row * columns + column] += max(0, end - max(loaded, near) - LifecycleDelay.render)
        }
      }
    }
    return sums
  }
}
