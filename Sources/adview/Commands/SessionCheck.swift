import AdSessions

/// One session being checked.
struct SessionCheck: ~Copyable {
  private var file: SessionFile
  private let options: CheckCommand
  /// Who answers if nobody says it, where the file could be looked through for it.
  private let answers: SessionWorld?
  private var bytes: [UInt8] = []
  private var hasPageChanged = false

  init(_ file: consuming SessionFile, _ options: CheckCommand, answers: SessionWorld?) {
    self.file = file
    self.options = options
    self.answers = answers
  }

  /// Runs the session and says what came of it.
  mutating func verdict() throws(CommandFailure) -> Verdict {
    let header = try file.header()
    if case .lab = header.content { return try labVerdict(header) }
    var checker = try makeChecker(header)
    while case .line(var line)? = try file.next() {
      if let opened = try file.page(openedBy: line) {
        checker.provide(opened.page.page, as: opened.opening.path)
        try file.begin { () throws(SessionProblem) in
          try checker.lazyLoading(of: opened.opening)
        }
        hasPageChanged = hasPageChanged || opened.page.hasChanged
        var opening = opened.opening
        if opening.digest != nil { opening.digest = opened.page.digest }
        line.entry = .cause(.pageOpened(opening))
      }
      do throws(SessionError) {
        try checker.take(line, number: file.lineNumber)
      } catch {
        throw file.failure(error)
      }
      bytes += checker.takeRewritten()
    }
    file.tellDroppedLine()
    do throws(SessionError) {
      var verdict = try checker.finish()
      bytes += checker.takeRewritten()
      verdict.hasPageChanged = hasPageChanged
      return verdict
    } catch {
      throw file.failure(error)
    }
  }

  /// The session as it is to be written; `nil` when it may stay as it is.
  func rewritten(_ verdict: Verdict) -> [UInt8]? {
    let isAsItShouldBe = verdict.hasPassed && verdict.isComplete && !hasPageChanged
    return isAsItShouldBe && file.droppedLine == nil ? nil : bytes
  }

  private mutating func labVerdict(_ header: SessionHeader) throws(CommandFailure) -> Verdict {
    let lines = try file.lines()
    do throws(SessionError) {
      let checker = try LabChecker(header, lines: lines, world: options.world)
      bytes = checker.rewritten
      return checker.verdict
    } catch {
      throw file.failure(error)
    }
  }

  private mutating func makeChecker(
    _ header: SessionHeader
  ) throws(CommandFailure) -> SessionChecker {
    let page = try file.page(of: header, PageOpening())
    hasPageChanged = page?.hasChanged ?? false
    var rewritten = header
    if case .page(let path, .some) = header.content {
      rewritten.content = .page(path, digest: page?.digest)
    }
    do throws(SessionPlayer.Failure) {
      let checker = try SessionChecker(
        header, page: page?.page, world: options.world ?? (page == nil ? nil : answers),
        rewritten: options.update ? rewritten : nil)
      file.begin(with: checker.lazyLoading)
      return checker
    } catch {
      throw file.failure(error)
    }
  }
}
