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
      The session is complete: it holds what the simulated ad server answers and what is decided, and 'adview check' \
      passes it.
      """,
    subcommands: [ImportTableCommand.self, ImportPersonCommand.self])
}

/// `adview import csv`: a log of scroll positions.
struct ImportTableCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv",
    abstract: "Make a session of a table of times and scroll positions.",
    discussion: """
      The table has a column of times in milliseconds and one of scroll positions in points, parted by a comma, a \
      semicolon or a tab. With a header row that names 'time' and 'scroll' they may stand in any order, among others. \
      Without --page the session is a bare one that has no slots yet.
      """)

  @Argument(
    help: ArgumentHelp("A table; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The page that was scrolled.", valueName: "page"), completion: .file())
  var page: String?

  @OptionGroup var target: ImportTarget
  @OptionGroup var shared: SharedOptions

  func validate() throws { try target.validate(page, shared) }

  func execute(_ console: Console) throws(CommandFailure) {
    let rows = try readTable(console)
    let header: SessionHeader
    let setup: RunSetup
    if let page {
      let opened = try target.open(page, shared, console)
      (header, setup) = (opened.header, opened.setup)
    } else {
      (header, setup) = try bareSession(console)
    }
    try target.write(ImportedSession.scrolling(rows, header, setup), console)
  }

  private func readTable(_ console: Console) throws(CommandFailure) -> [ScrollTable.Row] {
    let input = try InputFile(file, console)
    var table = ScrollTable()
    while true {
      let bytes = try input.read()
      do throws(ScrollTable.ParsingError) {
        if !bytes.isEmpty {
          try table.append(bytes)
          continue
        }
        try table.finish()
        return table.rows
      } catch {
        throw .data("\(input.name):\(error.line): \(error.sentence)")
      }
    }
  }

  private func bareSession(_ console: Console) throws(CommandFailure) -> (SessionHeader, RunSetup) {
    let overrides = try shared.overrides(console)
    var setup: RunSetup
    do throws(LazyLoadingError) {
      setup = try RunSetup(page: RunPage(), overrides: overrides)
    } catch {
      throw .usage("\(error)")
    }
    setup.world = nil
    let header = SessionHeader(
      .slots([]), viewport: setup.engine.viewport,
      settings: SessionSettings(
        lazyLoading: setup.engine.lazyLoading.map {
          .settings(LazyLoadingChange(recording: $0, over: .standard))
        },
        consent: overrides.consent ?? .granted, policy: setup.engine.policy))
    return (header, setup)
  }
}

/// `adview import person`: a simulated reader who scrolls.
struct ImportPersonCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "person",
    abstract: "Make a session of a person who reads a page to its end.",
    discussion: """
      The person drags and flings the page, pauses to read, and goes back now and then. How fast people really scroll, \
      no public data says: the habits of the readers are chosen. --seed is the seed of the person (1 by default) and \
      of the simulated ad server (the page's by default).
      """)

  @Argument(help: ArgumentHelp("The page to be read.", valueName: "page"), completion: .file())
  var page: String

  @Option(help: "Who reads.")
  var reader: Reader = .slow

  @Option(help: "Whose rules a flung page follows.")
  var physics: FlingPhysics = .ios

  @OptionGroup var target: ImportTarget
  @OptionGroup var shared: SharedOptions

  func validate() throws { try target.validate(page, shared) }

  func execute(_ console: Console) throws(CommandFailure) {
    let opened = try target.open(page, shared, console)
    let seed = shared.page.seed ?? 1
    let visit = PageVisit(
      of: opened.layout, reader.habits, physics: physics, seed: seed,
      height: opened.setup.engine.viewport.height)
    let caption = "A \(reader.rawValue) reader, seed \(seed), \(physics.rawValue) flings"
    try target.write(
      ImportedSession.reading(
        visit, caption: caption, opened.header, opened.setup),
      console)
  }
}
