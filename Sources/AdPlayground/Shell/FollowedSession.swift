import AdEngine
import AdSessions
import Glibc
import Playground

/// A session that is read while it is written; what is beyond ``SessionFile/maxFollowedBytes`` waits in the pipe or file.
final class FollowedSession {
  /// The session as it begins, and what the user should know about its page.
  let replay: Replay
  let warning: String?
  private var file: SessionFile
  private let watch: FileWatch
  /// Whether there may be more than was taken last.
  private var hasMore = true
  /// Why following has ended though the stream goes on, or was at fault; `nil` where it ended as it should.
  private(set) var problem: CommandError?
  /// Whether nothing more will come.
  private(set) var isOver = false

  /// Waits for the first line of a session, and makes a replay that begins with it.
  init(
    _ path: String, _ opening: OpeningPlan, _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandError) {
    isStandardInput = path == "-"
    let input = try InputFile(path, console)
    let watch = FileWatch(
      path == "-" ? [] : [path],
      for: FileWatch.written | FileWatch.removed | FileWatch.growing)
    var file = SessionFile(input, after: [], console)
    if path == "-", isatty(console.input) != 0 {
      throw .usage("--follow -: expected a pipe or a file, standard input is the terminal")
    }
    if !file.input.source.hasNews { console.complain("waiting for the first line of \(file.name)") }
    var isWaiting = false
    let header = try file.header {
      if !isWaiting { console.complain("waiting for the first line of \(path)") }
      isWaiting = true
      Descriptor(number: watch.descriptor).wait(for: POLLIN, atMost: 1000)
      _ = watch.take()
    }
    if case .lab = header.content {
      throw .usage("\(file.name): is a session of the preload lab, which --follow does not show")
    }
    let page = try file.page(of: header, opening, under: options.overrides)
    replay = try restating(
      try Replay(following: header, page: page?.file, name: file.name, options: options)
    ) { (error: SessionPlayer.SetupError) in file.failure(error) }
    warning =
      page.flatMap { $0.hasChanged ? $0.warning : nil }
      ?? header.answersWarning.map { "\(file.name) \($0)" }
    self.file = file
    self.watch = watch
  }

  /// Readable when something has come; -1 where nothing can be waited for.
  var descriptor: Int32 { file.canGrow ? watch.descriptor : file.input.source.waitingDescriptor }

  let isStandardInput: Bool

  /// Whether there is something to be taken at once, without waiting.
  var isReady: Bool { !isOver && (hasMore || !file.canGrow && file.input.source.hasNews) }

  /// Takes note that the descriptor is readable, or that it is time to look again.
  func look() {
    if file.canGrow { _ = watch.take() }
    hasMore = true
  }

  /// What has come since; `nil` where nothing has.
  func take() -> SessionNews? {
    guard isReady else { return nil }
    var taken = SessionLines()
    var end: String?
    do throws(CommandError) {
      (end, hasMore) = try file.driveOn(&taken)
    } catch {
      problem = error
      end = error.reason ?? file.name
    }
    isOver = end != nil
    let news = SessionNews(
      lines: taken.lines.map { SessionNews.Line(number: $0, $1) },
      pages: taken.pages.mapValues(\.file), end: end)
    return news == SessionNews() ? nil : news
  }
}
