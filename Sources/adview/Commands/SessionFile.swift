import AdEngine
import AdSessions
import Playground

/// What the pages and the lines of a session are handed to: a run, a check, or a replay that keeps them.
protocol SessionConsumer {
  /// Takes the page at a path that the next line opens.
  mutating func provide(_ page: SessionPage, as path: String)
  /// Takes the line with this number.
  mutating func take(_ line: SessionLine, number: Int) throws(SessionError)
  /// Ends with the lines so far, since the next one is at fault.
  mutating func stop()
  /// Writes out what came of the lines so far.
  mutating func report() throws(CommandFailure)
}

extension SessionConsumer {
  mutating func stop() {}
}

/// A session being read from a file; what is wrong with it becomes a failure that names the file and the line.
struct SessionFile: ~Copyable {
  private let input: InputFile
  private let console: Console
  private var reader = SessionReader()
  private var isAtEnd = false
  /// How the pages are opened, once the header has been read.
  private var opening = PageOpening()
  private var columns: Int?
  private var hasPage = false
  /// The pages that were opened by lines, by their paths in the session.
  private var pages: [String: SessionPage] = [:]

  /// Goes on in `input` after these bytes.
  init(_ input: consuming InputFile, after beginning: [UInt8], _ console: Console) {
    self.input = input
    self.console = console
    reader.append(beginning)
  }

  /// What the file is called in sentences.
  var name: String { input.name }
  /// The number of the unfinished last line that was dropped, if there was one.
  var droppedLine: Int? { reader.droppedLine }

  /// The session's header, which is its first line.
  mutating func header() throws(CommandFailure) -> SessionHeader {
    guard case .header(let header)? = try next() else {
      throw failure(SessionError(line: 1, .noHeader))
    }
    return header
  }

  /// Who answers the fetches of the session.
  mutating func world(
    of header: SessionHeader, asked: SessionWorld? = nil,
    overrides: SettingOverrides = SettingOverrides()
  ) throws(CommandFailure) -> SessionWorld {
    if let world = SessionWorld(of: header, asked: asked, overrides: overrides) { return world }
    return SessionWorld(holdsAnswers: try holdsAnswers())
  }

  /// Hands over the lines that are left, and before each of them the page that it opens.
  mutating func drive(_ consumer: inout some SessionConsumer) throws(CommandFailure) {
    while true {
      let item: SessionReader.Item?
      do throws(CommandFailure) {
        item = try next()
      } catch {
        throw try stop(&consumer, error)
      }
      guard case .line(let line)? = item else { break }
      if case .cause(.pageOpened(let opening)) = line.entry, hasPage {
        consumer.provide(try page(of: opening), as: opening.path)
      }
      do throws(SessionError) {
        try consumer.take(line, number: reader.lineNumber)
      } catch {
        throw try stop(&consumer, failure(error))
      }
      try consumer.report()
    }
    if let line = droppedLine {
      console.complain("\(name):\(line): the last line is unfinished and was dropped")
    }
  }

  /// Lets the consumer report what happened before the line at fault, and returns why it stops.
  private func stop(
    _ consumer: inout some SessionConsumer, _ failure: CommandFailure
  ) throws(CommandFailure) -> CommandFailure {
    consumer.stop()
    try consumer.report()
    return failure
  }

  /// All lines that are left, with their numbers.
  mutating func lines() throws(CommandFailure) -> [(number: Int, line: SessionLine)] {
    var lines = SessionLines()
    try drive(&lines)
    return lines.lines
  }

  /// A mistake in this session.
  func failure(_ error: SessionError) -> CommandFailure {
    .data("\(name):\(error.line): \(error.problem)")
  }

  /// Why this session cannot begin.
  func failure(_ failure: SessionPlayer.Failure) -> CommandFailure {
    switch failure {
    case .session(let error): self.failure(error)
    case .overrides(let problem): .usage("\(name): \(problem)")
    }
  }

  // MARK: - Lines

