import ArgumentParser

/// The options of the commands that replay a session, for a page to hand on instead.
struct HTMLReplayOptions: ParsableArguments {
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
}
