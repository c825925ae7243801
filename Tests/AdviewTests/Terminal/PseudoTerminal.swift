import Glibc

/// A terminal that the test holds the other end of.
///
/// Its ends stay open until the tests are over: a terminal is given back after the last look at it, and
/// the number of a closed end might be somebody else's by then.
struct PseudoTerminal {
  /// The person's end.
  let person: Int32
  /// The program's end.
  let program: Int32

  /// Makes a terminal of a size.
  init(columns: Int, rows: Int) throws {
    var number: Int32 = 0
    var lock: Int32 = 0
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
    guard person >= 0, ioctl(person, 0x4004_5431, &lock) == 0,
      ioctl(person, 0x8004_5430, &number) == 0
    else { throw PseudoTerminalFailure(code: errno) }
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard program >= 0 else { throw PseudoTerminalFailure(code: errno) }
    resize(columns: columns, rows: rows)
  }

  /// Gives it another size; nobody is told.
  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program, UInt(TIOCSWINSZ), &size)
  }

  /// Presses keys, as bytes.
  func press(_ keys: String) {
    _ = Array(keys.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  /// What the program has written since the last look.
  func output() -> String {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var result: [UInt8] = []
    while true {
      let count = read(person, &bytes, bytes.count)
      guard count > 0 else { return String(decoding: result, as: UTF8.self) }
      result.append(contentsOf: bytes.prefix(count))
    }
  }

  /// The modes, as `stty -g` would tell them.
  func modes() -> [UInt32] {
    var modes = termios()
    tcgetattr(program, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
  }

  /// The person goes away.
  func hangUp() { close(person) }
}

/// There is no terminal to be had.
struct PseudoTerminalFailure: Error { let code: Int32 }
