package import Glibc
import Synchronization

/// A command that ran to its end.
package struct FinishedCommand {
  /// What it wrote to standard output and standard error.
  package let output: String
  /// Its exit code, or 128 and the signal that ended it.
  package let status: Int32
  /// The most memory that it had, in kilobytes, as seen every few milliseconds.
  ///
  /// What `wait4` reports is at least the peak of the process that started the command.
  package let peak: Int
}

/// A failure of the tests' own machinery.
package struct TestSupportError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Runs a command and waits for its end.
///
/// Not Foundation's `Process`: it waits for a pipe that a server started by the command inherits, and
/// so for ever. Nothing is inherited here but the environment; test threads block signals, and a
/// mask would pass through tmux to the program under test.
package func run(
  _ arguments: [String], environment: [String: String] = [:]
) throws -> FinishedCommand {
  let (child, output) = try spawning.withLock { _ in
    try spawn(arguments, environment: environment)
  }
  defer { close(output) }
  let (text, peak) = readToEnd(output, of: child)
  return FinishedCommand(output: text, status: waitForEnd(of: child), peak: peak)
}

/// Waits for the end of a command and returns its exit code, or 128 and the signal that ended it.
package func waitForEnd(of child: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0, errno == EINTR {}
  let signal = status & 0x7F
  return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}

/// One at a time: a pipe of one must not be inherited by the child of another, which may be a server.
private let spawning = Mutex(())

/// Starts a command and returns it with the end of the pipe that its output comes from.
private func spawn(
  _ arguments: [String], environment: [String: String]
) throws -> (child: pid_t, output: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw TestSupportError("no pipe: errno \(errno)") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[1]) }
  do {
    let child = try spawn(arguments, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    }
    return (child, ends[0])
  } catch {
    close(ends[0])
    throw error
  }
}

/// Starts a command in a session of its own, with a terminal for its standard streams.
package func start(
  _ arguments: [String], environment: [String: String], terminal path: String
) throws -> pid_t {
  // A flag that Swift does not see.
  let setSession: Int32 = 0x80
  return try spawning.withLock { _ in
    try spawn(arguments, environment: environment, flags: setSession) {
      posix_spawn_file_actions_addopen(&$0, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&$0, 0, 1)
      posix_spawn_file_actions_adddup2(&$0, 0, 2)
    }
  }
}

private func spawn(
  _ arguments: [String], environment: [String: String], flags: Int32 = 0,
  _ addStreams: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  addStreams(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  var all = sigset_t()
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags))

  var variables = currentEnvironment()
  variables.merge(environment) { $1 }
  var child: pid_t = 0
  let code = withCStrings(arguments) { argv in
    withCStrings(variables.map { "\($0)=\($1)" }) { envp in
      posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp)
    }
  }
  guard code == 0 else {
    throw TestSupportError("\(arguments.joined(separator: " ")): errno \(code)")
  }
  return child
}

/// All that a command writes, and the most memory that it had meanwhile, in kilobytes.
private func readToEnd(_ descriptor: Int32, of child: pid_t) -> (text: String, peak: Int) {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4096)
  var peak = 0
  while true {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let hasNews = poll(&ready, 1, 5) > 0
    peak = max(peak, peakMemory(of: child) ?? 0)
    guard hasNews else { continue }
    let count = read(descriptor, &piece, piece.count)
    if count > 0 {
      bytes.append(contentsOf: piece.prefix(count))
    } else if count == 0 || errno != EINTR {
      return (String(decoding: bytes, as: UTF8.self), peak)
    }
  }
}

/// The most memory that a running process has had, in kilobytes; `nil` when it has ended.
private func peakMemory(of process: pid_t) -> Int? {
  guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard text.hasPrefix("VmHWM:") else { continue }
    return text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
  }
  return nil
}

private func currentEnvironment() -> [String: String] {
  var result: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let pair = String(cString: text).split(separator: "=", maxSplits: 1)
    if pair.count == 2 { result[String(pair[0])] = String(pair[1]) }
    entry += 1
  }
  return result
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    body(buffer.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 0))
  }
}
