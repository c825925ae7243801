import ArgumentParser

/// `adview play`: the playground on the terminal.
struct PlayCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Open a page or a session in the playground.",
    discussion: "Without a file: the built-in demo.")

  @Argument(
    help: ArgumentHelp("A page (Markdown) or a session; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Write the session to this file as it happens.", valueName: "file"),
    completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp("How fast a session is replayed: 2 is twice as fast.", valueName: "x"))
  var speed: Double?

  @Flag(help: "Say changes as sentences instead of drawing a screen.")
  var linear = false

  @Option(help: ArgumentHelp("A TC string as the person's choice.", visibility: .hidden))
  var tcf: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let speed, !(speed.isFinite && speed > 0) {
      throw ValidationError("--speed \(speed): expected a number above 0")
    }
    if tcf != nil {
      throw ValidationError("--tcf: this version cannot read TC strings yet")
    }
  }

  func execute(_ console: Console) throws(CommandFailure) {
    try startPlayground(self, console)
  }
}

/// Starts the playground on the terminal.
private func startPlayground(_ command: PlayCommand, _ console: Console) throws(CommandFailure) {
  throw .unavailable(
    "the playground is not there yet; 'adview run' runs a session without a screen")
}
