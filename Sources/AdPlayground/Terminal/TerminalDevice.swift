import CNcurses
import Glibc

/// The two descriptors of a terminal: keys come from one, frames go to the other.
struct TerminalDevice {
  /// Where keys come from.
  let input: Int32
  /// Where frames go.
  let output: Int32
  private(set) var isGone = false

  /// The size of the terminal, or of the part of it that is drawn; 80×24 where it does not say.
  var size: TerminalSize {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
    return TerminalSize(
      columns: min(columns, TerminalSize.maxSide), rows: min(rows, TerminalSize.maxSide),
      isPart: max(columns, rows) > TerminalSize.maxSide)
  }

  /// Writes all bytes; a terminal that is stuck keeps the program here until it is asked to end.
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, !isGone {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(output, piece.baseAddress, piece.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        Descriptor(number: output).wait(for: POLLOUT)
      } else if errno != EINTR {
        isGone = true
      }
      if guard_end_is_pending() { return }
    }
  }

  /// What is ready to be read.
  struct Readiness {
    var hasInput = false
    var hasNews = false
    var hasOther = false
  }

  /// Waits for input, news, or something to be read from `other`, for `milliseconds` (-1: none, no limit).
  mutating func wait(news: Int32, other: Int32, milliseconds: Int32) -> Readiness {
    var ready = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: news, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    // Interrupted: the signal has left its news.
    guard poll(&ready, 3, milliseconds) > 0 else { return Readiness() }
    let keys = Int32(ready[0].revents)
    if keys & POLLIN == 0, keys & (POLLHUP | POLLERR | POLLNVAL) != 0 { isGone = true }
    return Readiness(
      hasInput: keys & POLLIN != 0, hasNews: ready[1].revents != 0, hasOther: ready[2].revents != 0)
  }

  mutating func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(input, &bytes, bytes.count)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { isGone = true }
    return Array(bytes.prefix(max(0, count)))
  }
}
