import AdSessions
import ArgumentParser
import Playground

/// `adview play`: the playground on the terminal.
struct PlayCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Open a page in the playground, or replay a session.",
    discussion: "Without a file: the built-in demo.")

  @Argument(
    help: .value("file", "A page (any Markdown file) or a session; '-' is standard input."),
    completion: .file())
  var file: String?

  @OptionGroup var screen: ScreenOptions

  @Option(
    help: .value(
      "file", "Record the session into this file, which must be new or empty. (S records too)"),
    completion: .file())
  var record: String?

  @Option(help: .value("unit", "Begin in the preload lab, with this unit. (L opens it too)"))
  var lab: String?

  @Flag(
    help: """
      Show the session while it is being written: a file that is appended to, a pipe, or '-'. When it ends, or with Esc, it is \
      a replay.
      """)
  var follow = false

  @Option(help: ConsentLaunch.help)
  var sdk: ConsentLaunch = .ready

  @OptionGroup var offscreen: OffscreenOptions
  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    try refuse(record == "-", "--record -: expected a file; the screen is on standard output")
    try refuse(
      record != nil && shared.page.ads != nil,
      "--record --ads: a session cannot say where ads are; put them into the page")
    try refuse(record != nil && offscreen.linear, "--linear and --record: expected one of them")
    try refuse(
      lab != nil && offscreen.linear,
      "--linear: the lab needs a screen; 'adview run --preload default UNIT' runs it without one")
    try refuse(
      file == "-" && offscreen.linear,
      "--linear: commands come from standard input; expected a file")
    if follow {
      let others = given([
        "--linear": offscreen.linear, "--record": record != nil, "--lab": lab != nil,
        "--speed": screen.speed != nil, "--ads": shared.page.ads != nil,
        "--html": offscreen.html != nil,
      ])
      if let other = others.first {
        throw ValidationError("--follow and \(other): expected one of them")
      }
      try refuse(file == nil, "--follow: expected the file of a session, or '-'")
    }
    if offscreen.html != nil, offscreen.linear || record != nil || lab != nil {
      throw ValidationError("--html: expected no --linear, --record or --lab beside it")
    }
  }

  func execute(_ console: Console) throws(CommandError) { try launch(console).run(console) }

  func launch(_ console: Console) throws(CommandError) -> PlaygroundLaunch {
    var launch = PlaygroundLaunch(file)
    launch.opening = shared.page.opening
    launch.options.ads = shared.page.ads
    launch.options.overrides = try shared.overrides(console)
    launch.options.launch = sdk
    if let speed = screen.speed { launch.options.speed = speed }
    launch.background = screen.theme
    launch.lab = lab
    launch.output = output
    return launch
  }

  private var output: PlaygroundLaunch.Output {
    if let record { return .recording(record) }
    return follow ? .following : offscreen.output
  }
}
