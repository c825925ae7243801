import AdSessions
import Glibc

/// Standard input, output and error, or whatever stands in for them.
final class Console {
  /// The file descriptor to read from.
  let input: Int32
  private let output: Int32
  private let errors: Int32
  private var buffer: [UInt8] = []

  /// The program's own standard streams by default.
  init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
    self.input = input
    self.output = output
    self.errors = errors
    // A reader that has gone is told by the write that fails.
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
    let problem = send(buffer, to: output)
    if problem == EPIPE { throw .brokenPipe }
    if problem != 0 {
      throw .inputOutput("cannot write to standard output: \(systemMessage(problem))")
    }
  }

  /// Says something on standard error; each line is scrubbed, the first one names the program.
  func complain(_ text: String) {
    // There is nobody left to tell when this fails.
    _ = send(Array("adview: \(text.scrubbed(keepingLines: true))\n".utf8), to: errors)
  }

  /// Writes all bytes, and returns the error number of what went wrong, or 0.
  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }
}
