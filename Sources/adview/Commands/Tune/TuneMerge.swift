import AdEngine
import AdRendering
import AdSessions
import AdTuning

/// `adview tune --merge`: summaries of parts, added.
struct TuneMerge {
  private let command: TuneCommand
  private let console: Console

  init(_ command: TuneCommand, _ console: Console) {
    self.command = command
    self.console = console
  }

  func run() throws(CommandError) {
    let (summary, count) = try summary()
    if let file = command.summary {
      return try OutputFile.write(
        Array(summary.line.utf8), to: file, isForced: command.force, console)
    }
    let objective = command.goal
    let map: TuningMap
    do throws(TuningSummary.MissingMetricError) {
      map = try summary.map(objective, seed: command.page.seed ?? 1)
    } catch {
      throw .usage(
        "--cost: these summaries do not count \(error.metric.rawValue); make them with the same --cost"
      )
    }
    let present = summary.terms.present
    var tries: [LazyLoadingSettings] = []
    for argument in command.tries {
      let settings = try argument.settings(over: present ?? .standard, in: nil)
      guard map.cell(of: settings) != nil else {
        throw .usage(
          "--try \(settings.fetchPoints)/\(settings.displayPoints): is not among the settings of these summaries"
        )
      }
      tries.append(settings)
    }
    let report = summary.report(map.rows(present: present, tries: tries), map)
    let origin = "\(report.sessions) sessions of \(count) summar\(count == 1 ? "y" : "ies")"
    try command.write(report, origin: origin, console)
  }

  /// Reads all summaries, each a line, and adds them.
  private func summary() throws(CommandError) -> (TuningSummary, count: Int) {
    var sum: TuningSummary?
    var count = 0
    for path in command.files {
      let input = try InputFile(path, console)
      var lines = SummaryLines()
      while let line = try lines.next(from: input) {
        let place = "\(input.name):\(lines.number)"
        let summary = try orFail(try TuningSummary(line: line)) { .data("\(place): \($0)") }
        count += 1
        guard sum != nil else {
          sum = summary
          continue
        }
        try orFail(try sum?.add(summary)) { .data("\(place): \($0)") }
      }
    }
    guard let sum else {
      throw .data("\(command.files[0]): expected a summary of 'adview tune --summary'")
    }
    return (sum, count)
  }
}

/// The lines of a file of summaries, one at a time.
private struct SummaryLines {
  /// No line may be longer, in bytes.
  private static let maxLength = 64 << 20

  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  /// The next line without its end; `nil` at the end of the file.
  mutating func next(
    from input: borrowing InputFile
  ) throws(CommandError) -> [UInt8]? {
    var scanned = 0
    while true {
      if let end = buffer[scanned...].firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        number += 1
        return Array(buffer[..<end])
      }
      scanned = buffer.count
      guard scanned <= Self.maxLength else {
        throw .data(
          "\(input.name):\(number + 1): is too long: expected at most \(Self.maxLength >> 20) MiB")
      }
      let bytes = isAtEnd ? [] : try input.read()
      if bytes.isEmpty {
        isAtEnd = true
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        number += 1
        return buffer
      }
      buffer += bytes
    }
  }
}
