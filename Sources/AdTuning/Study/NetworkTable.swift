package import AdRendering
import AdSessions
package import AdSimulation

/// The recommended thresholds by network, over the same sessions.
package struct NetworkTable: Sendable {
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
      "\(origin), on each network by the figures of Chrome DevTools.", first.map.objective.sentence,
    ]
    var lines = [
      ["", "answers", "recommended", "", "viewable", "", "blank time, pt·s", "", "as good"],
      ["network", "+ ms", "fetch", "display", "now", "then", "now", "then", "fetch"],
    ]
    lines += rows.map { row in
      let report = row.report
      let use = report.chosen ?? report.rows.first
      func mean(_ metric: Metric, _ row: TuningReport.Row?) -> String {
        row?.metrics[metric].map { $0.mean.text(digits: metric.digits) } ?? "–"
      }
      return [
        row.network?.rawValue ?? "none", row.network?.delay.map { "\($0)" } ?? "0",
        use?.settings?.fetchPoints.points ?? "–", use?.settings?.displayPoints.points ?? "–",
        mean(.viewable, report.rows.first), mean(.viewable, use),
        mean(.blankExposure, report.rows.first), mean(.blankExposure, use),
        report.decision == .tooFewSessions ? "unclear" : report.openRun?.points ?? "–",
      ]
    }
    return (closing.wrapped(to: 80) + [""]).joined(separator: "\n") + "\n"
      + lines.aligned() + "\n"
      + heading.flatMap { $0.wrapped(to: 80) }.joined(separator: "\n") + "\n"
  }

  /// The verdict in a sentence.
  private var closing: String {
    guard let report = rows.first?.report else { return "" }
    guard report.decision != .tooFewSessions else { return report.verdict }
    let changes = rows.compactMap { row in
      row.report.chosen.map { "\($0.name) on \(row.network?.rawValue ?? "no network")" }
    }
    return changes.isEmpty
      ? "Keep \(report.presentName): no setting is better on any of the networks, beyond sampling error (95 %)."
      : "Use \(changes.joined(separator: ", ")); elsewhere keep \(report.presentName)."
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
