import AdEngine
import AdSessions

/// Runs a session as its bytes come, in memory that does not grow with it.
struct SessionRunner {
  private let file: String
  private let options: RunCommand
  private let console: Console
  private var reporter: RunReporter
  private var reader = SessionReader()
  private var player: SessionPlayer?

  init(file: String, options: RunCommand, console: Console) {
    self.file = file
    self.options = options
    self.console = console
    reporter = RunReporter(file: file, options: options, console: console)
  }

  /// Runs the session that goes on in `input` after these bytes.
  mutating func run(
    _ input: borrowing InputFile, _ beginning: [UInt8]
  ) throws(CommandFailure) {
    var bytes = beginning
    while !bytes.isEmpty {
      reader.append(bytes)
      try takeLines(input)
      bytes = try input.read()
    }
    reader.finish()
    try takeLines(input)
    if let line = reader.droppedLine {
      console.complain("\(file):\(line): the last line is unfinished and was dropped")
    }
    reporter.hasSettled = try inSession { () throws(SessionError) in try player?.finish() ?? true }
    try tell()
    if let player { try reporter.finish(player.run.report) }
  }

  private mutating func takeLines(_ input: borrowing InputFile) throws(CommandFailure) {
    while let item = try inSession({ () throws(SessionError) in try reader.next() }) {
      switch item {
      case .header(let header):
        try begin(header, input)
      case .line(let line):
        let number = reader.lineNumber
        try inSession { () throws(SessionError) in try player?.take(line, number: number) }
        try tell()
      }
    }
  }

  private mutating func begin(
    _ header: SessionHeader, _ input: borrowing InputFile
  ) throws(CommandFailure) {
    var page: RunPage?
    switch header.content {
    case .page(let path, let digest):
      page = try openPage(path, digest, header, input)
    case .slots:
      let given = options.shared.pageOptionsGiven
      if !given.isEmpty {
        console.complain("\(file): has no page that \(given.joined(separator: ", ")) could change")
      }
    }
    do throws(SessionPlayer.Failure) {
      let player = try SessionPlayer(
        header, page: page, overrides: options.shared.overrides, keepsHistory: true)
      reader.lazyLoading = player.lazyLoading
      self.player = player
    } catch {
      switch error {
      case .session(let error): throw .data("\(file):\(error.line): \(error.problem)")
      case .overrides(let problem): throw .usage("\(file): \(problem)")
      }
    }
  }

  private func openPage(
    _ path: String, _ digest: String?, _ header: SessionHeader, _ input: borrowing InputFile
  ) throws(CommandFailure) -> RunPage {
    let place = path.hasPrefix("/") ? path : (input.folder ?? "") + path
    guard path != "-", !path.isEmpty else {
      throw .data("\(file):1: \"page\": expected the path of a page")
    }
    let pageFile = try InputFile(place, console)
    let opened = try OpenedPage(pageFile.readPage(), name: place, options.shared, console)
    if let digest, digest != opened.page.digest {
      console.complain("\(file):1: the page \(place) has changed since the session was recorded")
    }
    return opened.laidOut(columns: options.shared.columns ?? header.columns)
  }

  private mutating func tell() throws(CommandFailure) {
    guard let history = player?.takeHistory(), let player else { return }
    try reporter.tell(history, player.slots)
  }

  /// What `body` returns; a mistake in the session becomes a failure that names the file.
  private func inSession<Result>(
    _ body: () throws(SessionError) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(SessionError) {
      return try body()
    } catch {
      throw .data("\(file):\(error.line): \(error.problem)")
    }
  }
}
