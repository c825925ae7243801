import AdEngine
import AdSessions

/// A session being read from a file; what is wrong with it becomes a failure that names the file and the line.
struct SessionFile: ~Copyable {
  private let input: InputFile
  private let console: Console
  private var reader = SessionReader()
  private var isAtEnd = false

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
  func page(
    of header: SessionHeader, _ options: PageOpening, columns: Int? = nil
  ) throws(CommandFailure) -> SessionPage? {
    guard case .page(let path, let digest) = header.content else { return nil }
    guard path != "-", !path.isEmpty else {
      throw .data("\(name):1: \"page\": expected the path of a page")
    }
    let place = path.hasPrefix("/") ? path : (input.folder ?? "") + path
    let pageFile = try InputFile(linked: place, console)
    let bytes = try pageFile.readPage()
    let opened = try OpenedPage(bytes, name: place, options, console)
    let hasChanged = digest != nil && digest != opened.page.digest
    if hasChanged {
      console.complain("\(name):1: the page \(place) has changed since the session was recorded")
    }
    return SessionPage(
      page: opened.laidOut(columns: columns ?? header.columns), place: place, bytes: bytes,
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
}
