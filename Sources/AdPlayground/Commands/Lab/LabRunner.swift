import AdEngine
import AdLab
import AdSessions

/// Runs the preload lab without a screen.
struct LabRunner {
  let options: RunCommand
  let console: Console

  /// Runs what `--preload` asks for over a unit, or all of them.
  func run(_ argument: LabArgument, unit: String) throws(CommandError) {
    let units = try unit == "all" ? LabCreative.units : [named(unit)]
    let seed = options.shared.page.seed ?? 1
    switch argument {
    case .all:
      guard !options.events else {
        throw .usage("--events: expected one combination, not all; '--preload default' is one")
      }
      try compare(units, seed)
    case .one(let changes):
      for unit in units {
        let settings = PreloadSettings(unit: unit).applying(PreloadChange(options: changes))
        let (record, history) = LabOutcome.record(of: settings, seed: seed)
        if units.count > 1, !options.json, !options.events { try console.write("\(unit)\n") }
        try report(record.map { [$0] } ?? [], history)
      }
    }
  }

  private func named(_ unit: String) throws(CommandError) -> String {
    let (name, note) = try LabUnits.one(unit)
    if let note { console.complain("\(unit): \(note)") }
    return name
  }

  private func compare(_ units: [String], _ seed: UInt64) throws(CommandError) {
    let comparisons = units.map { LabComparison(unit: $0, seed: seed) }
    if options.json {
      try console.write(LabComparison.json(comparisons, seed: seed))
    } else {
      for comparison in comparisons { try console.write(comparison.table + "\n") }
      try console.write(LabComparison.legend)
    }
  }

  func run(_ file: consuming SessionFile, _ header: SessionHeader) throws(CommandError) {
    var file = file
    let idle = options.shared.optionsGiven.filter { $0 != "--seed" }
    if !idle.isEmpty {
      console.complain(
        "\(file.name): is of the lab, where \(idle.joined(separator: ", ")) could change nothing")
    }
    let lines = try file.lines()
    let seed = options.shared.page.seed
    let script = try restating(try LabScript(header, lines: lines, seed: seed)) {
      (error: SessionError) in file.failure(error)
    }
    var (run, _) = script.run(to: script.end)
    if !script.isIdle {
      console.complain("\(file.name): something is still pending; gave up waiting for it")
    }
    let history = run.drainHistory()
    for event in history {
      guard case .effect(.refuse(let refusal)) = event.content else { continue }
      console.complain("\(file.name): at \(event.at.milliseconds) ms: refused: \(refusal)")
    }
    try report(run.records, history)
  }

  private func report(_ records: [LabRecord], _ history: [LabRunEvent]) throws(CommandError) {
    if options.events {
      var writer = SessionWriter()
      for event in history {
        guard case .effect(let effect) = event.content else { continue }
        if case .refuse = effect { continue }
        writer.write(.lab(effect), at: event.at)
      }
      try console.write(writer.drain())
    } else if options.json {
      try console.write(LabRecord.json(records))
    } else {
      try console.write(records.map(\.table).joined(separator: "\n"))
    }
  }
}
