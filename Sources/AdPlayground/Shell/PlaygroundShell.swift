import AdSessions
import Glibc
import Playground

/// The outside of the playground: hands it keys and time, shows its screens, carries out its requests.
struct PlaygroundShell: ~Copyable {
  private var model: Model
  /// What was asked for at the start.
  private let launchOptions: PlaygroundOptions
  /// For files that are opened while there is a screen.
  private let console: Console
  private var terminal: Terminal
  private var files: ShellFiles
  private var opener = AddressOpener()
  private var recording: RecordingFile?
  /// The session that is shown while it is being written.
  private var followed: FollowedSession?
  /// What was wrong with it, if it had to be left.
  private var followingProblem: CommandError?
  private var recorded: String?
  /// Why a recording ended before it should have, if one did.
  private(set) var recordingProblem: String?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var watch = FileWatch([])
  private var watched: String?
  private var inputs = 0
  private var isQuitting = false

  /// Opens the terminal on what was asked for, and records into a file if there is one; a unit opens the lab over the page.
  init(
    _ scene: Scene, on shelf: DocumentLibrary, options: PlaygroundOptions,
    features: TerminalFeatures, recording: consuming RecordingFile? = nil, lab unit: String? = nil,
    following: FollowedSession? = nil
  ) throws(CommandError) {
    launchOptions = options
    files = ShellFiles(shelf)
    console = Console(app: shelf.console.app, input: -1, output: -1, errors: -1)
    start = clock.now
    let (remembered, problem) = files.settings.load()
    do {
      terminal = try Terminal.open(features, input: Self.keyboard())
    } catch {
      throw .unavailable("\(error); 'adview play --linear' and 'adview run' need no screen")
    }
    followed = following
    let size = terminal.size
    model = Model(
      scene, options: options, settings: remembered, columns: size.columns, rows: size.rows)
    if let warning = scene.warning { send(.notice(warning)) }
    if let unit { model.openLab(unit: unit) }
    if let problem { send(.notice(problem)) }
    if size.isPart { showPartNotice() }
    if let recording { record(into: recording) }
  }

  /// Runs until the user quits, and ends the program by the signal that ended it, if one did.
  consuming func runToEnd(_ console: Console) throws(CommandError) {
    var shell = self
    let signal = shell.run()
    let problem = shell.recordingProblem
    let followingProblem = shell.followingProblem
    let closing = [shell.closingText, shell.model.closingText].compactMap { $0 }.joined()
    shell.close()
    if let signal {
      if let problem { console.complain(problem) }
      Terminal.end(by: signal)
    }
    // The screen said so too, if there still was one.
    if let problem { throw .inputOutput(problem) }
    if let followingProblem { throw followingProblem }
    try console.write(closing)
  }

  /// The notice about a session that was recorded.
  private var closingText: String? {
    recorded.map {
      "recorded \($0): '\(console.app.name) check \($0)' runs it again".scrubbed + "\n"
    }
  }

  /// Runs until the user quits, or a signal ends it, which it returns.
  mutating func run() -> Int32? {
    defer { send(.ending) }
    show()
    var isIdle = true
    while true {
      let deadline = [model.nextDeadline.map { start + .milliseconds($0) }, opener.nextLook]
        .compactMap { $0 }.min()
      var event = terminal.nextEvent(
        until: !isIdle || followed?.isReady == true ? clock.now : deadline, other: otherDescriptor)
      let frame = clock.now + Self.frame
      // Keys that wait already are taken before the next frame, so that a held key does not fall behind.
      while true {
        switch event {
        case .key(let key):
          inputs += 1
          send(.key(key))
        case .mouse(let event):
          inputs += 1
          send(.mouse(event))
        case .resized(let size):
          resize(to: size)
        case .resumed(let size):
          resize(to: size)
          terminal.repaint()
        case .other:
          if followed != nil {
            followed?.look()
            readOn()
          } else if watch.take() != nil {
            lookAtPage()
          }
        case .woke:
          send(.woke)
          // Some file systems do not say that a file has grown.
          followed?.look()
          readOn()
        case .interrupted:
          return SIGINT
        case .terminated(let signal):
          return signal
        case .ended:
          return SIGHUP
        }
        if isQuitting { return nil }
        // What never rests, a stream or a held key, is drawn all the same.
        guard event != .woke, clock.now < frame else { break }
        event = terminal.nextEvent(until: clock.now, other: otherDescriptor)
      }
      for problem in opener.drainProblems() { send(.notice(problem)) }
      isIdle = event == .woke
      show(isIdle: isIdle)
    }
  }

  /// While a session is written or keys are held, frames are drawn at least so often.
  private static let frame = Duration.milliseconds(33)

  /// What is waited for beside the terminal: a session that is followed, else the file of the page on the screen.
  private var otherDescriptor: Int32 { followed?.descriptor ?? watch.descriptor }

