import AdEngine
import AdRendering
import ArgumentParser
import Playground

/// `adview snapshot`: one screen on standard output.
struct SnapshotCommand: SettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Print one screen of the playground as text, in colour or as a picture, or a film.",
    discussion: """
      The page is opened, scrolled at once, and time runs until --at. Consent is granted unless \
      --consent says otherwise. A session is replayed up to that time, or to its end; --format cast makes a film of \
      all of it (asciicast version 2). --format png takes rsvg-convert (Debian: librsvg2-bin) and a monospaced font with \
      box drawing such as DejaVu Sans Mono (fonts-dejavu-core); 'agg film.cast film.gif' makes a GIF of a film. Nothing \
      that the playground remembers is read or changed.
      """)

  /// What a screen is printed as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, ansi, svg, png, cast
  }

  @Argument(
    help: .value("file", "A page (any Markdown file) or a session; '-' is standard input."),
    completion: .file())
  var file: String

  @Option(
    help: .value(
      "seconds",
      "The time that is shown, in seconds. (default: the end of a session; of a page when nothing is pending, at most 10)"
    ))
  var at: Double?

  @Option(help: .value("pt", "Where the page is scrolled to, in points."))
  var scroll: Double?

  @Option(
    help: .value(
      "WxH", "The size of the screen, in characters. (default: the terminal's, elsewhere 120x40)"),
    transform: OptionReader.screenSize)
  var size: TerminalSize?

  @Option(help: "What the screen is printed as.")
  var format = Format.text

  @Option(help: "The background that colours are chosen for. (default: as in the playground)")
  var theme: Theme.Background?

  @Flag(help: "Open the debug log.")
  var ladybug = false

  @OptionGroup var opening: OpeningOptions
  @OptionGroup var loading: LoadingOptions

  func validate() throws {
    if let at, !(0...3600).contains(at) {
      throw ValidationError("--at \(at): expected 0…3600 seconds")
    }
    if let scroll, !(0...1e9).contains(scroll) {
      throw ValidationError("--scroll \(scroll): expected 0…1000000000 points")
    }
    if format == .cast, let at {
      throw ValidationError("--at \(at): a cast is of the whole session")
    }
  }

  func execute(_ console: Console) throws(CommandError) {
    if format == .png, console.isOutputTerminal {
      throw .usage("--format png: is no text; expected a file or a pipe, as in '> picture.png'")
    }
    var options = PlaygroundOptions()
    options.ads = shared.page.ads
    options.overrides = try shared.overrides(console)
    let opened = try Scene(file, shared.page.opening, options, console)
    let size = size ?? console.terminalSize ?? TerminalSize(columns: 120, rows: 40)
    switch opened {
    case .page(let page): return try show(page, options, size, console)
    case .session:
      if let scroll { throw .usage("--scroll \(scroll): a session scrolls by itself") }
    case .lab:
      if let scroll { throw .usage("--scroll \(scroll): there is no page in the lab") }
    case .tuning: break
    }
    let model = Model(
      opened, options: options, settings: settings, columns: size.columns, rows: size.rows)
    try show(model, console)
  }

  private func show(
    _ page: PageFile, _ options: PlaygroundOptions, _ size: TerminalSize, _ console: Console
  ) throws(CommandError) {
    guard format != .cast else {
      throw .usage("\(page.name): is a page; a cast is made of a session")
    }
    // Reports the page's problems, or refuses them.
    _ = try ParsedDocument(page, shared.page.opening, console)
    let snapshot = Snapshot(
      of: page, options: options, settings: settings, columns: size.columns, rows: size.rows,
      scroll: scroll ?? 0, at: time)
    try print(snapshot, console)
  }

  /// Prints a screen of a session, or a film of all of it.
  private func show(_ replay: Model, _ console: Console) throws(CommandError) {
    guard format == .cast else {
      return try print(Snapshot(replaying: replay, at: time), console)
    }
    var cast = Cast(replaying: replay, theme: colors)
    while let line = cast.next() { try console.write(line) }
  }

  private var settings: PlaygroundSettings {
    PlaygroundSettings(isDebugEnabled: ladybug, consent: .granted)
  }

  private var time: Int64? { at.map { Int64(($0 * 1000).rounded()) } }

  private var colors: Theme {
    let features = TerminalFeatures(background: theme)
    return Theme(features.background, features.colors ? .direct : .none)
  }

  private func print(_ snapshot: Snapshot, _ console: Console) throws(CommandError) {
    let canvas = TextEncoding.isAsciiRequested ? snapshot.canvas.ascii : snapshot.canvas
    switch format {
    case .text, .cast: try console.write(canvas.text)
    case .ansi: try console.write(canvas.ansi(colors))
    case .svg: try console.write(canvas.svg(colors, title: snapshot.title))
    case .png: try console.write(PictureConverter.png(canvas.svg(colors, title: snapshot.title)))
    }
  }
}
