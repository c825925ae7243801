import ArgumentParser
import Playground

/// `adview play`: the playground on the terminal.
struct PlayCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Open a page in the playground.",
    discussion: "Without a file: the built-in demo.")

  @Argument(
    help: ArgumentHelp("A page: any Markdown file; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("How fast time goes at first: 2 is twice as fast.", valueName: "x"))
  var speed: Double?

  @Option(
    help: "The terminal's background. (default: ADVIEW_THEME, else what COLORFGBG says, else dark)")
  var theme: Theme.Ground?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let speed, !(0.1...100).contains(speed) {
      throw ValidationError("--speed \(speed): expected 0.1…100")
    }
  }

  func execute(_ console: Console) throws(CommandFailure) {
    try startPlayground(console)
  }
}