  /// Hands what has come of the session that is followed to the playground.
  private mutating func readOn() {
    guard let news = followed?.take() else { return }
    if followed?.isOver == true { endFollowing(followed?.problem) }
    send(.sessionGrew(news))
  }

  private mutating func endFollowing(_ problem: CommandError?) {
    followingProblem = problem
    let isStandardInput = followed?.isStandardInput == true
    followed = nil
    // Closing it informs the program that still writes to it.
    if isStandardInput { Descriptor.closeInput() }
  }

  /// Where keys come from: standard input, or, when a page came from there, the terminal itself.
  private static func keyboard() -> Int32 {
    guard isatty(STDIN_FILENO) == 0 else { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return terminal >= 0 ? terminal : STDIN_FILENO
  }

  /// Gives the terminal back.
  consuming func close() {}

  /// Draws the screen; the title counts the keys only when none waits, so that tests can wait for all of them.
  private mutating func show(isIdle: Bool = true) {
    watchPage()
    terminal.draw(view(model))
    guard isIdle else { return }
    terminal.setTitle("adview \(inputs) \(terminal.size.columns)x\(terminal.size.rows)")
  }

  /// Milliseconds since the playground was opened.
  private var now: Int64 { Int64((clock.now - start) / .milliseconds(1)) }

  /// Gives the playground a message, and carries out what it asks for.
  private mutating func send(_ message: Message) {
    for request in model.update(message, at: now) { carryOut(request) }
  }

  private mutating func watchPage() {
    guard watched != model.location else { return }
    let isBack = watched != nil
    watched = model.location
    watch = FileWatch(files.shelf.isFile(model.location) ? [model.location] : [])
    // It may have been changed while another page was shown.
    if isBack { lookAtPage() }
  }

  /// Notifies the playground when the page's file differs from what is on the screen.
  private mutating func lookAtPage() {
    guard let file = try? files.shelf.reopen(model.location), !model.shows(file) else { return }
    send(.pageChanged)
  }

  /// Opens a demo, a session or a page in the place of what is on the screen.
  private mutating func replaceScreen(by found: FoundFile) {
    do throws(CommandError) {
      // A session is shown as it was recorded, whatever was chosen for the page before.
      var options = launchOptions
      options.overrides = SettingOverrides()
      if found.kind == .page { options.overrides = model.options.overrides }
      let scene = try Scene(found, files.shelf, options, console)
      let old = model
      model = Model(
        scene, options: options, settings: old.settings, columns: terminal.size.columns,
        rows: terminal.size.rows, at: now)
      for request in model.replace(old) { carryOut(request) }
      if followed != nil { endFollowing(nil) }
      if let warning = scene.warning { send(.notice(warning)) }
    } catch {
      send(.notice(error.reason ?? found.name))
    }
  }

  private mutating func record(into file: consuming RecordingFile) {
    let (path, pages) = (file.path, file.pages)
    recording = consume file
    recorded = path
    send(.recordingStarted(file: path, pages: pages))
  }

  private mutating func failRecording(_ problem: String) {
    recording = nil
    recordingProblem = problem
    send(.recordingFailed(problem))
  }

  private mutating func resize(to size: TerminalSize) {
    send(.resized(columns: size.columns, rows: size.rows))
    if size.isPart { showPartNotice() }
  }

  private mutating func showPartNotice() {
    let side = TerminalSize.maxSide
    send(
      .notice(
        "the terminal is larger than \(side)×\(side) cells: the screen is drawn in a part of it"))
  }

  private mutating func carryOut(_ request: Request) {
    switch request {
    case .openFound(let found): replaceScreen(by: found)
    case .open, .reopen, .write, .save, .log, .find:
      guard let answer = files.carryOut(request) else { return }
      guard case .opened(let file, _) = answer else { return send(answer) }
      send(.opened(file, path: recording?.path(to: file.location, files.shelf)))
    case .openOutside(let url):
      if let problem = opener.open(url) { send(.notice(problem)) }
    case .startRecording(let subject):
      do throws(CommandError) {
        record(into: try RecordingFile.new(of: subject, files.shelf))
      } catch {
        send(.recordingFailed(error.reason ?? "nothing can be recorded"))
      }
    case .record(let bytes):
      if let problem = recording?.append(bytes) { failRecording(problem) }
    case .endRecording:
      if let problem = recording?.problem { failRecording(problem) }
      recording = nil
    case .endFollowing(let problem):
      endFollowing(problem.map { .data($0) })
    case .takeMouse(let isOn):
      if !terminal.setMouse(isOn), isOn { send(.mouseRefused) }
    case .copy(let text):
      do {
        try terminal.copy(text)
      } catch {
        send(.notice(error.description))
      }
    case .redraw:
      terminal.repaint()
    case .quit:
      isQuitting = true
    }
  }
}
