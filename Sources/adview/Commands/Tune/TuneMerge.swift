import AdEngine
import AdRendering
import AdTuning

/// `adview tune --merge`: summaries of parts, added.
struct TuneMerge {
  private let command: TuneCommand
  private let console: Console

  init(_ command: TuneCommand, _ console: Console) {
    self.command = command
    self.console = console
  }

  func run() throws(CommandFailure) {
    let (summary, count) = try summary()
    if let file = command.summary {
      return try OutputFile.write(
        Array(summary.line.utf8), to: file, isForced: command.force, console)
    }
    let objective = command.goal
    let map: TuningMap
    do throws(TuningSummary.MissingMetric) {
      map = try summary.map(objective, seed: command.page.seed ?? 1)
    } catch {
      throw .usage(
        "--cost: these summaries do not count \(error.metric.rawValue); make them with the same --cost"
      )
    }
    let present = summary.terms.present
    var rows = [SettingRow(.present, present)]
    for argument in command.tries {
      let settings = try argument.settings(over: present ?? .standard)
      guard map.cell(of: settings) != nil else {
        throw .usage(
          "--try \(settings.fetchThreshold)/\(settings.displayThreshold): is not among the settings of these summaries"
        )
      }
      rows.append(SettingRow(.tried, settings))
    }
    rows.append(SettingRow(.best, map.settings(map.best)))
    if map.fewestRequests != map.best {
      rows.append(SettingRow(.fewestRequests, map.settings(map.fewestRequests)))
    }
    let report = summary.report(rows, map, seed: command.page.seed ?? 1)
    let origin = "\(report.sessions) sessions of \(count) summar\(count == 1 ? "y" : "ies")"
    try command.write(report, map, origin: origin, readers: nil, viewports: [], console)
  }

  /// Reads all summaries, each a line, and adds them.
  private func summary() throws(CommandFailure) -> (TuningSummary, count: Int) {
    var sum: TuningSummary?
    var count = 0
    for path in command.files {
      let input = try InputFile(path, console)
      let bytes = try input.readAll(beyond: Self.maxLength)
      guard bytes.count <= Self.maxLength else {
        throw .data("\(input.name): is too long: expected at most \(Self.maxLength >> 20) MiB")
      }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where number + 1 < lines.count || !line.isEmpty {
        let place = "\(input.name):\(number + 1)"
        let summary: TuningSummary
        do throws(TuningSummary.FormatError) {
          summary = try TuningSummary(line: Array(line))
        } catch {
          throw .data("\(place): \(error)")
        }
        count += 1
        guard var all = sum else {
          sum = summary
          continue
        }
        sum = nil
        do throws(TuningSummary.MergeError) {
          try all.add(summary)
        } catch {
          throw .data("\(place): \(error)")
        }
        sum = all
      }
    }
    guard let sum else {
      throw .data("\(command.files[0]): expected a summary of 'adview tune --summary'")
    }
    return (sum, count)
  }

  /// A file of summaries is at most so long, in bytes.
  private static let maxLength = 1 << 30
}
