import ArgumentParser
import Playground

/// The options of the commands that open the playground on the terminal.
struct ScreenOptions: ParsableArguments {
  @Option(help: .value("x", "The initial speed of time: 2 is twice as fast."))
  var speed: Double?

  @Option(
    help: "The terminal's background. (default: ADVIEW_THEME, else what COLORFGBG says, else dark)")
  var theme: Theme.Background?

  func validate() throws {
    if let speed, !(0.1...100).contains(speed) {
      throw ValidationError("--speed \(speed): expected 0.1…100")
    }
  }
}

/// The options of the same commands for a playground without a screen: as sentences, or as a page to hand on.
struct OffscreenOptions: ParsableArguments {
  @Flag(
    help: """
      No screen: changes are printed as sentences, and commands typed as words, one a line; 'help' lists them. From a pipe, \
      time is simulated.
      """)
  var linear = false

  @Option(
    help: .value(
      "file",
      "Write what the session comes to as one page of HTML, without scripts, and open no screen."),
    completion: .file())
  var html: String?

  @Flag(help: "Replace a session that has the name of the HTML file.")
  var force = false

  func validate() throws {
    if html == "-" { throw ValidationError("--html -: expected a file") }
    if force, html == nil { throw ValidationError("--force: expected --html") }
  }

  /// Where the playground is shown; on a screen where nothing else is asked for.
  var output: PlaygroundLaunch.Output {
    if let html { return .html(html, isForced: force) }
    return linear ? .linear : .screen
  }
}
