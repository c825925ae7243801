import AdSessions
import Playground

extension PlayCommand {
  /// Opens the playground on the terminal and runs it until the user quits.
  func startPlayground(_ console: Console) throws(CommandError) {
    if text.linear, file == "-" {
      throw .usage("--linear: commands come from standard input, so the page has to be a file")
    }
    var options = PlaygroundOptions()
    options.ads = shared.page.ads
    options.overrides = try shared.overrides(console)
    options.speed = screen.speed ?? 1
    options.today = WallClock.today
    options.launch = sdk
    options.megabytesPerAd = adMemory ?? options.megabytesPerAd
    if follow, let file { return try follow(file, options, console) }
    let opened = try openedFile(options, console)
    if try page.write(opened, name: file ?? "the demo", options, screen.theme, console) { return }
    let shelf = PageShelf(besidePage: file ?? "", shared.page.opening, console)
    let unit = try lab.map { name throws(CommandError) in try LabUnits.one(name) }
    if unit != nil { _ = try opened.page("--lab") }
    if shared.page.strict, case .page(let file) = opened {
      _ = try OpenedPage(file, shared.page.opening, console)
    }
    if text.linear {
      guard record == nil else { throw .usage("--linear and --record: expected one of them") }
      return try LinearShell.run(
        opened, on: shelf, options: options, lab: unit, console: console)
    }
    var recording: RecordingFile?
    if let record {
      let location = try opened.page("--record").location
      recording = try RecordingFile.open(
        record, ofPages: unit == nil ? [location] : [], shelf)
    }
    let shell = try PlaygroundShell(
      .file(opened), on: shelf, options: options,
      features: TerminalFeatures(background: screen.theme),
      recording: recording, lab: unit)
    try shell.runToEnd(console)
  }

  /// Shows a session while it is being written.
  private func follow(
    _ path: String, _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandError) {
    let session = try FollowedSession(path, shared.page.opening, options, console)
    let shell = try PlaygroundShell(
      .file(.session(session.replay, warning: session.warning)),
      on: PageShelf(besidePage: path, shared.page.opening, console), options: options,
      features: TerminalFeatures(background: screen.theme), following: session)
    try shell.runToEnd(console)
  }

  private func openedFile(
    _ options: PlaygroundOptions, _ console: Console
  ) throws(CommandError) -> OpenedFile {
    guard let file else { return .page(try PageShelf.demo()) }
    return try OpenedFile(file, shared.page.opening, options, console)
  }
}