  /// What comes next; `nil` at the end of the file.
  private mutating func next() throws(CommandFailure) -> SessionReader.Item? {
    while true {
      do throws(SessionError) {
        if let item = try reader.next() { return item }
      } catch {
        throw failure(error)
      }
      if isAtEnd { return nil }
      let bytes = try input.read()
      reader.append(bytes)
      if bytes.isEmpty { finish() }
    }
  }

  private mutating func finish() {
    isAtEnd = true
    reader.finish()
  }

  /// Whether one of the lines that are left is an answer: a copy of the reader looks ahead.
  ///
  /// A file is read again from here on, so that its lines need not wait in memory; of what cannot be read twice the
  /// bytes are kept.
  private mutating func holdsAnswers() throws(CommandFailure) -> Bool {
    let place = input.place
    var ahead = reader
    var isFound = false
    var isOver = false
    while !isFound, !isOver {
      let bytes = try input.read()
      isOver = bytes.isEmpty
      ahead.append(bytes)
      if place == nil { reader.append(bytes) }
      if isOver { ahead.finish() }
      do throws(SessionError) {
        while !isFound, let item = try ahead.next() {
          if case .line(let line) = item { isFound = line.isAnswer }
        }
      } catch {
        // It is met again when the lines are read.
        isOver = true
      }
    }
    if let place { try input.goBack(to: place) }
    return isFound
  }

  // MARK: - Pages

  /// The page of a session, if it has one, and whether it is the one on which the session was recorded; `given` is taken
  /// instead of the one that the header names.
  mutating func page(
    of header: SessionHeader, _ options: PageOpening, columns: Int? = nil,
    instead given: SessionPage? = nil
  ) throws(CommandFailure) -> SessionPage? {
    opening = options
    self.columns = columns ?? header.columns
    guard case .page(let path, let digest) = header.content else { return nil }
    hasPage = true
    if let given { return given }
    return try page(at: path, digest, key: "page")
  }

  /// The page that a line opens; each file is read once.
  private mutating func page(
    of opening: SessionOpening
  ) throws(CommandFailure) -> SessionPage {
    if let page = pages[opening.path] { return page }
    do throws(CommandFailure) {
      let page = try page(at: opening.path, opening.digest, key: "open")
      pages[opening.path] = page
      return page
    } catch {
      guard let reason = error.reason, !reason.hasPrefix("\(name):") else { throw error }
      throw CommandFailure(code: error.code, reason: "\(name):\(reader.lineNumber): \(reason)")
    }
  }

  private func page(
    at path: String, _ digest: String?, key: String
  ) throws(CommandFailure) -> SessionPage {
    guard path != "-", !path.isEmpty else {
      throw .data("\(name):\(reader.lineNumber): \"\(key)\": expected the path of a page")
    }
    let place = path.hasPrefix("/") ? path : (input.folder ?? "") + path
    let pageFile = try InputFile(linked: place, console)
    let bytes = try pageFile.readPage()
    let opened = try OpenedPage(bytes, name: place, opening, console)
    let page = SessionPage(
      page: opened.laidOut(columns: columns), file: opened.file,
      digest: opened.page.digest, hasChanged: digest != nil && digest != opened.page.digest)
    if page.hasChanged { console.complain("\(name):\(reader.lineNumber): \(page.warning)") }
    return page
  }
}

/// The lines of a session with their numbers, and the pages that they open.
struct SessionLines: SessionConsumer {
  private(set) var lines: [(number: Int, line: SessionLine)] = []
  /// The pages by their paths in the session.
  private(set) var pages: [String: SessionPage] = [:]
  /// What the person should know about the first page that has changed.
  private(set) var warning: String?

  mutating func provide(_ page: SessionPage, as path: String) {
    pages[path] = page
    if page.hasChanged { warning = warning ?? page.warning }
  }

  mutating func take(_ line: SessionLine, number: Int) { lines.append((number, line)) }

  func report() {}
}

/// The page of a session.
struct SessionPage {
  /// The page as a run needs it.
  let page: RunPage
  let file: PageFile
  /// The digest of its bytes.
  let digest: String
  /// Whether its bytes differ from those on which the session was recorded.
  let hasChanged: Bool

  /// What the person should know about a page that has changed.
  var warning: String { "the page \(file.location) has changed since the session was recorded" }
}
