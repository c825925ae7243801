import AdEngine
package import AdRendering
import AdSessions
package import AdSimulation

/// The best thresholds by network: what the same sessions come to on each.
package struct NetworkTable: Sendable {
  /// A network, and what the sessions say of settings on it.
  package struct Row: Sendable {
    /// `nil` for none beside the page's own latency.
    package var network: NetworkProfile?
    package var report: TuningReport

    package init(_ network: NetworkProfile?, _ report: TuningReport) {
      (self.network, self.report) = (network, report)
    }
  }

  /// The networks that are compared; where nothing gets through no threshold matters.
  package static let networks = [nil] + NetworkProfile.allCases.filter { $0 != .offline }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  /// The table for people; `origin` says where the sessions come from.
  package func text(origin: String) -> String {
    guard let first = rows.first?.report else { return "" }
    let heading = [
      "\(origin), on each network by the figures of Chrome DevTools.", first.objective.sentence,
    ]
    var lines = [
      [
        "", "answers", "best in sample", "", "viewable", "", "blank time, pt·s", "",
        "not to be distinguished",
      ],
      ["network", "+ ms", "fetch", "display", "now", "best", "now", "best", "fetch"],
    ]
    lines += rows.map { row in
      let report = row.report
      let best = report.rows.first { $0.role == .best }
      func mean(_ metric: TuningMetric, _ row: TuningReport.Row?, _ digits: Int) -> String {
        row?.metrics[metric].map { $0.mean.text(digits: digits) } ?? "–"
      }
      return [
        row.network?.rawValue ?? "none", row.network?.delay.map { "\($0)" } ?? "0",
        best?.settings?.fetchPoints.points ?? "–", best?.settings?.displayPoints.points ?? "–",
        mean(.viewable, report.rows.first, 2), mean(.viewable, best, 2),
        mean(.blankExposure, report.rows.first, 0), mean(.blankExposure, best, 0),
        report.sessions > 1 ? report.openFetch.points : "all",
      ]
    }
    return heading.flatMap { $0.wrapped(to: 80) }.joined(separator: "\n") + "\n\n"
      + TuningReport.aligned(lines) + "\n"
      + closing.wrapped(to: 80).joined(separator: "\n") + "\n"
  }

  private var closing: String {
    guard let present = rows.first?.report.rows.first else { return "" }
    let worse = rows.filter { row in
      row.report.rows.first?.isOpen == false
    }.map { $0.network?.rawValue ?? "none" }
    return worse.isEmpty
      ? "The present \(present.name) cannot be distinguished from the best on any of them."
      : "The present \(present.name) is worse than the best (95 %) on \(worse.joined(separator: ", "))."
  }

  /// One line of JSON: the report of each network, `null` for none.
  package func json(readers: JSONText? = nil) -> String {
    let networks = rows.map { row -> JSONText in
      .object([
        ("network", row.network.map { .text($0.rawValue) } ?? .null),
        ("report", row.report.object(readers: readers)),
      ])
    }
    return JSONText.object([("networks", .list(networks))]).json
  }
}
