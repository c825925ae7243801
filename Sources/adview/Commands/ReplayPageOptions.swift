import AdEngine
import ArgumentParser
import Playground

/// The options of the commands that replay a session, for a page to hand on instead.
struct ReplayPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what the session comes to as one page of HTML, without scripts, and open no screen.",
      valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(help: "Replace a session that has the name of the HTML file.")
  var force = false

  func validate() throws {
    if html == "-" { throw ValidationError("--html -: expected a file") }
    if force, html == nil { throw ValidationError("--force: expected --html") }
  }

  /// Writes the page of a session, if one was asked for; returns whether it was.
  func write(
    _ opened: OpenedFile, name: String, _ options: PlaygroundOptions,
    _ background: Theme.Background?,
    _ console: Console
  ) throws(CommandError) -> Bool {
    guard let html else { return false }
    let model = OpeningScene.file(opened).model(
      options: options, settings: PlaygroundSettings(consent: .granted), columns: 120, rows: 40)
    let theme = Theme(background ?? .light, .direct)
    guard let page = ReplayPage(replaying: model, name: name, theme: theme) else {
      throw .usage("--html: expected a session of a page, which \(name) is not")
    }
    try OutputFile.write(Array(page.html.utf8), to: html, isForced: force, console)
    return true
  }
}
