import AdEngine
import AdSessions
import AdSimulation
import ArgumentParser

/// `adview import`: sessions made of something else than a recording.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a session of a table of scroll positions, or of a person who scrolls.",
    discussion: """
      The session holds what the simulated ad server answers and what is decided up to the end of the visit, and 'adview check' \
      passes it.
      """,
    subcommands: [ImportTableCommand.self, ImportPersonCommand.self])
}

/// `adview import person`: a simulated reader who scrolls.
struct ImportPersonCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Simulate a reader of a page and save the session.",
    discussion: """
      The person drags and flings the page, pauses to read, and goes back now and then. How fast people really scroll, \
      no public data says: the habits of the readers are chosen. --seed is the seed of the person (1 by default) and \
      of the simulated ad server (the page's by default).
      """)

  @Argument(help: .value("page", "The page to be read."), completion: .file())
  var page: String

  @Option(help: "Who reads.")
  var reader: Reader = .slow

  @OptionGroup var target: ImportTarget
  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws { try target.validate(page, shared) }

  func execute(_ console: Console) throws(CommandError) {
    let opened = try target.open(page, shared, console)
    let seed = shared.page.seed ?? 1
    var visit = ReaderVisit(
      of: opened.layout, reader.habits, seed: seed,
      height: opened.setup.engine.viewport.height)
    var session = RecordingRun(opened.header, opened.setup)
    session.caption(
      "A \(reader.rawValue) reader (--seed \(seed))", at: .start)
    session.read(&visit)
    if let warning = visit.warning { console.complain("\(page): \(warning)") }
    session.caption("The reader leaves", at: visit.end)
    try target.write(session.finish(at: visit.end), console)
  }
}
