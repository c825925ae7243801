import AdEngine
import AdSessions
import Playground

struct SessionCheck: SessionConsumer {
  private var checker: SessionChecker
  private var bytes: [UInt8] = []
  private var hasPageChanged: Bool
  /// The digests of the pages that lines open, by their paths.
  private var digests: [String: String] = [:]
  /// The session's own page, and those that lines open, by their paths.
  private let page: RunPage?
  private var others: [String: RunPage] = [:]

  /// What came of a session.
  struct Outcome {
    var verdict: Verdict
    /// The session as it is to be written; `nil` when it may stay as it is.
    var rewritten: [UInt8]?
    /// The pages on which it can be checked when it is written.
    var page: RunPage?
    var others: [String: RunPage] = [:]

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
    return check.finish(isCut: file.droppedLine != nil)
  }

  /// That a check does not try the page's own thresholds, where the page has come by others than the session keeps.
  private static func thresholdNote(_ header: SessionHeader, _ page: SessionPage) -> String? {
    guard let page = page.page.lazyLoading, case .settings(let own) = header.settings.lazyLoading,
      let session = try? page.applying(own), session != page
    else { return nil }
    return "checked under the session's own thresholds, not the page's (page → session: "
      + "\(page.words(to: session))); 'adview run --fetch' and --display try others"
  }

  mutating func provide(_ page: SessionPage, as path: String) {
    checker.provide(page.page, as: path)
    others[path] = page.page
    hasPageChanged = hasPageChanged || page.hasChanged
    digests[path] = page.digest
  }

  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    var line = line
    if case .cause(.pageOpened(var opening)) = line.entry, opening.digest != nil {
      opening.digest = digests[opening.path] ?? opening.digest
      line.entry = .cause(.pageOpened(opening))
    }
    try checker.receive(line, number: number)
  }

  mutating func report() { bytes += checker.drainRewritten() }

  private mutating func finish(isCut: Bool) -> Outcome {
    var verdict = checker.finish()
    report()
    verdict.hasPageChanged = hasPageChanged
    var outcome = Self.outcome(verdict, bytes, isCut: isCut)
    outcome.page = page
    outcome.others = others
    return outcome
  }

  private static func outcome(_ verdict: Verdict, _ bytes: [UInt8], isCut: Bool) -> Outcome {
    let isAsItShouldBe =
      verdict.hasPassed && verdict.isComplete && !verdict.hasPageChanged && !isCut
    return Outcome(verdict: verdict, rewritten: isAsItShouldBe ? nil : bytes)
  }

  private static func labOutcome(
    of file: inout SessionFile, _ header: SessionHeader, _ options: CheckCommand
  ) throws(CommandError) -> Outcome {
    let lines = try file.lines()
    do throws(SessionError) {
      let checker = try LabChecker(header, lines: lines, world: options.world)
      return outcome(checker.verdict, checker.rewritten, isCut: file.droppedLine != nil)
    } catch {
      throw file.failure(error)
    }
  }

  private init(
    _ file: inout SessionFile, _ header: SessionHeader, _ options: CheckCommand
  ) throws(CommandError) {
    let page = try file.page(of: header, PageOpening())
    hasPageChanged = page?.hasChanged ?? false
    if hasPageChanged, let page, let note = Self.thresholdNote(header, page) {
      file.complain(note)
    }
    self.page = page?.page
    var rewritten = header
    if case .page(let path, .some) = header.content {
      rewritten.content = .page(path, digest: page?.digest)
    }
    let world = try file.world(of: header, asked: options.world)
    do throws(SessionPlayer.SetupError) {
      checker = try SessionChecker(
        header, page: page?.page, world: world, rewritten: options.update ? rewritten : nil)
    } catch {
      throw file.failure(error)
    }
  }
}
