import AdRendering
import AdSessions
import ArgumentParser
import Glibc

/// What a check compares the decisions of now with.
enum CheckReference: String, CaseIterable, ExpressibleByArgument {
  /// The decisions that the session holds.
  case recording
  /// What the page did that was recorded.
  case page
}

/// Whose thresholds count where a page has changed since the session was recorded.
enum CheckThresholds: String, CaseIterable, ExpressibleByArgument {
  /// The page's; where they are not the session's, the check fails.
  case page
  case session
}

enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case github
}

/// `adview check`: sessions run again and compared with themselves.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run sessions again and report where the decisions differ.",
    discussion: """
      A failure names its cause first: settings of a page that has changed and now has others than the session \
      (--thresholds session passes over them), slots that are gone from it. \
      Then the first decision that differs is printed in a sentence, with how many differ, the lines, the causes \
      before it and, where settings of its page have changed, the metrics under the recorded ones and now. \
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

      Without sessions on the command line they are those of adview.yml in this folder, which may also hold the budget, \
      and for 'adview tune' a page and costs: sessions: [visits/], budget: "late<20%", page: home.md, cost: "view=1,request=0.1,blank=0.5".

      Exit codes: 0 all passed, 1 a check failed, 65 and the others when a session cannot be checked, 130 when \
      interrupted; of several, the highest.
      """)

  @Argument(
    help: .value(
      "session",
      """
      Sessions; a folder means the sessions in it (*.jsonl), subfolders too; '-' is standard input. \
      (default: those of adview.yml in this folder)
      """
    ),
    completion: .file())
  var sessions: [String] = []

  @Option(
    help: """
      Who answers the fetches. (default: as the header says, else recorded where the session has answers or no page, \
      else simulated)
      """)
  var world: SessionWorld?

  @Option(help: "Whose thresholds count where a page has changed since its session was recorded.")
  var thresholds: CheckThresholds = .page

  @Option(help: "What the new decisions are compared with.")
  var against: CheckReference = .recording

  @Option(
    help: .value(
      "ms",
      "With --against page: how far apart two times may be and still count as equal. (default: 250)"
    ))
  var within: Int64?

  @Option(
    help: .value("bounds", "Limits on the metrics, such as late<20%,wasted<=2."),
    transform: OptionReader.budget)
  var budget: MetricsBudget?

  @Option(
    name: .customLong("junit"), help: .value("file", "Write a report for build servers."),
    completion: .file())
  var report: String?

  @Option(
    help: .value("file", "Append a table in Markdown, such as the summary of a job."),
    completion: .file())
  var summary: String?

  @Option(help: "How results are printed: for people, or as annotations of a workflow on GitHub.")
  var format: CheckFormat = .text

  @Flag(help: "Print one line of JSON for each session.")
  var json = false

  @Flag(
    help: """
      Write the new decisions, and in the simulated world the new answers, into the sessions that \
      differ or were cut off, after reporting the difference.
      """)
  var update = false

  @Flag(help: "Check again whenever a session or its page is written, until ^C.")
  var watch = false

  @Flag(help: "Let the report of --junit replace a session.")
  var force = false

  private static let budgetNames = MetricsBudget.names.joined(separator: ", ")

  func validate() throws {
    try refuse(budget != nil && against == .page, "--budget: means nothing with --against page")
    try refuse(force && report == nil, "--force: expected --junit")
    try refuse(json && format != .text, "--json: is a format of its own; expected no --format")
    try refuse(update && sessions.contains("-"), "--update: standard input cannot be rewritten")
    try refuse(
      watch && (update || sessions.contains("-")), "--watch: expected files and no --update")
    try refuse(update && against == .page, "--update: what a page did cannot be updated")
    if let within, against != .page || !(0...60_000).contains(within) {
      throw ValidationError("--within \(within): expected 0…60000 ms, with --against page")
    }
  }

  func execute(_ console: Console) throws(CommandError) {
    guard watch else {
      let code = try ofProject(console).checkAll(console)
      if code != 0 { throw .ended(code) }
      return
    }
    // What is written while it is checked is news, too: the watch goes on, and only other files need another.
    var files = Set(sessions + [ProjectFile.name])
    var changes = FileWatch(files, for: FileWatch.written | FileWatch.removed)
    while true {
      var command = self
      do throws(CommandError) {
        command = try ofProject(console)
        _ = try command.checkAll(console)
      } catch {
        // A file may be saved in part; ^C ends the watch.
        guard let reason = error.reason else { throw error }
        console.complain(reason)
      }
      // One that is gone may come back.
      let known = files.union(console.drainInputs() + command.sessions)
      if known != files {
        files = known
        changes = FileWatch(known, for: FileWatch.written | FileWatch.removed)
      }
      guard changes.descriptor >= 0 else {
        throw .unavailable("--watch: the files cannot be watched: \(SystemError.last)")
      }
      let count = files.count { $0 != ProjectFile.name && !Folder.isThere($0) }
      console.complain("watching \(count.counted("file")); ^C ends")
      var changed: String?
      while changed == nil {
        Descriptor(number: changes.descriptor).wait(for: POLLIN)
        changed = changes.take()
      }
      // Most editors write a file in more than one step.
      poll(nil, 0, 100)
      _ = changes.take()
      console.complain("\(changed ?? "") has changed")
    }
  }

  /// The command with what `adview.yml` names, where no sessions were.
  private func ofProject(_ console: Console) throws(CommandError) -> CheckCommand {
    guard sessions.isEmpty else { return self }
    let project = try ProjectFile.here(insteadOf: "sessions", console)
    var command = self
    command.sessions = project.sessions
    if against == .recording { command.budget = budget ?? project.budget }
    return command
  }

  /// Checks all sessions once and returns the exit code.
  private func checkAll(_ console: Console) throws(CommandError) -> Int32 {
    if let report { try OutputFile.expectWritable(report, isForced: force, console) }
    var results = CheckReport()
    let files = files
    // One that is rewritten may be named twice.
    let isComplete = try console.each(files, at: \.path, "checked", onOneCore: update) {
      check($0, $1)
    } take: { (_, result, complaints) throws(CommandError) in
      var result = try result.get()
      result.notes = complaints.map(\.sentence).filter { $0 != result.sentence }
      switch format {
      case _ where json: try console.write(result.json + "\n")
      case .text: if result.status != .error { try console.write(prose: result.text) }
      case .github:
        try console.write(
          result.annotations(
            at: Self.annotated(result.file), page: Self.page(of: result).map(Self.annotated)))
      }
      // The next session may take its time.
      try console.flush()
      results.add(result)
    }
    if results.results.count > 1, format == .text, !json {
      try console.write(prose: results.totals + "\n")
    }
    // Reports of a part would look like reports of all.
    guard isComplete else {
      try console.flush()
      console.complain(
        "interrupted: \(results.results.count) of \(files.count.counted("session")) were checked")
      throw .ended(128 + SIGINT)
    }
    var code = results.results.map(\.exitCode).max() ?? 0
    do throws(CommandError) {
      if let report {
        try OutputFile.write(Array(results.junit.utf8), to: report, isForced: force, console)
      }
      if let summary { try OutputFile.append(Array(results.markdown.utf8), to: summary, console) }
    } catch {
      guard let reason = error.reason else { throw error }
      console.complain(reason)
      code = max(code, error.code)
    }
    try console.flush()
    return code
  }

  /// The file of the page that fails a session; `nil` where none does, or a built-in one.
  private static func page(of result: CheckResult) -> String? {
    guard let page = result.page, !page.hasPrefix(DocumentLibrary.builtIn) else { return nil }
    return page.hasPrefix("/") || !result.file.hasPrefix("/")
      ? page : "\(Folder.of(result.file))/\(page)"
  }

  /// The path from the repository's folder, which annotations take: the one that a workflow names, or this one.
  private static func annotated(_ file: String) -> String {
    let folder = getenv("GITHUB_WORKSPACE").map { String(cString: $0) + "/" }
    guard let path = SessionPaths.path(to: file, fromFolderOf: folder ?? "./"),
      !path.hasPrefix("../")
    else { return file }
    return path
  }

  /// The sessions that were named, and why there are none where that is so.
  private var files: [(path: String, found: Result<SessionPaths.Found, CommandError>)] {
    var files: [(path: String, found: Result<SessionPaths.Found, CommandError>)] = []
    for path in sessions {
      do throws(CommandError) {
        files += try SessionPaths.sessions(at: path).map { ($0.path, .success($0)) }
      } catch {
        files.append((path, .failure(error)))
      }
    }
    return files
  }

  private func check(
    _ file: (path: String, found: Result<SessionPaths.Found, CommandError>), _ console: Console
  ) -> CheckResult {
    let path = file.path
    do throws(CommandError) {
      let input = try file.found.get().open(console)
      // Held until the file has been replaced.
      if update {
        try input.keepFromRecording()
      }
      let name = input.name
      if against == .page {
        return CheckResult(
          try LoaderCheck.result(of: SessionFile(input, after: [], console), self), file: name)
      }
      let outcome = try SessionCheck.outcome(of: SessionFile(input, after: [], console), self)
      let verdict = budget.map(outcome.verdict.judged) ?? outcome.verdict
      if !verdict.isIdle {
        console.complain("\(name): something is still pending; gave up waiting for it")
      }
      if let reason = verdict.reasonUnchecked { console.complain("\(name): \(reason)") }
      let failureOfRewritten = update ? outcome.failureOfRewritten : nil
      let updated = failureOfRewritten == nil && update ? outcome.rewritten : nil
      // It is its own input.
      if let updated { try OutputFile.write(updated, to: path, isForced: true, console) }
      let problem = failureOfRewritten.map { "not updated, since the next check would fail: \($0)" }
      if let problem { console.complain("\(name): \(problem)") }
      return CheckResult(
        verdict, file: name, isUpdated: updated != nil, problem: problem,
        steps: steps(after: verdict, path, console.app.name))
    } catch {
      let failure = error.named(path)
      guard let reason = failure.reason else {
        preconditionFailure("nothing is printed before all is checked")
      }
      console.complain(reason)
      return CheckResult(error: reason, file: path, exitCode: failure.code)
    }
  }

  /// What to do about a session that failed.
  private func steps(after verdict: Verdict, _ path: String, _ program: String) -> [String] {
    guard path != "-" else { return [] }
    let accept = "accept: \(program) check --update \(path.quotedForShell)"
    let canAccept = verdict.canBeAccepted && !update
    return ["look: \(program) play \(path.quotedForShell)"] + (canAccept ? [accept] : [])
  }
}
