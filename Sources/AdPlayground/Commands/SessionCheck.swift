import AdEngine
import AdSessions
import AdSimulation

/// One session being compared with itself.
struct SessionCheck: SessionConsumer {
  private var checker: SessionChecker
  private var bytes: [UInt8] = []
  private var changes: RecordingDifferences
  /// The session's own page, and those that lines open, by their paths.
  private let page: SessionPage?
  private var others: [String: SessionPage] = [:]

  struct Outcome {
    var verdict: Verdict
    /// The session as it is to be written; `nil` when it may stay as it is.
    var rewritten: [UInt8]?
    /// The pages on which it can be checked when it is written.
    var page: PageConfiguration?
    var others: [String: PageConfiguration] = [:]

    /// Why the session as it is to be written would not pass a check; `nil` if it would.
    var failureOfRewritten: String? {
      guard let rewritten else { return nil }
      do throws(SessionPlayer.SetupError) {
        return try SessionChecker.verdict(of: rewritten, page: page, others: others).failure
      } catch {
        switch error {
        case .session(let error): return "\(error.line): \(error.problem)"
        case .overrides(let problem): return "\(problem)"
        }
      }
    }
  }

  /// Runs a session and says what came of it.
  static func outcome(
    of file: consuming SessionFile, _ options: CheckCommand
  ) throws(CommandError) -> Outcome {
    let header = try file.header()
    if case .lab = header.content { return try labOutcome(of: &file, header, options) }
    var check = try SessionCheck(&file, header, options)
    try file.drive(&check)
    if let note = check.changes.note { file.complain(note) }
    return check.finish(isCut: file.droppedLine != nil)
  }

  mutating func provide(_ page: SessionPage, as path: String) {
    checker.provide(page.page, as: path)
    others[path] = page
  }

  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    var line = line
    if case .cause(.pageOpened(var opening)) = line.entry, let page = others[opening.path] {
      changes.follow(page, at: page.name(at: opening.path), &opening.settings)
      line.entry = .cause(.pageOpened(opening))
    }
    try checker.receive(line, number: number)
  }

  mutating func report() { bytes += checker.drainRewritten() }

  private mutating func finish(isCut: Bool) -> Outcome {
    var verdict = checker.finish()
    report()
    verdict.causes = changes.settings + verdict.causes + changes.possible
    var outcome = Self.outcome(verdict, bytes, isCut: isCut || changes.changedPage != nil)
    outcome.page = page?.page
    outcome.others = others.mapValues(\.page)
    return outcome
  }

  private static func outcome(_ verdict: Verdict, _ bytes: [UInt8], isCut: Bool) -> Outcome {
    let isAsItShouldBe = verdict.hasPassed && verdict.isComplete && !isCut
    return Outcome(verdict: verdict, rewritten: isAsItShouldBe ? nil : bytes)
  }

  private static func labOutcome(
    of file: inout SessionFile, _ header: SessionHeader, _ options: CheckCommand
  ) throws(CommandError) -> Outcome {
    let lines = try file.lines()
    let checker = try restating(try LabChecker(header, lines: lines, world: options.world)) {
      (error: SessionError) in file.failure(error)
    }
    return outcome(checker.verdict, checker.rewritten, isCut: file.droppedLine != nil)
  }

  private init(
    _ file: inout SessionFile, _ header: SessionHeader, _ options: CheckCommand
  ) throws(CommandError) {
    file.isChecked = true
    page = try file.page(of: header, OpeningPlan())
    changes = RecordingDifferences(thresholds: options.thresholds)
    let recorded = header
    var header = header
    if let page, case .page(let path, _) = header.content {
      let isOwn =
        page.hasChanged
        ? try file.leads(from: header.settings.lazyLoading, to: page.page.settings.lazyLoading)
        : true
      changes.follow(page, at: page.name(at: path), &header.settings, isOwn: isOwn)
    }
    var world = try file.world(of: header, asked: options.world)
    if options.world != nil, try file.world(of: header) != world { changes.answers = world }
    // As in every run under other settings, or on a changed page.
    let isAsRecorded = changes.settings.isEmpty && recorded.isRecorded(on: page?.page)
    let former =
      isAsRecorded
      ? nil
      : try file.recording(
        recorded, on: page?.page, world: world, adjustsForAnchoring: false)
    let replies = world == .recorded ? former?.replies : nil
    if replies != nil { world = .simulated }
    do throws(SessionPlayer.SetupError) {
      checker = try SessionChecker(
        header, page: page?.page, world: world, replies: replies,
        before: changes.settings.isEmpty ? nil : former?.report,
        rewritten: options.update ? header.updated(for: page?.page) : nil)
    } catch {
      throw file.failure(error)
    }
  }
}

/// How the pages of a session, and who answers, differ from its recording.
private struct RecordingDifferences {
  let thresholds: CheckThresholds
  /// The settings that are the pages' now.
  private(set) var settings: [CheckCause] = []
  /// The settings that are not, though a page has others.
  private var ignored: [CheckCause] = []
  /// The first page that has changed, by its path.
  private(set) var changedPage: String?
  var answers: SessionWorld?

  init(thresholds: CheckThresholds) { self.thresholds = thresholds }

  /// What decisions that differ may come from.
  var possible: [CheckCause] {
    (answers.map { [.answers($0)] } ?? []) + (changedPage.map { [.pageChanged(file: $0)] } ?? [])
  }

  /// That settings of a page are not tried.
  var note: String? {
    ignored.isEmpty
      ? nil
      : "checked under the session's own thresholds, not the page's: "
        + ignored.map(\.sentence).joined(separator: "; ")
  }

  /// Gives a page's opening the page's own thresholds, if it has changed and they count, unless the session's own do (`isOwn`).
  mutating func follow(
    _ page: SessionPage, at path: String, _ session: inout SessionSettings, isOwn: Bool = false
  ) {
    guard page.hasChanged else { return }
    changedPage = changedPage ?? path
    if isOwn { return }
    let now = page.page.settings.lazyLoading
    let changes = (session.lazyLoading?.changes(to: now) ?? [])
      .map { CheckCause.setting(change: $0, file: path) }
    if changes.isEmpty { return }
    switch thresholds {
    case .page:
      settings += changes.filter { !settings.contains($0) }
      session.lazyLoading = LazyLoadingOverride(all: now)
    case .session: ignored += changes.filter { !ignored.contains($0) }
    }
  }
}
