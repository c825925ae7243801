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
  var file: String?

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

  func validate() throws {
    guard preload != nil else {
      if file == nil { throw ValidationError("Missing expected argument '<file>'") }
      return
    }
    if file == nil {
      throw ValidationError(
        "--preload: expected a UNIT of the lab, or all, as in 'adview run --preload all celtra18'")
    }
    // The lab has no page, no slots and asks for no consent.
    if let option = shared.optionsGiven.first(where: { $0 != "--seed" }) {
      throw ValidationError(
        "\(option): means nothing in the lab; with --preload expected --seed alone")
    }
  }

  func execute(_ console: Console) throws(CommandFailure) {
    guard let file else { return }
    if let preload {
      return try LabRunner(options: self, console: console).run(preload, unit: file)
    }
    let input = try InputFile(file, console)
    let beginning = try input.read()
    if input.isSession(beginningWith: beginning) {
      try SessionRunner.run(
        SessionFile(input, after: beginning, console), options: self, console: console)
    } else {
      try runPage(input, beginning, console)
    }
  }

  private func runPage(
    _ input: borrowing InputFile, _ beginning: [UInt8], _ console: Console
  ) throws(CommandFailure) {
    let page = try OpenedPage(
      input.readPage(after: beginning), name: input.name, shared.page.opening, console)
    let overrides = try shared.overrides(console)
    let setup: RunSetup
    do throws(LazyLoadingError) {
      setup = try RunSetup(
        page: page.laidOut(columns: shared.page.columns), overrides: overrides)
    } catch {
      throw .usage("\(input.name): \(error)")
    }
    var run = SessionRun(setup, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    var reporter = RunReporter(file: input.name, options: self, console: console)
    reporter.hasSettled = run.settle()
    reporter.isConsentAssumed = overrides.consent == nil
    try reporter.report(run.takeHistory(), SessionSlots(setup.slots))
    try reporter.finish(run.report)
  }
}
