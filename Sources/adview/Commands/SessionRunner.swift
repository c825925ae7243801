import AdEngine
import AdSessions

/// Runs a session as its bytes come, in memory that does not grow with it.
struct SessionRunner: ~Copyable {
  private var file: SessionFile
  private let options: RunCommand
  private let console: Console
  private var reporter: RunReporter

  init(_ file: consuming SessionFile, options: RunCommand, console: Console) {
    reporter = RunReporter(file: file.name, options: options, console: console)
    self.file = file
    self.options = options
    self.console = console
  }

  /// Runs the session to its end.
  ///
  /// Without a `world` the lines of a page session wait until it is known who answers.
  consuming func run(world: SessionWorld?) throws(CommandFailure) {
    let header = try file.header()
    if case .lab = header.content {
      return try LabRunner(options: options, console: console).run(file, header)
    }
    var player = try makePlayer(header, world)
    while case .line(let line)? = try file.next() {
      if let opened = try file.page(openedBy: line) {
        player.provide(opened.page.page, as: opened.opening.path)
        try file.begin { () throws(SessionProblem) in
          try player.lazyLoading(of: opened.opening)
        }
      }
      do throws(SessionError) {
        try player.take(line, number: file.lineNumber)
      } catch {
        throw file.failure(error)
      }
      try tell(&player)
    }
    file.tellDroppedLine()
    do throws(SessionError) {
      reporter.hasSettled = try player.finish()
    } catch {
      throw file.failure(error)
    }
    try tell(&player)
    try reporter.finish(player.run.report)
  }

  private mutating func makePlayer(
    _ header: SessionHeader, _ world: SessionWorld?
  ) throws(CommandFailure) -> SessionPlayer {
    let page = try file.page(
      of: header, options.shared.pageOpening, columns: options.shared.columns)
    let given = options.shared.pageOptionsGiven
    if page == nil, !given.isEmpty {
      console.complain(
        "\(file.name): has no page that \(given.joined(separator: ", ")) could change")
    }
    let overrides = try options.shared.overrides()
    do throws(SessionPlayer.Failure) {
      // In a bare session nobody answers but the session itself.
      let player = try SessionPlayer(
        header, page: page?.page, overrides: overrides,
        world: page == nil || overrides != SettingOverrides() ? nil : world,
        keepsHistory: true)
      file.begin(with: player.lazyLoading)
      return player
    } catch {
      throw file.failure(error)
    }
  }

  private mutating func tell(_ player: inout SessionPlayer) throws(CommandFailure) {
    try reporter.tell(player.takeHistory(), player.slots)
  }
}
