import AdEngine
import AdSessions
import Playground

extension Scene {
  /// Opens a file, `-` for standard input; a session is read to its end, so that errors are said before there is a screen.
  init(
    _ path: String, _ opening: OpeningPlan, _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandError) {
    let input = try InputFile(path, console)
    let beginning = try input.readBeginning()
    if input.isSession(beginningWith: beginning) {
      let file = SessionFile(input, after: beginning, console)
      self = try Self.session(file, opening, options, console)
    } else {
      let name = input.name
      self = .page(
        DocumentLibrary(besidePage: path, opening, console)
          .page(path, name, try input.readPage(after: beginning)))
    }
  }

  /// The page, for an option that does not go with a session.
  func page(_ option: String) throws(CommandError) -> PageFile {
    guard case .page(let file) = self else {
      throw .usage("\(option): expected a page, not a session, which is replayed on a screen")
    }
    return file
  }

  private static func session(
    _ file: consuming SessionFile, _ opening: OpeningPlan, _ options: PlaygroundOptions,
    _ console: Console
  ) throws(CommandError) -> Scene {
    var file = file
    let header = try file.header()
    if case .lab = header.content {
      let lines = try file.lines()
      let seed = options.overrides.seed
      let script = try restating(try LabScript(header, lines: lines, seed: seed)) {
        (error: SessionError) in file.failure(error)
      }
      return .lab(LabReplay(script, name: file.name))
    }
    let page = try file.page(of: header, opening, under: options.overrides)
    var lines = SessionLines()
    try file.drive(&lines)
    let replay = try restating(
      try Replay(
        header, lines: lines.lines, page: page?.file, others: lines.pages.mapValues(\.file),
        name: file.name, options: options)
    ) { (error: SessionPlayer.SetupError) in file.failure(error) }
    guard let page else {
      return .session(replay, warning: header.answersWarning.map { "\(file.name) \($0)" })
    }
    let warnings: [String] = [
      page.hasChanged ? page.warning : lines.warning, replay.missingSlots.sentence,
    ].compactMap(\.self)
    return .session(replay, warning: warnings.isEmpty ? nil : warnings.joined(separator: "; "))
  }
}
