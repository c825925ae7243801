import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import Playground

/// What the pages and the lines of a session are handed to: a run, a check, or a replay that keeps them.
protocol SessionConsumer {
  mutating func provide(_ page: SessionPage, as path: String)
  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError)
  /// Ends with the lines so far, since the next one is at fault.
  mutating func stop()
  /// Writes out what came of the lines so far.
  mutating func report() throws(CommandError)
}

extension SessionConsumer {
  mutating func stop() {}
}

protocol SessionPlaying: SessionConsumer {
  var player: SessionPlayer { get set }
}

extension SessionPlaying {
  mutating func provide(_ page: SessionPage, as path: String) {
    player.provide(page.page, as: path)
  }

  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    try player.receive(line, number: number)
  }
}

/// A session being read from a file; what is wrong with it becomes a failure that names the file and the line.
struct SessionFile: ~Copyable {
  let input: InputFile
  let console: Console
  private var reader = SessionReader()
  private var isAtEnd = false
  /// How many bytes were read, and the last of them.
  private var readCount = 0
  private var tail: [UInt8] = []
  /// How the pages are opened, once the header has been read.
  private var opening = OpeningPlan()
  private var space = LayoutSpace()
  private var hasPage = false
  /// Whether the session is compared with its page: a change that cannot be read would be taken for the default, and pass where
  /// that is the same.
  var isChecked = false
  /// Whether the settings that the session holds are those of its run.
  private var countsOwnSettings = false
  private var pages: [String: SessionPage] = [:]
  init(_ input: consuming InputFile, after beginning: [UInt8], _ console: Console) {
    self.input = input
    self.console = console
    reader.append(beginning)
  }

  var name: String { input.name }
  /// The number of the unfinished last line that was dropped, if there was one.
  var droppedLine: Int? { reader.droppedLine }

  mutating func header() throws(CommandError) -> SessionHeader {
    guard case .header(let header)? = try next() else {
      throw failure(SessionError(line: 1, .noHeader))
    }
    return header
  }

  mutating func world(
    of header: SessionHeader, asked: SessionWorld? = nil,
    overrides: SettingOverrides = SettingOverrides()
  ) throws(CommandError) -> SessionWorld {
    if let world = SessionWorld(of: header, asked: asked, overrides: overrides) { return world }
    return SessionWorld(holdsAnswers: try holdsAnswers())
  }

  /// Says something about the session on standard error.
  func complain(_ sentence: String) { console.complain("\(name): \(sentence)") }

  /// Hands over the lines that are left, and before each of them the page that it opens.
  mutating func drive(_ consumer: inout some SessionConsumer) throws(CommandError) {
    while true {
      let item: SessionReader.Item?
      do throws(CommandError) {
        item = try next()
      } catch {
        throw try stop(&consumer, error)
      }
      guard case .line(let line)? = item else { break }
      try hand(line, to: &consumer)
    }
    if let line = droppedLine {
      console.complain("\(name):\(line): the last line is unfinished and was dropped")
    }
  }

  private mutating func hand(
    _ line: SessionLine, to consumer: inout some SessionConsumer
  ) throws(CommandError) {
    if case .cause(.pageOpened(let opening)) = line.entry, hasPage {
      consumer.provide(try page(of: opening, line: reader.lineNumber), as: opening.path)
    }
    do throws(SessionError) {
      try consumer.receive(line, number: reader.lineNumber)
    } catch {
      throw try stop(&consumer, failure(error))
    }
    try consumer.report()
  }

  /// Lets the consumer report what happened before the line at fault, and returns why it stops.
  private func stop(
    _ consumer: inout some SessionConsumer, _ failure: CommandError
  ) throws(CommandError) -> CommandError {
    consumer.stop()
    try consumer.report()
    return failure
  }

  mutating func lines() throws(CommandError) -> [(number: Int, line: SessionLine)] {
    var lines = SessionLines()
    try drive(&lines)
    return lines.lines
  }

  func failure(_ error: SessionError) -> CommandError {
    .data("\(name):\(error.line): \(error.problem)")
  }

  /// Why this session cannot begin.
  func failure(_ failure: SessionPlayer.SetupError) -> CommandError {
    switch failure {
    case .session(let error): self.failure(error)
    case .overrides(let problem): .usage("\(name): \(problem)")
    }
  }

  /// A run of this session under these settings, with its recorded answers or those of the ad server.
  mutating func player(
    of header: SessionHeader, on page: SessionPage?, asked: SessionWorld? = nil,
    under overrides: SettingOverrides = SettingOverrides()
  ) throws(CommandError) -> SessionPlayer {
    let world = try world(of: header, asked: asked, overrides: overrides)
    let isAsRecorded = overrides == SettingOverrides() && header.isRecorded(on: page?.page)
    let replies =
      world == .recorded && !isAsRecorded
      ? try recording(header, on: page?.page)?.replies(under: overrides) : nil
    return try restating(
      try SessionPlayer(
        header, page: page?.page, overrides: overrides, world: world, replies: replies,
        keepsHistory: true)
    ) { (error: SessionPlayer.SetupError) in failure(error) }
  }

