package import AdEngine
import AdSessions

/// Settings that a report has a row for, and why.
package struct SettingRow: Hashable, Sendable {
  package var role: TuningReport.Role
  /// `nil` is no lazy loading.
  package var settings: LazyLoadingSettings?

  package init(_ role: TuningReport.Role, _ settings: LazyLoadingSettings?) {
    (self.role, self.settings) = (role, settings)
  }
}

/// All metrics of a few settings, session by session, and what is lost under one of them.
package struct SettingDetails: SessionCounting {
  let rows: [SettingRow]
  /// The number of the row whose losses are counted.
  let subject: Int
  private let objective: Objective
  /// The settings of each row as a session is run under them.
  private let settings: [Fork.Settings]
  /// For each setting every metric and the value.
  private(set) var sums: GroupedSums
  private(set) var oracle: GroupedSums
  /// How many slots the sessions have, all together.
  private(set) var slotCount = 0
  private(set) var drawnAnswers = 0
  private(set) var obstacles: [SessionTrace.TraceError: Int] = [:]
  private(set) var losses = Losses()

  static let columnsPerSetting = Metric.tuned.count + 1

  init(
    _ rows: [SettingRow], subject: Int, objective: Objective, sessions: Int,
    present: LazyLoadingSettings?
  ) {
    (self.rows, self.subject, self.objective) = (rows, subject, objective)
    settings = rows.map { row in
      row.role == .present ? .own : Fork.Settings(row.settings, over: present)
    }
    sums = GroupedSums(columns: rows.count * Self.columnsPerSetting, sessions: sessions)
    oracle = GroupedSums(columns: Self.columnsPerSetting, sessions: sessions)
  }

  /// A session's metrics under each row, and what is lost under one of them.
  package struct Counts: Sendable {
    fileprivate let session: TuningSession
    fileprivate let obstacle: SessionTrace.TraceError?
    fileprivate let reports: [MetricsReport]
    fileprivate let best: MetricsReport
    fileprivate let outcomes: [SlotOutcome]
  }

  package func counts(of session: TuningSession) -> Counts {
    var obstacle: SessionTrace.TraceError?
    var trace: SessionTrace?
    do throws(SessionTrace.TraceError) {
      trace = try SessionTrace(session)
    } catch {
      obstacle = error
    }
    return Counts(
      session: session, obstacle: obstacle,
      reports: settings.map { report(of: session, under: $0, trace) },
      best: trace?.oracle ?? session.oracleWithoutTrace, outcomes: outcomes(of: session, trace))
  }

  private func outcomes(of session: TuningSession, _ trace: SessionTrace?) -> [SlotOutcome] {
    guard rows.indices.contains(subject), let settings = rows[subject].settings,
      !settings.isDirectional, let trace = trace ?? (try? SessionTrace(session, as: settings))
    else { return [] }
    return trace.outcomes(fetch: settings.fetchPoints, display: settings.displayPoints)
  }

  package mutating func add(_ counts: Counts) {
    let session = counts.session
    slotCount += session.setup.slots.count
    drawnAnswers += session.drawnAnswers
    if let obstacle = counts.obstacle { obstacles[obstacle, default: 0] += 1 }
    sums.add(counts.reports.flatMap(columns), key: session.key)
    oracle.add(columns(of: counts.best), key: session.key)
    guard rows.indices.contains(subject) else { return }
    losses.add(counts.reports[subject], counts.best, of: session)
    losses.add(counts.outcomes, of: session)
  }

  private func report(
    of session: TuningSession, under settings: Fork.Settings, _ trace: SessionTrace?
  ) -> MetricsReport {
    let pair: (fetch: Double, display: Double)? =
      switch settings {
      case .own: trace?.own
      case .changed(let change): change.isOfThresholds ? change.pair : nil
      case .off: nil
      }
    guard let trace, let pair, session.recordedReport(under: pair) == nil else {
      return session.report(under: settings)
    }
    return trace.report(fetch: pair.fetch, display: pair.display)
  }

  private func columns(of report: MetricsReport) -> [Double] {
    Metric.tunedValues(in: report) + [objective.value(of: report)]
  }
}

extension TuningSession {
  /// What comes near the oracle where no trace is: all slots load at once, requests never in view are left out.
  var oracleWithoutTrace: MetricsReport {
    var report = report(under: .off)
    report.requests -= report.wastedFetches
    report.wastedFetches = 0
    report.rendered -= report.wastedRenders
    report.wastedRenders = 0
    return report
  }
}

package struct SessionLoss: Sendable {
  package var name: String
  /// Viewable ads that the oracle has and the settings have not.
  package var lost: Int
  package var viewable: Int
  /// In pt·s.
  package var blank: Double
}

/// What is lost under some settings.
struct Losses: Sendable {
  /// How many slots came to each end.
  private(set) var fates: [SlotFate: Int] = [:]
  /// By the name of the slot what would bring back each of its lost ads.
  private(set) var slots: [String: SlotLoss] = [:]
  private(set) var sessions: [SessionLoss] = []
  /// By how much ads were rendered too late to be viewable because they were requested too late, in milliseconds.
  private(set) var lateBy: ClosedRange<Int64>?

  struct SlotLoss: Sendable {
    var unit: String
    var fetches: [Double] = []
    var displays: [Double] = []
  }

  mutating func add(_ report: MetricsReport, _ oracle: MetricsReport, of session: TuningSession) {
    let lost = oracle.viewable - report.viewable
    guard lost > 0 else { return }
    sessions.append(
      SessionLoss(
        name: session.name, lost: lost, viewable: oracle.viewable, blank: report.blankExposure))
  }

  mutating func add(_ outcomes: [SlotOutcome], of session: TuningSession) {
    for (slot, outcome) in zip(session.setup.slots, outcomes) {
      fates[outcome.fate, default: 0] += 1
      switch outcome.fate {
      case .fetchTooLate, .displayTooLate, .bothTooLate:
        slots[slot.name, default: SlotLoss(unit: slot.unit)].fetches.append(outcome.least.fetch)
        slots[slot.name]?.displays.append(outcome.least.display)
        if let late = outcome.lateBy {
          lateBy = min(lateBy?.lowerBound ?? late, late)...max(lateBy?.upperBound ?? late, late)
        }
      default: break
      }
    }
  }
}
