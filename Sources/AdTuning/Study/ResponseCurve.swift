package import AdEngine
import AdSessions

/// Metrics over one threshold while the other one stays: where they begin, and every step that they take.
package struct ResponseCurve: Sendable {
  /// The threshold that changes.
  package enum Axis: String, CaseIterable, Hashable, Sendable {
    case fetch
    case display
  }

  /// A change of a metric at a threshold.
  package struct Step: Hashable, Sendable {
    package var metric: TuningMetric
    /// The threshold from which on it counts, in points.
    package var threshold: Double
    /// In the metric's units.
    package var change: Int64
    /// The slot that it is about; `nil` where the session was run, and only its sum is known.
    package var slot: String?
    package var session: String
  }

  package let axis: Axis
  /// The threshold that stays, in points.
  package let fixed: Double
  /// The thresholds that are looked at, in points: none at which display would be above fetch.
  package let range: ClosedRange<Double>
  package let metrics: [TuningMetric]
  /// How far thresholds are apart where the engine has to be run for each, in points.
  private let step: Double

  private var starts: [TuningMetric: Int64] = [:]
  private var steps: [Step] = []
  private var sessions = 0

  /// Begins a curve; `nil` where the range has no threshold that goes with the one that stays.
  package init?(
    over axis: Axis, _ range: ClosedRange<Double>, beside settings: LazyLoadingSettings,
    _ metrics: [TuningMetric], step: Double
  ) {
    self.axis = axis
    self.metrics = metrics
    self.step = step
    fixed = axis == .fetch ? settings.displayPoints : settings.fetchPoints
    switch axis {
    case .fetch where range.upperBound >= fixed:
      self.range = max(range.lowerBound, fixed)...range.upperBound
    case .display where range.lowerBound <= fixed:
      self.range = range.lowerBound...min(range.upperBound, fixed)
    case .fetch, .display: return nil
    }
  }

  package mutating func add(_ session: TuningSession) {
    sessions += 1
    if let trace = try? SessionTrace(session) {
      for metric in metrics { add(metric, trace, session) }
    } else {
      sweep(session)
    }
  }

  // MARK: - By the trace

  private mutating func add(
    _ metric: TuningMetric, _ trace: SessionTrace, _ session: TuningSession
  ) {
    for (slot, name) in zip(trace.slots, session.setup.slots.map(\.name)) {
      for quadrant in trace.quadrants(of: metric, slot) {
        let (other, own) =
          axis == .fetch
          ? (quadrant.display, quadrant.fetch) : (quadrant.fetch, quadrant.display)
        guard other <= fixed, own <= range.upperBound else { continue }
        if own <= range.lowerBound {
          starts[metric, default: 0] += quadrant.weight
        } else {
          steps.append(
            Step(
              metric: metric, threshold: own, change: quadrant.weight, slot: name,
              session: session.name))
        }
      }
    }
  }

  // MARK: - By the engine

  /// Runs the session from the largest threshold downwards: a run stands for all thresholds down to the farthest slot
  /// that it fetched, or displayed.
  ///
  /// With unloading a larger fetch threshold keeps more, so above the unload threshold one run stands for a step.
  private mutating func sweep(_ session: TuningSession) {
    let (runsEachFetch, unload) = (session.runsEachFetch, session.unload)
    var threshold = range.upperBound
    var above: (values: [Int64], from: Double)?
    while threshold >= range.lowerBound {
      let report = session.report(
        under: .thresholds(
          fetch: axis == .fetch ? threshold : fixed, display: axis == .fetch ? fixed : threshold))
      let values = metrics.map { $0.units(in: report) }
      if let above { add(above.values, minus: values, at: above.from, session) }
      let isZoneFetch =
        axis == .fetch && (runsEachFetch || unload.map { threshold > $0 } ?? false)
      // Slots with thresholds of their own may be fetched from farther away.
      let from =
        isZoneFetch
        ? threshold
        : min(threshold, axis == .fetch ? report.farthestFetched : report.farthestDisplayed)
      above = (values, from)
      let floor = runsEachFetch ? -Double.infinity : unload ?? 0
      threshold = isZoneFetch ? max(floor, threshold - step) : from.nextDown
    }
    guard let above else { return }
    for (metric, value) in zip(metrics, above.values) { starts[metric, default: 0] += value }
  }

  private mutating func add(
    _ values: [Int64], minus lower: [Int64], at threshold: Double, _ session: TuningSession
  ) {
    for (index, metric) in metrics.enumerated() where values[index] != lower[index] {
      steps.append(
        Step(
          metric: metric, threshold: threshold, change: values[index] - lower[index],
          session: session.name))
    }
  }

  // MARK: - Reading

  /// A point of the curve: the mean a session from this threshold on.
  package struct Point: Hashable, Sendable {
    package var threshold: Double
    package var mean: Double
    /// Whose step it is; `nil` where the curve begins.
    package var step: Step?
  }

  /// The points of a metric, from the smallest threshold on.
  package func points(of metric: TuningMetric) -> [Point] {
    let scale = metric.units * Double(max(1, sessions))
    var sum = starts[metric] ?? 0
    var points = [Point(threshold: range.lowerBound, mean: Double(sum) / scale)]
    let own = steps.enumerated().filter { $0.element.metric == metric }
      .sorted { ($0.element.threshold, $0.offset) < ($1.element.threshold, $1.offset) }
    for (_, step) in own {
      sum += step.change
      points.append(
        Point(threshold: step.threshold, mean: Double(sum) / scale, step: step))
    }
    return points
  }

  /// The curve as a table of comma-separated values: every step with the slot and the session that take it.
  package var csv: String {
    var text = "metric,\(axis.rawValue),value,slot,session\n"
    for metric in metrics {
      for point in points(of: metric) {
        let step = point.step
        text +=
          [
            metric.rawValue, point.threshold.csv, point.mean.csv, (step?.slot ?? "").csv,
            (step?.session ?? "").csv,
          ].joined(separator: ",") + "\n"
      }
    }
    return text
  }
}
