import ArgumentParser
import Playground

/// The options of the commands that open the playground on the terminal.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The initial speed of time: 2 is twice as fast.", valueName: "x"))
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
