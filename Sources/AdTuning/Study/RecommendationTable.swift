package import AdRendering
import AdSessions

/// The recommended thresholds by device.
package struct RecommendationTable: Sendable {
  /// A device with its viewport and its report.
  package var rows: [(name: String, viewport: String, report: TuningReport)] = []

  package init() {}

  /// The table for people; `origin` says where the sessions come from.
  package func text(origin: String) -> String {
    guard let first = rows.first?.report else { return "" }
    let heading = ["\(origin), on each device.", first.map.objective.sentence]
    var lines = [
      ["", "", "recommended", "", "viewable", "", "blank time, pt·s", "", "as good"],
      ["device", "viewport", "fetch", "display", "now", "then", "now", "then", "fetch"],
    ]
    lines += rows.map { row in
      let report = row.report
      let use = report.chosen ?? report.rows.first
      func mean(_ metric: Metric, _ row: TuningReport.Row?) -> String {
        row?.metrics[metric].map { $0.mean.text(digits: metric.digits) } ?? "–"
      }
      return [
        row.name, row.viewport,
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
      row.report.chosen.map { "\($0.name) on \(row.name)" }
    }
    // Percentages are other points on each device.
    let isOne = Set(rows.map(\.report.presentName)).count == 1
    let present = isOne ? report.presentName : "the present thresholds"
    let rest = changes.count < rows.count ? "; elsewhere keep \(present)" : ""
    return changes.isEmpty
      ? "Keep \(present): no setting is better on any of these devices, beyond sampling error (95%)."
      : "Use \(changes.joined(separator: ", "))\(rest)."
  }

  /// One line of JSON: the report on each device.
  package func json(readers: JSONText? = nil) -> String {
    let reports = rows.map { row -> JSONText in
      .object([
        ("device", .text(row.name)), ("report", row.report.object(readers: readers)),
      ])
    }
    return JSONText.object([("devices", .list(reports))]).json
  }
}
