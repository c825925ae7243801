import Glibc
import TestSupport

/// The program in a terminal that the test holds the other end of: nothing draws what it shows.
///
/// Cheaper than tmux by far, so that hundreds can be started; where something stands on the screen is not known, only
/// that it was written.
final class TerminalProgram {
  /// The person's end of the terminal.
  let terminal: Int32
  /// How many keys the program has taken, as far as it has told: what they changed is drawn.
  private(set) var keysTaken = 0
  private let child: pid_t
  private var hasEnded = false
  /// The end of what it has written, which may be half of what it tells.
  private var tail: [UInt8] = []
  /// The last bytes that it has written, at most twice `maxOutput`.
  private var output: [UInt8] = []
  private static let maxOutput = 1 << 18

  /// Starts the program in a terminal of 24 rows; its settings and its log are kept in `folder`.
  init(
    _ arguments: [String], in folder: TemporaryFolder, columns: UInt16 = 80,
    environment: [String: String] = [:]
  ) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var number: Int32 = 0
    var lock: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
    guard terminal >= 0, ioctl(terminal, 0x4004_5431, &lock) == 0,
      ioctl(terminal, 0x8004_5430, &number) == 0
    else { throw TestSupportError("no terminal: errno \(errno)") }
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    child = try start(
      [BuiltProgram.path] + arguments,
      environment: [
        "TERM": "xterm-256color", "ADVIEW_IDLE_TITLE": "1", "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      ].merging(environment) { $1 },
      terminal: "/dev/pts/\(number)")
  }

  deinit {
    if !hasEnded { _ = end(by: SIGKILL) }
    close(terminal)
  }

  /// Presses keys, as bytes.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(terminal, bytes, bytes.count)
  }

  /// Reads what the program has written since the last look.
  func look() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(terminal, &bytes, bytes.count), count > 0 {
      tail += bytes.prefix(count)
      output += bytes.prefix(count)
      if output.count > 2 * Self.maxOutput { output = output.suffix(Self.maxOutput) }
    }
    // "adview 12 80x24" stands in the title when twelve keys are drawn.
    let mark = Array("\u{1B}]2;adview ".utf8)
    let places = tail.indices.reversed().lazy.filter { self.tail[$0...].starts(with: mark) }
    for place in places {
      let digits = tail[(place + mark.count)...].prefix { $0 != UInt8(ascii: " ") }
      guard place + mark.count + digits.count < tail.count else { continue }
      keysTaken = Int(String(decoding: digits, as: UTF8.self)) ?? keysTaken
      break
    }
    tail = tail.suffix(32)
  }

  /// Waits until the program has drawn what so many keys changed.
  func waitUntilTaken(_ keys: Int) throws {
    while keysTaken < keys {
      var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 10_000) > 0, ready.revents & Int16(POLLIN) != 0 else {
        throw TestSupportError("\(keysTaken) keys of \(keys) were taken")
      }
      look()
    }
  }

  /// Sends a signal, and returns the exit code, or 128 and the signal that ended the program.
  func end(by signal: Int32) -> Int32 {
    kill(child, signal)
    return waitForEnd()
  }

  /// Waits for the program's end, and returns its exit code; what it writes meanwhile is read.
  func waitForEnd() -> Int32 {
    hasEnded = true
    var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 10_000) > 0, ready.revents & Int16(POLLIN) != 0 { look() }
    return TestSupport.waitForEnd(of: child)
  }

  /// The last that it has written, at least 256 KB, as far as that was read, without the terminal's sequences.
  ///
  /// A sentence stands in it as one piece where the program drew it over spaces.
  var text: String {
    var text: [UInt8] = []
    var rest = output[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B, let kind = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch kind {
      // Parameters, up to the letter that ends it.
      case UInt8(ascii: "["): rest = rest.drop { !(0x40...0x7E).contains($0) }.dropFirst()
      // A title or the like, up to BEL or the backslash of ST.
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
        rest = rest.drop { $0 != 0x07 && $0 != UInt8(ascii: "\\") }.dropFirst()
      case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst()
      default: break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