  // MARK: - Lines

  private mutating func next() throws(CommandError) -> SessionReader.Item? {
    while true {
      if let item = try readItem() { return item }
      if isAtEnd { return nil }
      if try take().isEmpty { finish() }
    }
  }

  /// Takes the next bytes of the file; none at its end.
  private mutating func take() throws(CommandError) -> [UInt8] {
    let bytes = try input.read()
    if readCount == 0 { try input.refuseWebPage(beginningWith: bytes) }
    reader.append(bytes)
    readCount += bytes.count
    tail = (tail + bytes).suffix(1024)
    return bytes
  }

  /// What comes next in the bytes that were read; `nil` when more are needed.
  private mutating func readItem() throws(CommandError) -> SessionReader.Item? {
    do throws(SessionError) {
      return try reader.next()
    } catch {
      throw failure(error)
    }
  }

  // MARK: - A session that grows

  /// How many bytes of a session that grows are read: what was read is kept.
  static let maxFollowedBytes = 32 << 20

  /// Whether it is an ordinary file, which is read again and again.
  var canGrow: Bool { input.source.isOrdinary }

  /// The header, as soon as it is there; `wait` waits for more of an ordinary file.
  mutating func header(waiting wait: () -> Void) throws(CommandError) -> SessionHeader {
    while true {
      switch try readItem() {
      case .header(let header): return header
      case .line: throw failure(SessionError(line: 1, .noHeader))
      case nil: break
      }
      if isAtEnd { throw failure(SessionError(line: 1, .noHeader)) }
      let change = input.change(after: tail)
      if change != .overwritten, try !take().isEmpty { continue }
      if let change { throw .noInput("\(name): \(change.rawValue)") }
      if canGrow { wait() } else { finish() }
    }
  }

  /// Hands over the lines that have come since; returns why no more will come, and whether more may be there already.
  mutating func driveOn(
    _ consumer: inout some SessionConsumer
  ) throws(CommandError) -> (end: String?, hasMore: Bool) {
    // Lines that came along with the first one wait in the reader.
    let canRead = canGrow || input.source.hasNews
    let change = input.change(after: tail)
    let bytes = canRead && change != .overwritten ? try take() : []
    if canRead, bytes.isEmpty, !canGrow { finish() }
    while case .line(let line)? = try readItem() {
      try hand(line, to: &consumer)
      if case .end = line.entry { return ("\(name): the session has ended", false) }
    }
    if let line = droppedLine {
      return ("\(name):\(line): the last line is unfinished and was dropped", false)
    }
    if isAtEnd { return ("\(name): the stream has ended", false) }
    if readCount > Self.maxFollowedBytes {
      throw .data(
        "\(name): is longer than \(Self.maxFollowedBytes >> 20) MiB; the rest is not read")
    }
    guard bytes.isEmpty else { return (nil, true) }
    if let change { throw .inputOutput("\(name): \(change.rawValue)") }
    return (nil, false)
  }

  private mutating func finish() {
    isAtEnd = true
    reader.finish()
  }

  private mutating func holdsAnswers() throws(CommandError) -> Bool {
    var isFound = false
    try lookAhead { line, _ in
      isFound = line.isAnswer
      return !isFound
    }
    return isFound
  }

  /// Whether the session itself changes its settings to those that its page has now: written to it while recording.
  mutating func leads(
    from own: LazyLoadingOverride?, to page: LazyLoadingSettings?
  ) throws(CommandError) -> Bool {
    guard case .settings(let change)? = own, let page else { return false }
    var settings = try? LazyLoadingSettings.standard.applying(change)
    try lookAhead { line, _ in
      switch line.entry {
      case .cause(.lazyLoadingChanged(let change)): settings = try? settings?.applying(change)
      case .cause(.pageOpened): return false
      default: break
      }
      return true
    }
    return settings == page
  }

  /// The session as it was recorded, with the lines that are left; `nil` where one of them is at fault.
  mutating func recording(
    _ header: SessionHeader, on page: PageConfiguration?, world: SessionWorld = .recorded,
    adjustsForAnchoring: Bool = true
  ) throws(CommandError) -> RecordedRun? {
    var kept = SessionLines()
    var problem: SessionError?
    try lookAhead { line, number in
      do throws(SessionError) {
        try kept.receive(line, number: number)
        return true
      } catch {
        problem = error
        return false
      }
    }
    if let problem { throw failure(problem) }
    var others: [String: PageConfiguration] = [:]
    for (number, line) in kept.lines where page != nil {
      guard case .cause(.pageOpened(let opening)) = line.entry else { continue }
      others[opening.path] = try self.page(of: opening, line: number).page
    }
    return try? RecordedRun(
      header, lines: kept.lines, page: page, others: others, world: world,
      adjustsForAnchoring: adjustsForAnchoring)
  }

