import AdSessions
import ArgumentParser

/// What a check compares the decisions of now with.
enum CheckReference: String, CaseIterable, ExpressibleByArgument {
  /// The decisions that the session holds.
  case recording
  /// What the page did that was recorded.
  case page
}

/// `adview check`: sessions run again and compared with themselves.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run sessions again and report where the decisions differ.",
    discussion: """
      Of each session the first decision that differs is printed in a sentence, with how many differ, the lines, the causes \
      before it and the metrics that changed. \
      Decisions are compared in their order, with every time and value. A session that holds no decisions fails, \
      unless it ends with the line ("end") that says that it is complete. \
      In a session without that line, such as a recording that was cut off, what is decided after the \
      last line is not compared.

      With --against page the session is compared with what the recorded page did: for each slot, the first \
      request, rendering and viewable impression. Slots that were requested before the recording began are not compared. \
      FAILED means that the page has rules that AdView does not know. A new recording has no decisions yet: --update \
      adds them.

      --budget fails a session whose metrics, counted up to its last line, break a bound: late<20%,wasted<=2. The \
      metrics are \(Self.budgetNames), or keys of 'adview run --json'; with % they are shares.

      Exit codes: 0 all passed, 1 a check failed, 65 and the others when a session cannot be checked; of several, the \
      highest.
      """)

  @Argument(
    help: ArgumentHelp(
      "Sessions; a folder means the sessions in it (*.jsonl, *.jsonl.gz), subfolders too; '-' is standard input.",
      valueName: "session"),
    completion: .file())
  var sessions: [String]

  @Option(
    help: """
      Who answers the fetches. (default: as the header says, else recorded where the session has answers or no page, \
      else simulated)
      """)
  var world: SessionWorld?

  @Option(help: "What the new decisions are compared with.")
  var against: CheckReference = .recording

  @Option(
    help: ArgumentHelp(
      "With --against page: how far apart two times may be and still count as equal. (default: 250)",
      valueName: "ms"))
  var within: Int64?

  @Option(
    help: ArgumentHelp(
      "Limits on the metrics, such as late<20%,wasted<=2.", valueName: "bounds"),
    transform: BudgetArgument.init)
  var budget: BudgetArgument?

  @Option(
    name: .customLong("junit"),
    help: ArgumentHelp("Write a report for build servers.", valueName: "file"),
    completion: .file())
  var report: String?

  @Flag(
    help: """
      Write the new decisions, and in the simulated world the new answers, into the sessions that \
      differ or were cut off, after reporting the difference.
      """)
  var update = false

  @Flag(help: "Let the report of --junit replace a session.")
  var force = false

  /// The metrics that a budget may name.
  private static let budgetNames = MetricsBudget.names.joined(separator: ", ")

  func validate() throws {
    if budget != nil, against == .page {
      throw ValidationError("--budget: means nothing with --against page")
    }
    if update, sessions.contains("-") {
      throw ValidationError("--update: standard input cannot be rewritten")
    }
    if update, against == .page {
      throw ValidationError("--update: what a page did cannot be updated")
    }
    if let within, against != .page || !(0...60_000).contains(within) {
      throw ValidationError("--within \(within): expected 0…60000 ms, with --against page")
    }
  }

  func execute(_ console: Console) throws(CommandError) {
    var code: Int32 = 0
    var totals = Totals()
    var junit = JUnitReport()
    for path in sessions {
      do throws(CommandError) {
        for file in try SessionPaths.sessions(at: path) {
          let result = try check(file, &junit, console)
          totals.count(result)
          code = max(code, result)
        }
      } catch {
        let result = try report(error, about: path, &junit, console)
        totals.count(result)
        code = max(code, result)
      }
    }
    if totals.all > 1 { try console.write(totals.words) }
    if let report {
      do throws(CommandError) {
        try OutputFile.write(Array(junit.xml.utf8), to: report, isForced: force, console)
      } catch {
        guard let reason = error.reason else { throw error }
        console.complain(reason)
        code = max(code, error.code)
      }
    }
    try console.flush()
    if code != 0 { throw .ended(code) }
  }

  /// Checks one session, and returns the exit code that it is worth.
  private func check(
    _ session: SessionPaths.Found, _ junit: inout JUnitReport, _ console: Console
  ) throws(CommandError) -> Int32 {
    do throws(CommandError) {
      let input = try session.open(console)
      // Held until the file has been replaced.
      if update {
        try input.keepFromRecording()
        try input.refuseCompressed()
      }
      let name = input.name
      if against == .page {
        let result = try PageCheck.result(
          of: SessionFile(input, after: [], console), self)
        try console.write(result.text(file: name.scrubbed))
        try console.flush()
        junit.add(result, file: name)
        return result.hasPassed ? 0 : 1
      }
      let outcome = try SessionCheck.outcome(
        of: SessionFile(input, after: [], console), self)
      let verdict = budget.map { outcome.verdict.judged(by: $0.budget) } ?? outcome.verdict
      if !verdict.isIdle {
        console.complain("\(name): something is still pending; gave up waiting for it")
      }
      if let reason = verdict.reasonUnchecked { console.complain("\(name): \(reason)") }
      let failureOfRewritten = update ? outcome.failureOfRewritten : nil
      let updated = failureOfRewritten == nil && update ? outcome.rewritten : nil
      // It is its own input.
      if let updated { try OutputFile.write(updated, to: session.path, isForced: true, console) }
      try console.write(verdict.text(file: name, isUpdated: updated != nil))
      // The next session may take its time.
      try console.flush()
      junit.add(verdict, file: name)
      if let failureOfRewritten {
        console.complain(
          "\(name): not updated, since the next check would fail: \(failureOfRewritten)")
        return 1
      }
      guard updated != nil else { return verdict.hasPassed ? 0 : 1 }
      return verdict.overBudget.isEmpty ? 0 : 1
    } catch {
      return try report(error.named(session.path), about: session.path, &junit, console)
    }
  }

  /// How many sessions passed, failed, and could not be checked.
  private struct Totals {
    var passed = 0
    var failed = 0
    var errors = 0

    var all: Int { passed + failed + errors }

    mutating func count(_ code: Int32) {
      switch code {
      case 0: passed += 1
      case 1: failed += 1
      default: errors += 1
      }
    }

    var words: String {
      "\(all) sessions: \(passed) passed, \(failed) failed, "
        + "\(errors) \(errors == 1 ? "error" : "errors")\n"
    }
  }

  /// Says why something could not be checked, and returns its exit code.
  private func report(
    _ failure: CommandError, about path: String, _ junit: inout JUnitReport, _ console: Console
  ) throws(CommandError) -> Int32 {
    // Standard output is closed: there is nothing more to do.
    guard let reason = failure.reason else { throw failure }
    try console.flush()
    console.complain(reason)
    junit.add(error: reason, file: path)
    return failure.code
  }
}

/// Bounds of metrics, written `late<20%,wasted<=2`.
struct BudgetArgument: Equatable {
  let budget: MetricsBudget

  init(_ text: String) throws {
    do throws(MetricsBudget.ReadingError) {
      budget = try MetricsBudget(text)
    } catch {
      throw ValidationError(error.sentence)
    }
  }
}
