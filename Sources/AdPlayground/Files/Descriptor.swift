import Glibc

/// An open file, pipe or terminal, read and written until it is done: signals and full pipes are waited out.
struct Descriptor {
  let number: Int32

  /// The next bytes, none at the end; without `waiting` it throws when there is nothing yet.
  func read(atMost count: Int, waiting: Bool = true) throws(SystemError) -> [UInt8] {
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
        if count >= 0 {
          filled = count
          return
        }
        if errno == EAGAIN, waiting {
          wait(for: POLLIN)
        } else if errno != EINTR {
          problem = errno
          return
        }
      }
    }
    guard problem == 0 else { throw SystemError(number: problem) }
    return bytes
  }

  /// The next bytes if there are any now; none where there are none.
  func readNow(atMost count: Int) throws(SystemError) -> [UInt8] {
    try wait(for: POLLIN, atMost: 0) ? read(atMost: count) : []
  }

  /// Writes all bytes; some may have been written when it throws.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        // No system says so of a file; one that did would be asked for ever.
        throw SystemError(number: EIO)
      } else if errno == EAGAIN {
        wait(for: POLLOUT)
      } else if errno != EINTR {
        throw SystemError.last
      }
    }
  }

  /// Waits for `POLLIN` or `POLLOUT` or until the other side has left (-1: no limit); returns whether that has come.
  @discardableResult
  func wait(for event: Int32, atMost milliseconds: Int32 = -1) -> Bool {
    var wait = pollfd(fd: number, events: Int16(event), revents: 0)
    return poll(&wait, 1, milliseconds) > 0
  }
}

extension Descriptor {
  /// A pipe whose ends no other program gets, beyond the numbers that a program is given its own under.
  static func pipe() throws(CommandError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .inputOutput("no pipe: \(SystemError.last)") }
    let high = ends.map { end in
      defer { Glibc.close(end) }
      return Descriptor(number: fcntl(end, F_DUPFD_CLOEXEC, 10))
    }
    guard high.allSatisfy({ $0.number >= 0 }) else {
      let problem = SystemError.last
      for end in high where end.number >= 0 { end.close() }
      throw .inputOutput("no pipe: \(problem)")
    }
    return (high[0], high[1])
  }

  func close() { _ = Glibc.close(number) }

  /// Reads no more of standard input: who writes into it gets SIGPIPE.
  static func closeInput() {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, STDIN_FILENO)
    Glibc.close(nothing)
  }
}

/// Calls the system again as long as a signal interrupts it.
func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    guard result < 0, errno == EINTR else { return result }
  }
}

/// Why a call of the system failed.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  static var last: SystemError { SystemError(number: errno) }

  /// The system's own words.
  var description: String { String(cString: strerror(number)) }
}
