package import AdRendering
import AdSessions

/// The recommended thresholds by network or by device.
package struct RecommendationTable: Sendable {
  /// What the rows differ in.
  package enum Subject: String, Sendable {
    case network
    case device

    /// The heads of the column that describes a row.
    fileprivate var heads: (String, String) {
      switch self {
      case .network: ("answers", "+ ms")
      case .device: ("", "viewport")
      }
    }

    fileprivate var origin: String {
      self == .network ? "on each network by the figures of Chrome DevTools" : "on each device"
    }
  }

  private let subject: Subject
  /// What a row is about, `nil` for no network beside the page's own latency, with a word on it and its report.
  package var rows: [(name: String?, description: String, report: TuningReport)] = []

  package init(by subject: Subject) { self.subject = subject }

  /// The table for people; `origin` says where the sessions come from.
  package func text(origin: String) -> String {
    guard let first = rows.first?.report else { return "" }
    let heading = ["\(origin), \(subject.origin).", first.map.objective.sentence]
    let heads = subject.heads
    var lines = [
      ["", heads.0, "recommended", "", "viewable", "", "blank time, pt·s", "", "as good"],
      [subject.rawValue, heads.1, "fetch", "display", "now", "then", "now", "then", "fetch"],
    ]
    lines += rows.map { row in
      let report = row.report
      let use = report.chosen ?? report.rows.first
      func mean(_ metric: Metric, _ row: TuningReport.Row?) -> String {
        row?.metrics[metric].map { $0.mean.text(digits: metric.digits) } ?? "–"
      }
      return [
        row.name ?? "none", row.description,
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
      row.report.chosen.map { "\($0.name) on \(row.name ?? "no network")" }
    }
    // Percentages are other points on each device.
    let isOne = Set(rows.map(\.report.presentName)).count == 1
    let present = isOne ? report.presentName : "the present thresholds"
    let rest = changes.count < rows.count ? "; elsewhere keep \(present)" : ""
    return changes.isEmpty
      ? "Keep \(present): no setting is better on any of these \(subject.rawValue)s, beyond sampling error (95%)."
      : "Use \(changes.joined(separator: ", "))\(rest)."
  }

  /// One line of JSON: the report of each network, `null` for none, or of each device.
  package func json(readers: JSONText? = nil) -> String {
    let reports = rows.map { row -> JSONText in
      .object([
        (subject.rawValue, .optional(row.name)), ("report", row.report.object(readers: readers)),
      ])
    }
    return JSONText.object([("\(subject.rawValue)s", .list(reports))]).json
  }
}
