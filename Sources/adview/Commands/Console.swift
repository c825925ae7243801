import AdSessions
import Glibc

/// Standard input, output and error, or whatever stands in for them.
final class Console {
  /// The file descriptor to read from.
  let input: Int32
  private let output: Descriptor
  private let errors: Descriptor
  private var buffer: [UInt8] = []

  /// The program's own standard streams by default.
  init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
    self.input = input
    self.output = Descriptor(number: output)
    self.errors = Descriptor(number: errors)
    // A closed pipe shows itself by the write that fails.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes text to standard output, at the latest when the command is done.
  func write(_ text: String) throws(CommandFailure) {
    try write(Array(text.utf8))
  }

  /// Writes bytes to standard output, at the latest when the command is done.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    buffer += bytes
    if buffer.count >= 65_536 { try flush() }
  }

  /// Writes to standard output what has gathered.
  func flush() throws(CommandFailure) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try output.write(buffer)
    } catch {
      if error.number == EPIPE { throw .brokenPipe }
      throw .inputOutput("cannot write to standard output: \(error)")
    }
  }

  /// Says something on standard error; each line is scrubbed, the first one names the program.
  func complain(_ text: String) {
    // When this fails there is no other place to report it.
    try? errors.write(Array("adview: \(text.scrubbed(keepingLines: true))\n".utf8))
  }
}
