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
  /// The files that were opened for reading, with their paths.
  private var inputs: [FileIdentity: String] = [:]

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
  func noteInput(_ file: FileIdentity, at path: String) { inputs[file] = path }

  func hasRead(_ file: FileIdentity) -> Bool { inputs[file] != nil }

  /// Takes the paths of the files that were read since the last time; what was said may be said again.
  func drainInputs() -> [String] {
    defer { (inputs, said) = ([:], []) }
    return inputs.values.sorted()
  }

  /// Writes text to standard output, at the latest when the command is done.
  func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes text for people to standard output: a terminal breaks it between words.
  func write(prose text: String) throws(CommandError) {
    try write(Self.fitted(text, to: output))
  }

  /// The size of the terminal that standard output is; `nil` where it is none.
  var terminalSize: TerminalSize? { Self.size(of: output) }

  private static func size(of terminal: Descriptor) -> TerminalSize? {
    guard isatty(terminal.number) != 0 else { return nil }
    return TerminalDevice(input: terminal.number, output: terminal.number).size
  }

  private static func fitted(_ text: String, to descriptor: Descriptor) -> String {
    size(of: descriptor).map { text.wrappedForTerminal(columns: $0.columns) } ?? text
  }

  /// Writes bytes to standard output, at the latest when the command is done.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    precondition(kept == nil, "a worker prints nothing")
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

  typealias Complaint = (sentence: String, more: [String])

  /// The complaints and the inputs of work on another core, until a console takes them over.
  struct Gathered: Sendable {
    let complaints: [Complaint]
    fileprivate let inputs: [FileIdentity: String]
  }

  /// The complaints of a console that keeps them; `nil` of one that prints them at once.
  private var kept: [Complaint]?

  /// Whether it prints nothing.
  var isGathering: Bool { kept != nil }

  /// Does work on any core with a console of its own, which prints nothing.
  static func gathering<Value>(
    _ app: PlaygroundApp, input: Int32, _ work: (Console) -> Value
  ) -> (Value, Gathered) {
    let console = Console(app: app, input: input)
    console.kept = []
    let value = work(console)
    return (value, Gathered(complaints: console.kept ?? [], inputs: console.inputs))
  }

  /// Does some work whose complaints were made already.
  func silently<Value>(
    _ work: (Console) throws(CommandError) -> Value
  ) throws(CommandError) -> Value {
    try Self.gathering(app, input: input) { console in
      Result { () throws(CommandError) in try work(console) }
    }.0.get()
  }

  /// Prints the complaints, and remembers the inputs.
  func takeOver(_ gathered: Gathered) {
    for complaint in gathered.complaints { complain(complaint.sentence, more: complaint.more) }
    inputs.merge(gathered.inputs) { $1 }
  }

  /// What was said: of a page's problems each session of it would tell again.
  private var said: Set<String> = []

  /// Says a sentence, once, on one line of standard error, whatever it quotes; `more` are lines of our own.
  func complain(_ sentence: String, more: [String] = []) {
    guard kept == nil else {
      kept?.append((sentence, more))
      return
    }
    guard said.insert(sentence).inserted else { return }
    let lines = ["\(app.name.scrubbed): \(sentence.scrubbed)"] + more.map(\.scrubbed)
    // When this fails there is no other place to report it.
    try? errors.write(
      Array(Self.fitted(lines.joined(separator: "\n") + "\n", to: errors).utf8))
  }

  var isOutputTerminal: Bool { isatty(output.number) != 0 }

  var isErrorTerminal: Bool { isatty(errors.number) != 0 }

  /// Shows how far long work is, in the place of what was shown before; no words take it away.
  func showProgress(_ words: String) {
    try? errors.write(Array("\r\u{1B}[K\(words.scrubbed)".utf8))
  }
}
