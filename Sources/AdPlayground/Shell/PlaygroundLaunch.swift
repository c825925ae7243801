import AdEngine
import Playground

struct PlaygroundLaunch: Equatable {
  enum Output: Equatable {
    case screen
    /// On the screen, and recorded into a file.
    case recording(String)
    /// On the screen, while the session is being written.
    case following
    /// As sentences, with commands typed as words.
    case linear
    /// In one page of HTML that is written into a file.
    case html(String, isForced: Bool)
  }

  /// A page or a session, `-` for standard input; the built-in demo without one.
  var file: String?
  var opening = OpeningPlan()
  var options = PlaygroundOptions()
  var background: Theme.Background?
  /// The unit with which the preload lab is opened, if it is.
  var lab: String?
  var output = Output.screen

  init(_ file: String? = nil) {
    self.file = file
    options.today = WallClock.today
  }

  /// Opens the file and shows it until the user quits.
  func run(_ console: Console) throws(CommandError) {
    let shelf = DocumentLibrary(besidePage: file ?? "", opening, console)
    if output == .following, let file {
      let session = try FollowedSession(file, opening, options, console)
      let opened = Scene.session(session.replay, warning: session.warning)
      return try show(opened, named: file, on: shelf, following: session, console)
    }
    let opened: Scene =
      if let file {
        try Scene(file, opening, options, console)
      } else {
        .page(try shelf.home())
      }
    if opening.isStrict, case .page(let file) = opened {
      _ = try ParsedDocument(file, opening, console)
    }
    try show(opened, named: file ?? "the demo", on: shelf, console)
  }

  func show(
    _ opened: Scene, named name: String, on shelf: DocumentLibrary,
    following: FollowedSession? = nil, _ console: Console
  ) throws(CommandError) {
    var options = options
    options.program = console.app.name
    // What a program that was killed has left beside a page that the user may write to.
    if case .page(let page) = opened, page.isFile {
      WholeFile.removeLeftovers(of: resolvedPath(page.location) ?? page.location)
    }
    let unit = try lab.map { text throws(CommandError) in try LabUnits.one(text).unit }
    if unit != nil { _ = try opened.page("--lab") }
    var recording: RecordingFile?
    switch output {
    case .html(let path, let isForced):
      return try write(opened, named: name, to: path, isForced: isForced, console)
    case .linear:
      return try LinearShell.run(opened, on: shelf, options: options, console: console)
    case .recording(let path):
      let location = try opened.page("--record").location
      recording = try RecordingFile.open(path, ofPages: unit == nil ? [location] : [], shelf)
    case .screen, .following: break
    }
    let shell = try PlaygroundShell(
      opened, on: shelf, options: options,
      features: TerminalFeatures(background: background), recording: recording, lab: unit,
      following: following)
    try shell.runToEnd(console)
  }

  /// Writes a session's report as one page of HTML.
  private func write(
    _ opened: Scene, named name: String, to path: String, isForced: Bool, _ console: Console
  ) throws(CommandError) {
    let model = Model(
      opened, options: options, settings: PlaygroundSettings(consent: .granted), columns: 120,
      rows: 40)
    let theme = Theme(background ?? .light, .direct)
    guard let page = HTMLReplay(replaying: model, name: name, theme: theme, warning: opened.warning)
    else {
      throw .usage("--html: expected a session of a page, which \(name) is not")
    }
    try OutputFile.write(Array(page.html.utf8), to: path, isForced: isForced, console)
  }
}
