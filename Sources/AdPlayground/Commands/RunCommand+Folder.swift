import AdRendering
import AdSessions
import AdTuning
import Glibc

/// `adview run FOLDER`: the sessions in it, on all cores, a row each.
extension RunCommand {
  private static let metrics: [Metric] = [
    .requests, .wastedFetches, .rendered, .viewable, .lateRenders, .blankExposure, .timeToFirstAd,
  ]

  func runSessions(
    in folder: String, under overrides: SettingOverrides, _ console: Console
  ) throws(CommandError) {
    let one = reading.reader != nil ? "--reader" : tries.isEmpty ? nil : "--try"
    if let option = events ? "--events" : one {
      throw .usage("\(option): expected one file, and \(folder) is a folder")
    }
    let found = try SessionPaths.sessions(at: folder)
    var reports: [(name: String, report: MetricsReport)] = []
    var code: Int32 = 0
    let isComplete = try console.each(found, at: \.path, "run") {
      (found, console) throws(CommandError) in
      try report(of: found.open(console), under: overrides, console)
    } take: { (found, result, _) throws(CommandError) in
      switch result {
      case .success(let report?):
        reports.append((String(found.name(in: folder).dropLast(".jsonl".count)), report))
        guard json else { return }
        let fields = [("file", .text(found.path))] + report.fields
        try console.write(JSONText.object(fields).json + "\n")
      case .success(nil): break
      case .failure(let error):
        guard let reason = error.named(found.path).reason else { throw error }
        console.complain(reason)
        code = max(code, error.code)
      }
    }
    if !isComplete {
      console.complain(
        "interrupted: \(reports.count) of \(found.count.counted("session")) were run")
      code = 128 + SIGINT
    }
    if !json, !reports.isEmpty { try console.write(Self.table(reports)) }
    try console.flush()
    if code != 0 { throw .ended(code) }
  }

  private static func table(_ reports: [(name: String, report: MetricsReport)]) -> String {
    func row(_ name: String, digits: Int, _ value: (Metric) -> Double?) -> [String] {
      [name] + metrics.map { value($0)?.text(digits: digits) ?? "–" }
    }
    let units = metrics.map { metric in
      reports.lazy.map { metric.reading($0.report).unit }
        .first { !$0.isEmpty } ?? ""
    }
    let rows = reports.map { name, report in row(name.scrubbed, digits: 0) { $0.amount(report) } }
    let mean = row("mean", digits: 1) { metric in
      let amounts = reports.compactMap { metric.amount($0.report) }
      return amounts.isEmpty ? nil : amounts.reduce(0, +) / Double(amounts.count)
    }
    let head = [[""] + metrics.map(\.shortName), [""] + units]
    return (head + rows + (reports.count > 1 ? [mean] : [])).aligned()
  }
}
