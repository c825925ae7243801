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
    if SessionReader.isSession(beginningWith: beginning) {
      let file = SessionFile(input, after: beginning, console)
      self = try Self.session(file, opening, options, console)
    } else {
      let name = input.name
      self = .page(
        PageFile(location: path, name: name, bytes: try input.readPage(after: beginning)))
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
      throw .usage(
        "\(file.name): is a session without a page, and there is nothing to draw; "
          + "'adview run' runs it")
    }
    file.begin(with: try lazyLoading(header, page, file))
    var lines: [(number: Int, line: SessionLine)] = []
    while case .line(let line)? = try file.next() { lines.append((file.lineNumber, line)) }
    file.tellDroppedLine()
    do throws(SessionPlayer.Failure) {
      let replay = try Replay(
        header, lines: lines,
        page: PageFile(location: page.place, name: page.place, bytes: page.bytes),
        options: options)
      let warning = "the page \(page.place) has changed since the session was recorded"
      return .session(replay, warning: page.hasChanged ? warning : nil)
    } catch {
      throw file.failure(error)
    }
  }

  /// The settings that the session's changes go with.
  private static func lazyLoading(
    _ header: SessionHeader, _ page: SessionPage, _ file: borrowing SessionFile
  ) throws(CommandFailure) -> LazyLoadingSettings {
    do throws(SessionPlayer.Failure) {
      return try SessionPlayer(header, page: page.page).lazyLoading
    } catch {
      throw file.failure(error)
    }
  }
}
