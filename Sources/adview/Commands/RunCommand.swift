import AdEngine
import AdSessions
import ArgumentParser

/// `adview run`: a page or a session without a screen.
struct RunCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a page or a session without a screen and print its metrics.",
    discussion: """
      A page is opened at 0 and runs until nothing is pending, with consent granted unless --consent says otherwise. A \
      session of a page is answered by the answers it holds, or, if it holds none or runs under other settings than its \
      own, by the simulated ad server.
      """)

  @Argument(
    help: ArgumentHelp(
      "A page (Markdown) or a session; '-' is standard input. With --preload a unit of the lab, or all.",
      valueName: "file"),
    completion: .file())
  var file: String

  @Flag(help: "Print the decisions as lines of a session instead of the table.")
  var events = false

  @Flag(help: "Print the metrics as one line of JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Preload an ad of a unit in every way and compare, or in one: default, or changes of it such as \
      hideAfterwards,autoPresent=off.
      """,
      valueName: "all|settings"),
    transform: LabArgument.init)
  var preload: LabArgument?

  @OptionGroup var shared: SharedOptions

  func execute(_ console: Console) throws(CommandFailure) {
    if let preload {
      return try LabRunner(options: self, console: console).run(preload, unit: file)
    }
    let input = try InputFile(file, console)
    let beginning = try input.read()
    if input.isSession(beginningWith: beginning) {
      let world = try input.world()
      let runner = SessionRunner(
        SessionFile(input, after: beginning, console), options: self, console: console)
      try runner.run(world: world)
    } else {
      try runPage(input, beginning, console)
    }
  }

  private func runPage(
    _ input: borrowing InputFile, _ beginning: [UInt8], _ console: Console
  ) throws(CommandFailure) {
    let page = try OpenedPage(
      input.readPage(after: beginning), name: input.name, shared.pageOpening, console)
    let overrides = try shared.overrides()
    let setup: RunSetup
    do throws(InvalidLazyLoading) {
      setup = try RunSetup(
        page: page.laidOut(columns: shared.columns), overrides: overrides)
    } catch {
      throw .usage("\(input.name): \(error)")
    }
    var run = SessionRun(setup, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    var reporter = RunReporter(file: input.name, options: self, console: console)
    reporter.hasSettled = run.settle()
    try reporter.tell(run.takeHistory(), SessionSlots(setup.slots))
    try reporter.finish(run.report)
  }
}
