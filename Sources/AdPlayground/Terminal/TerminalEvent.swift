import Playground

enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// The terminal has this size now, possibly the same as before: draw.
  case resized(TerminalSize)
  /// The program goes on after a stop (ctrl-z and `fg`), at this size: draw. Time has passed.
  case resumed(TerminalSize)
  /// Ctrl-c was pressed, or SIGINT was sent.
  case interrupted
  /// A signal that ends programs: save, close the terminal and `Terminal.end(by:)` it.
  case terminated(signal: Int32)
  /// There is something to be read from the other descriptor.
  case other
  /// The deadline has come.
  case woke
  /// The terminal is gone: nothing more is drawn.
  case ended
}

/// The size of a terminal, in character cells.
struct TerminalSize: Hashable, Sendable {
  /// Most columns and rows that are drawn: no screen has more, but a terminal may claim 65,535 of each.
  static let maxSide = 1000

  var columns: Int
  var rows: Int
  /// Whether the terminal has more cells than are drawn.
  var isPart = false
}
