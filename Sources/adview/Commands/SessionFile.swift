import AdEngine
import AdSessions

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
  /// The number of the line that was read last.
  var lineNumber: Int { reader.lineNumber }
  /// The number of the unfinished last line that was dropped, if there was one.
  var droppedLine: Int? { reader.droppedLine }

  /// What comes next; `nil` at the end of the file.
  mutating func next() throws(CommandFailure) -> SessionReader.Item? {
    while true {
      do throws(SessionError) {
        if let item = try reader.next() { return item }
      } catch {
        throw failure(error)
      }
      if isAtEnd { return nil }
      let bytes = try input.read()
      if bytes.isEmpty {
        isAtEnd = true
        reader.finish()
      } else {
        reader.append(bytes)
      }
    }
  }

  /// The session's header, which is its first line.
  mutating func header() throws(CommandFailure) -> SessionHeader {
    guard case .header(let header)? = try next() else {
      throw failure(SessionError(line: 1, .noHeader))
    }
    return header
  }

  /// All lines that are left, with their numbers.
  mutating func lines() throws(CommandFailure) -> [(number: Int, line: SessionLine)] {
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try next() { lines.append((lineNumber, line)) }
    tellDroppedLine()
    return lines
  }

  /// Says what settings the session's changes go with.
  mutating func begin(with lazyLoading: LazyLoadingSettings) {
    reader.lazyLoading = lazyLoading
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

  /// Says that the last line was dropped, if it was.
  func tellDroppedLine() {
    if let line = droppedLine {
      console.complain("\(name):\(line): the last line is unfinished and was dropped")
    }
  }

  /// The page of a session, if it has one, and whether it is the one on which the session was recorded.
  mutating func page(
    of header: SessionHeader, _ options: PageOpening, columns: Int? = nil
  ) throws(CommandFailure) -> SessionPage? {
    opening = options
    self.columns = columns ?? header.columns
    guard case .page(let path, let digest) = header.content else { return nil }
    hasPage = true
    return try page(at: path, digest, key: "page")
  }

  /// The page that a line opens, if it opens one in a session of pages; each file is read once.
  mutating func page(
    openedBy line: SessionLine
  ) throws(CommandFailure) -> (opening: SessionOpening, page: SessionPage)? {
    guard case .cause(.pageOpened(let opening)) = line.entry, hasPage else { return nil }
    if let page = pages[opening.path] { return (opening, page) }
    do throws(CommandFailure) {
      let page = try page(at: opening.path, opening.digest, key: "open")
      pages[opening.path] = page
      return (opening, page)
    } catch {
      guard let reason = error.reason, !reason.hasPrefix("\(name):") else { throw error }
      throw CommandFailure(code: error.code, reason: "\(name):\(lineNumber): \(reason)")
    }
  }

  /// Says what settings the changes go with that come after a line that opens a page.
  mutating func begin(
    with lazyLoading: () throws(SessionProblem) -> LazyLoadingSettings
  ) throws(CommandFailure) {
    do throws(SessionProblem) {
      reader.lazyLoading = try lazyLoading()
    } catch {
      throw failure(SessionError(line: lineNumber, error))
    }
  }

  private func page(
    at path: String, _ digest: String?, key: String
  ) throws(CommandFailure) -> SessionPage {
    guard path != "-", !path.isEmpty else {
      throw .data("\(name):\(lineNumber): \"\(key)\": expected the path of a page")
    }
    let place = path.hasPrefix("/") ? path : (input.folder ?? "") + path
    let pageFile = try InputFile(linked: place, console)
    let bytes = try pageFile.readPage()
    let opened = try OpenedPage(bytes, name: place, opening, console)
    let hasChanged = digest != nil && digest != opened.page.digest
    if hasChanged {
      console.complain(
        "\(name):\(lineNumber): the page \(place) has changed since the session was recorded")
    }
    return SessionPage(
      page: opened.laidOut(columns: columns), place: place, bytes: bytes,
      digest: opened.page.digest, hasChanged: hasChanged)
  }
}

/// The page of a session.
struct SessionPage {
  /// The page as a run needs it.
  let page: RunPage
  /// Where the page was found.
  let place: String
  /// What is in its file.
  let bytes: [UInt8]
  /// The digest of its bytes.
  let digest: String
  /// Whether its bytes differ from those on which the session was recorded.
  let hasChanged: Bool

  /// What the person should know about a page that has changed.
  var warning: String { "the page \(place) has changed since the session was recorded" }
}
