internal import AdRendering
package import AdSessions
import AdTuning

/// The metrics of runs under several settings side by side, and what is better and worse in each than in the first.
package struct SettingsTable {
  private var runs: [(name: String, report: MetricsReport)]

  package init(now report: MetricsReport) { runs = [("now", report)] }

  package mutating func add(_ report: MetricsReport, named name: String) {
    runs.append((name, report))
  }

  package var text: String {
    let sentences = runs.dropFirst().map { run in
      let clause = ComparisonText(from: runs[0].report, to: run.report).clause
      return "\(run.name): \(clause.isEmpty ? "no metric is better or worse than now" : clause)\n"
    }
    var lines = [[""] + runs.map(\.name) + [""]]
    let reports = runs.map(\.report)
    for metric in Metric.ofRuns(reports) {
      let isFew = metric.isOfFew(in: reports)
      let readings = reports.map { metric.compared($0, isFew: isFew) }
      let unit = readings.first { !$0.unit.isEmpty }?.unit ?? ""
      lines.append([metric.name] + readings.map(\.value) + [unit])
    }
    return sentences.joined() + "\n" + lines.aligned()
  }

  package var json: String {
    let settings = runs.map { run in
      JSONText.object([("setting", .text(run.name)), ("metrics", .object(run.report.fields))])
    }
    return JSONText.object([("settings", .list(settings))]).json
  }
}
