import AdEngine
import AdSessions
import ArgumentParser
import Playground

/// `adview snapshot`: one screen on standard output.
struct SnapshotCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Print one screen of the playground as text, in colour or as a picture.",
    discussion: """
      The page is opened, scrolled at once, and time runs until the moment that is asked for. Consent is granted unless \
      --consent says otherwise. Nothing that the playground remembers is read or changed.
      """)

  /// What a screen is printed as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case ansi
    case svg
  }

  @Argument(
    help: ArgumentHelp("A page: any Markdown file; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The moment that is shown, in seconds. (default: when nothing is pending, at most 10)",
      valueName: "seconds"))
  var at: Double?

  @Option(help: ArgumentHelp("Where the page is scrolled to, in points.", valueName: "pt"))
  var scroll: Double = 0

  @Option(
    help: ArgumentHelp("The size of the screen, in characters.", valueName: "WxH"),
    transform: ScreenSizeArgument.init)
  var size = ScreenSizeArgument(columns: 120, rows: 40)

  @Option(help: "What the screen is printed as.")
  var format = Format.text

  @Option(help: "The background that colours are chosen for. (default: as in the playground)")
  var theme: Theme.Ground?

  @Flag(help: "Open the debug log.")
  var ladybug = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let at, !(0...3600).contains(at) {
      throw ValidationError("--at \(at): expected 0…3600 seconds")
    }
    guard scroll.isFinite, scroll >= 0 else {
      throw ValidationError("--scroll \(scroll): expected a number of points, not negative")
    }
  }

  func execute(_ console: Console) throws(CommandFailure) {
    let page = try PageShelf(console: console).open(file)
    guard !SessionReader.isSession(beginningWith: page.bytes) else {
      throw .usage("\(page.name): is a session; snapshots are made of pages")
    }
    // Tells the page's mistakes, or refuses them.
    _ = try OpenedPage(page.bytes, name: page.name, shared.pageOpening, console)
    var options = PlaygroundOptions()
    options.ads = shared.ads
    options.overrides = shared.overrides
    let snapshot = Snapshot(
      of: page, options: options,
      settings: PlaygroundSettings(isDebugEnabled: ladybug, consent: .granted),
      columns: size.columns, rows: size.rows, scroll: scroll,
      at: at.map { Int64(($0 * 1000).rounded()) })
    try console.write(printed(snapshot, TerminalFeatures(ground: theme)))
  }

  private func printed(_ snapshot: Snapshot, _ features: TerminalFeatures) -> String {
    let theme = Theme(features.ground, features.colors ? .direct : .none)
    switch format {
    case .text: return snapshot.canvas.text
    case .ansi: return snapshot.canvas.ansi(theme)
    case .svg: return snapshot.canvas.svg(theme, title: snapshot.title)
    }
  }
}

/// The size of a screen in characters, written `WxH`.
struct ScreenSizeArgument: Equatable {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  init(_ text: String) throws {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else {
      throw ValidationError("expected COLUMNSxROWS in characters, 1…1000, such as 120x40")
    }
    self.init(columns: columns, rows: rows)
  }
}
