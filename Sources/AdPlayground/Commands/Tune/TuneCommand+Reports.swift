import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import AdTuning
import Glibc
import Playground

/// `adview tune --merge`: summaries of parts, added.
extension TuneCommand {
  func printSum(_ console: Console) throws(CommandError) {
    let (summary, count) = try sum(console)
    if let file = self.summary {
      return try OutputFile.write(Array(summary.line.utf8), to: file, isForced: force, console)
    }
    let map: TuningMap
    do throws(TuningSummary.MissingMetricError) {
      map = try summary.map(goal, seed: page.seed ?? 1)
    } catch {
      throw .usage(
        "--cost: these summaries do not count \(error.metric.rawValue); make them with the same --cost"
      )
    }
    let present = summary.terms.present
    var found: [LazyLoadingSettings] = []
    for argument in tries {
      let settings = try argument.settings(over: present ?? .standard, in: nil)
      guard map.cell(of: settings) != nil else {
        throw .usage(
          "--try \(settings.fetchPoints)/\(settings.displayPoints): is not among the settings of these summaries"
        )
      }
      found.append(settings)
    }
    let report = summary.report(map.rows(present: present, tries: found), map)
    let origin = "\(report.sessions) sessions of \(count) summar\(count == 1 ? "y" : "ies")"
    try write(report, origin: origin, console)
  }

  /// No file of summaries may be longer, in bytes: room for about 1,700 of 391 settings.
  private static let maxSummaryBytes = 128 << 20

  /// Reads all summaries, each a line, and adds them.
  private func sum(_ console: Console) throws(CommandError) -> (TuningSummary, count: Int) {
    var sum: TuningSummary?
    var count = 0
    for path in files {
      let input = try InputFile(path, console)
      let bytes = try input.readAll(beyond: Self.maxSummaryBytes)
      guard bytes.count <= Self.maxSummaryBytes else {
        let limit = "\(Self.maxSummaryBytes >> 20) MiB"
        throw .data("\(input.name): is too long: expected at most \(limit)")
      }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where !line.isEmpty {
        let place = "\(input.name):\(index + 1)"
        let summary = try orFail(try TuningSummary(line: Array(line))) { .data("\(place): \($0)") }
        count += 1
        guard sum != nil else {
          sum = summary
          continue
        }
        try orFail(try sum?.add(summary)) { .data("\(place): \($0)") }
      }
    }
    guard let sum else { throw .data("\(files[0]): expected a summary of 'adview tune --summary'") }
    return (sum, count)
  }
}

extension TuneCommand {
  /// Prints the recommended thresholds on each of the devices, whose readers see another page each.
  func printDevices(_ devices: [Device], _ console: Console) throws(CommandError) {
    var table = RecommendationTable()
    var last: (sessions: TuneSessions, count: Int)?
    for device in devices {
      var command = self
      command.page.screen.device = device
      let sessions = try command.sessions(console)
      let (study, counted, isComplete) = try command.study(sessions, console)
      guard isComplete else { throw .ended(128 + SIGINT) }
      last = (sessions, counted.count)
      let report = try command.report(of: study, on: counted, sessions, console)
      table.rows.append((device.name, device.screen.notation, report))
    }
    guard let (sessions, count) = last else { return }
    try console.write(
      json
        ? table.json(readers: sessions.readers) + "\n" : table.text(origin: sessions.origin(count)))
  }
}