  /// Looks ahead on a copy of the reader; a file is read again from here on, the bytes of anything else are kept.
  private mutating func lookAhead(_ isWanted: (SessionLine, Int) -> Bool) throws(CommandError) {
    let place = input.place
    var ahead = reader
    var isOver = false
    while !isOver {
      let bytes = try input.read()
      let isEnd = bytes.isEmpty
      isOver = isEnd
      ahead.append(bytes)
      if place == nil { reader.append(bytes) }
      if isEnd { ahead.finish() }
      do throws(SessionError) {
        while let item = try ahead.next() {
          if case .line(let line) = item, !isWanted(line, ahead.lineNumber) {
            isOver = true
            break
          }
        }
      } catch {
        // The lines are read again, and then it is thrown.
        isOver = true
      }
    }
    if let place { try input.goBack(to: place) }
  }

  // MARK: - Pages

  /// The page of a session, and whether it was recorded on it; `given` replaces the one that the header names.
  mutating func page(
    of header: SessionHeader, _ options: OpeningPlan,
    under overrides: SettingOverrides = SettingOverrides(),
    instead given: SessionPage? = nil
  ) throws(CommandError) -> SessionPage? {
    opening = options
    space = LayoutSpace(overrides, of: header)
    countsOwnSettings = !isChecked && overrides.lazyLoading == LazyLoadingChange()
    guard case .page(let path, let digest) = header.content else { return nil }
    hasPage = true
    if let given { return given }
    return try page(
      at: path, digest, key: "page", line: reader.lineNumber, header.settings.lazyLoading)
  }

  /// The page that a line opens; each file is read once.
  private mutating func page(
    of opening: SessionOpening, line: Int
  ) throws(CommandError) -> SessionPage {
    if let page = pages[opening.path] { return page }
    do throws(CommandError) {
      let page = try page(
        at: opening.path, opening.digest, key: "open", line: line, opening.settings.lazyLoading)
      pages[opening.path] = page
      return page
    } catch {
      guard let reason = error.reason, !reason.hasPrefix("\(name):") else { throw error }
      throw CommandError(code: error.code, reason: "\(name):\(line): \(reason)")
    }
  }

  private func page(
    at path: String, _ digest: String?, key: String, line: Int, _ own: LazyLoadingOverride?
  ) throws(CommandError) -> SessionPage {
    guard path != "-", !path.isEmpty else {
      throw .data("\(name):\(line): \"\(key)\": expected the path of a page")
    }
    let isWhole = path.hasPrefix("/") || path.hasPrefix(DocumentLibrary.builtIn)
    let place = isWhole ? path : (input.folder ?? "") + path
    let library = DocumentLibrary(besidePage: place, opening, console)
    let file =
      if let page = try library.builtInPage(at: place) {
        page
      } else {
        library.page(
          place, SessionPaths.shortened(place), try InputFile(linked: place, console).readPage())
      }
    let opened = try ParsedDocument(file, opening, console)
    var page = SessionPage(
      page: PageConfiguration(opened.layout(in: space)), file: opened.file,
      hasChanged: digest != nil && digest != opened.page.digest)
    if countsOwnSettings { page.ignored = own?.changes(to: page.page.settings.lazyLoading) ?? [] }
    if page.hasChanged { console.complain("\(name):\(line): \(page.warning)") }
    if page.hasChanged, isChecked {
      _ = try ParsedDocument(page.file, OpeningPlan(isStrict: true), console)
    }
    return page
  }
}

struct SessionLines: SessionConsumer {
  /// The most lines that are kept: nine hours of 30 a second, and about 400 MB.
  static let maxCount = 1_000_000

  private let maxCount: Int
  private(set) var lines: [(number: Int, line: SessionLine)] = []
  private(set) var pages: [String: SessionPage] = [:]
  /// What the user should know about the first page that has changed.
  private(set) var warning: String?

  init(maxCount: Int = maxCount) { self.maxCount = maxCount }

  mutating func provide(_ page: SessionPage, as path: String) {
    pages[path] = page
    if page.hasChanged { warning = warning ?? page.warning }
  }

  mutating func receive(_ line: SessionLine, number: Int) throws(SessionError) {
    guard lines.count < maxCount else {
      throw SessionError(line: number, .tooMany(limit: maxCount))
    }
    lines.append((number, line))
  }

  func report() {}
}

struct SessionPage {
  let page: PageConfiguration
  let file: PageFile
  /// Whether its bytes differ from those on which the session was recorded.
  let hasChanged: Bool
  /// The settings of the session that count in place of the page's, with both values.
  var ignored: [String] = []

  /// Its path from this folder; of a session elsewhere as the session has it.
  func name(at path: String) -> String { file.name.hasPrefix("/") ? path : file.name }

  /// What the user should know about a page that has changed.
  var warning: String {
    "the page \(file.name) has changed since the session was recorded"
      + (ignored.isEmpty
        ? "" : "; the session's own settings count, not the page's: \(ignored.listed())")
  }
}
