import AdEngine
import AdSessions
import Playground

/// What a file that is given to the playground turned out to be.
enum OpenedFile {
  /// A page.
  case page(PageFile)
  /// A session of a page, read whole, and what the person should know about it.
  case session(Replay, warning: String?)
  /// A session of the preload lab, read whole.
  case lab(LabReplay)

  /// Opens a file; `-` is standard input.
  ///
  /// A session is read to its end, so that what is wrong with it is said before there is a screen.
  init(
    _ path: String, _ opening: PageOpening, _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandFailure) {
    let input = try InputFile(path, console)
    let beginning = try input.read()
    if input.isSession(beginningWith: beginning) {
      let file = SessionFile(input, after: beginning, console)
      self = try Self.session(file, opening, options, console)
    } else {
      let name = input.name
      self = .page(
        PageShelf(console: console).page(path, name, try input.readPage(after: beginning)))
    }
  }

  /// The page, for an option that does not go with a session.
  func page(_ option: String) throws(CommandFailure) -> PageFile {
    guard case .page(let file) = self else {
      throw .usage("\(option): expected a page, not a session, which is replayed on a screen")
    }
    return file
  }

  private static func session(
    _ file: consuming SessionFile, _ opening: PageOpening, _ options: PlaygroundOptions,
    _ console: Console
  ) throws(CommandFailure) -> OpenedFile {
    var file = file
    let header = try file.header()
    if case .lab = header.content {
      let lines = try file.lines()
      do throws(SessionError) {
        let script = try LabScript(header, lines: lines, seed: options.overrides.seed)
        return .lab(LabReplay(script, name: file.name))
      } catch {
        throw file.failure(error)
      }
    }
    guard let page = try file.page(of: header, opening, columns: options.overrides.columns) else {
      return try bareSession(header, file, options)
    }
    var player = try player(header, page, file)
    file.begin(with: player.lazyLoading)
    var lines: [(number: Int, line: SessionLine)] = []
    var others: [String: PageFile] = [:]
    var warnings: [String] = []
    if page.hasChanged { warnings.append(page.warning) }
    while case .line(let line)? = try file.next() {
      lines.append((file.lineNumber, line))
      guard let opened = try file.page(openedBy: line) else { continue }
      player.provide(opened.page.page, as: opened.opening.path)
      try file.begin { () throws(SessionProblem) in
        try player.lazyLoading(of: opened.opening)
      }
      if others.updateValue(Self.file(of: opened.page, console), forKey: opened.opening.path)
        == nil,
        opened.page.hasChanged
      {
        warnings.append(opened.page.warning)
      }
    }
    file.tellDroppedLine()
    do throws(SessionPlayer.Failure) {
      let replay = try Replay(
        header, lines: lines, page: Self.file(of: page, console), others: others, options: options)
      return .session(replay, warning: warnings.first)
    } catch {
      throw file.failure(error)
    }
  }

  private static func bareSession(
    _ header: SessionHeader, _ file: consuming SessionFile, _ options: PlaygroundOptions
  ) throws(CommandFailure) -> OpenedFile {
    var file = file
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try file.next() { lines.append((file.lineNumber, line)) }
    file.tellDroppedLine()
    do throws(SessionPlayer.Failure) {
      let name = file.name
      return .session(
        try Replay(bare: header, lines: lines, name: name, options: options), warning: nil)
    } catch {
      throw file.failure(error)
    }
  }

  private static func file(of page: SessionPage, _ console: Console) -> PageFile {
    PageShelf(console: console).page(page.place, page.place, page.bytes)
  }

  /// A player that knows what settings the session's changes go with.
  private static func player(
    _ header: SessionHeader, _ page: SessionPage, _ file: borrowing SessionFile
  ) throws(CommandFailure) -> SessionPlayer {
    do throws(SessionPlayer.Failure) {
      return try SessionPlayer(header, page: page.page)
    } catch {
      throw file.failure(error)
    }
  }
}
