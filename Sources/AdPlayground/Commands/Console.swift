import AdSessions
import Glibc

/// Standard input, output and error, or whatever stands in for them.
final class Console {
  /// What an app has put into the program.
  let app: PlaygroundApp
  /// The file descriptor to read from.
  let input: Int32
  private let output: Descriptor
  private let errors: Descriptor
  private var buffer: [UInt8] = []
  /// The files that were opened for reading.
  private var inputs: Set<FileIdentity> = []

  /// The program's own standard streams by default.
  init(
    app: PlaygroundApp = PlaygroundApp(), input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO
  ) {
    self.app = app
    self.input = input
    self.output = Descriptor(number: output)
    self.errors = Descriptor(number: errors)
    // A closed pipe, and a file that must not grow (ulimit -f), show themselves by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Remembers a file that was opened for reading.
  func noteInput(_ file: FileIdentity) {
    inputs.insert(file)
    gathered?.inputs.insert(file)
  }

  func hasRead(_ file: FileIdentity) -> Bool { inputs.contains(file) }

  /// Writes text to standard output, at the latest when the command is done.
  func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes bytes to standard output, at the latest when the command is done.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    precondition(gathered == nil, "a worker prints nothing")
    buffer += bytes
    if buffer.count >= 65_536 { try flush() }
  }

  /// Writes to standard output what has gathered.
  func flush() throws(CommandError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try output.write(buffer)
    } catch {
      if error.number == EPIPE { throw .brokenPipe }
      throw .inputOutput("cannot write to standard output: \(error)")
    }
  }

  /// The complaints and the inputs of a worker, until a console takes them over.
  struct Gathered: Sendable {
    fileprivate(set) var complaints: [(sentence: String, more: [String])] = []
    fileprivate var inputs: Set<FileIdentity> = []
  }

  /// What was gathered; `nil` of a console that says it at once.
  private(set) var gathered: Gathered?

  /// Makes a console for work on another core: what it is told is kept until another console takes it over.
  static func gathering(_ app: PlaygroundApp, input: Int32) -> Console {
    let console = Console(app: app, input: input)
    console.gathered = Gathered()
    return console
  }

  /// Says what was gathered, and knows what was read.
  func takeOver(_ gathered: Gathered?) {
    for complaint in gathered?.complaints ?? [] {
      complain(complaint.sentence, more: complaint.more)
    }
    inputs.formUnion(gathered?.inputs ?? [])
  }

  /// Says a sentence on one line of standard error, whatever it quotes; `more` are lines of our own.
  func complain(_ sentence: String, more: [String] = []) {
    guard gathered == nil else {
      gathered?.complaints.append((sentence, more))
      return
    }
    let lines = ["\(app.name.scrubbed): \(sentence.scrubbed)"] + more.map(\.scrubbed)
    // When this fails there is no other place to report it.
    try? errors.write(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  var isErrorTerminal: Bool { isatty(errors.number) != 0 }

  /// Shows how far long work is, in the place of what was shown before; no words take it away.
  func showProgress(_ words: String) {
    try? errors.write(Array("\r\u{1B}[K\(words.scrubbed)".utf8))
  }
}
