import Glibc
import Playground

/// The shell of `--linear`: lines from standard input go in, sentences go to standard output.
///
/// From a pipe only `wait` lets time pass; at the end of the lines it runs on until nothing is pending.
struct LinearShell: ~Copyable {
  private var playground: LinearPlayground
  private var files: ShellFiles
  private var lines: LineReader
  private var opener = AddressOpener()
  private let console: Console
  private let isSimulated: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var simulated: Int64 = 0
  private var isQuitting = false

  /// Opens a page, or a replay, and runs until the lines end or one of them quits.
  static func run(
    _ scene: Scene, on shelf: DocumentLibrary, options: PlaygroundOptions, console: Console
  ) throws(CommandError) {
    var shell = try LinearShell(scene, on: shelf, options: options, console: console)
    try shell.run()
  }

  private init(
    _ scene: Scene, on shelf: DocumentLibrary, options: PlaygroundOptions, console: Console
  ) throws(CommandError) {
    files = ShellFiles(shelf)
    lines = LineReader(Descriptor(number: console.input))
    self.console = console
    isSimulated = isatty(console.input) == 0
    start = clock.now
    var options = options
    // The same lines say the same on every day.
    if isSimulated {
      options.today = 0
      options.opensAddresses = false
    }
    let (remembered, problem) = isSimulated ? (PlaygroundSettings(), nil) : files.settings.load()
    if case .lab = scene {
      throw .usage("--linear: a session of the preload lab needs a screen")
    }
    playground = LinearPlayground(scene, options: options, settings: remembered, at: 0)
    if let problem { send(.notice(problem)) }
    if let warning = scene.warning { send(.notice(warning)) }
  }

  private mutating func run() throws(CommandError) {
    try say()
    while !isQuitting {
      if isSimulated { try letTimePass(untilIdle: false) } else { try waitForLine() }
      guard let line = try nextLine() else { break }
      for request in playground.take(line, at: now) { carryOut(request) }
      for problem in opener.drainProblems() { send(.notice(problem)) }
      try say()
    }
    if isSimulated, !isQuitting { try letTimePass(untilIdle: true) }
  }

  /// Simulates time, as far as was asked for, or until nothing is pending.
  private mutating func letTimePass(untilIdle: Bool) throws(CommandError) {
    while let deadline = playground.nextDeadline, untilIdle || playground.resumesAt != nil {
      simulated = max(simulated, deadline)
      send(.woke)
      try say()
    }
  }

  /// Prints what happens until there is a line and no wait is under way.
  private mutating func waitForLine() throws(CommandError) {
    while playground.resumesAt != nil || !lines.hasLine {
      let patience = playground.nextDeadline.map { Int32(clamping: max(0, $0 - now)) } ?? -1
      // A descriptor below zero is not looked at.
      let input = playground.resumesAt == nil ? console.input : -1
      if Descriptor(number: input).wait(for: POLLIN, atMost: patience) { return }
      send(.woke)
      try say()
    }
  }

  private mutating func nextLine() throws(CommandError) -> String? {
    try orFail(try lines.next()) { .inputOutput("cannot read standard input: \($0)") }
  }

  /// Milliseconds since the playground was opened.
  private var now: Int64 { isSimulated ? simulated : Int64((clock.now - start) / .milliseconds(1)) }

  private mutating func say() throws(CommandError) {
    for sentence in playground.drainSentences() { try console.write(sentence + "\n") }
    try console.flush()
  }

  private mutating func send(_ message: Message) {
    for request in playground.update(message, at: now) { carryOut(request) }
  }

  private mutating func carryOut(_ request: Request) {
    switch request {
    case .save where isSimulated, .log where isSimulated:
      break
    case .open, .reopen, .write, .save, .log:
      if let answer = files.carryOut(request) { send(answer) }
    case .openOutside(let url):
      // What is simulated opens nothing: the same lines always do the same.
      if !isSimulated, let problem = opener.open(url) { send(.notice(problem)) }
    case .startRecording:
      send(.recordingFailed("sessions are recorded on a screen, or made by 'adview import'"))
    case .record, .endRecording, .endFollowing:
      break
    case .find, .openFound:
      // What is opened is drawn, and so is the list of it.
      break
    case .takeMouse, .copy, .redraw:
      // There is no screen; what is to be copied was said.
      break
    case .quit:
      isQuitting = true
    }
  }
}

struct LineReader: ~Copyable {
  /// A longer line is handed out in pieces of at least this number of bytes.
  private static let maxLineLength = 65_536

  private let stream: Descriptor
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  init(_ stream: Descriptor) { self.stream = stream }

  /// Whether a line can be had without reading.
  var hasLine: Bool { isAtEnd || bytes.contains(0x0A) || bytes.count >= Self.maxLineLength }

  /// The next line without its end; `nil` when there are no more.
  mutating func next() throws(SystemError) -> String? {
    while !hasLine {
      let more = try stream.read(atMost: 4096)
      bytes += more
      isAtEnd = more.isEmpty
    }
    guard !bytes.isEmpty else { return nil }
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    defer { bytes.removeFirst(min(bytes.count, end + 1)) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
