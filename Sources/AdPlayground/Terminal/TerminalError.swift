/// Why there is no terminal to draw on.
enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// Standard input or output leads elsewhere.
  case notATerminal(String)
  /// `TERM` is not set.
  case unnamed
  /// terminfo has no entry for what `TERM` says.
  case unknown(String)
  /// The terminal cannot move its cursor or clear its screen.
  case incapable(String)
  case inUse
  /// No file may have more bytes than this (`ulimit -f`), and a frame is one, in memory.
  case fileLimit(Int, needed: Int)
  /// The system refused what is needed, for the reason of an `errno`.
  case system(Int32)

  /// A sentence for the user in front of it.
  var description: String {
    switch self {
    case .notATerminal(let stream):
      "\(stream) is not a terminal"
    case .unnamed:
      "TERM is not set, so it is unknown what this terminal can do"
    case .unknown(let name):
      "this system does not know the terminal \"\(name)\" that TERM names"
    case .incapable(let name):
      "the terminal \"\(name)\" cannot move its cursor or clear its screen"
    case .fileLimit(let limit, let needed):
      "no file may be larger than \(limit) bytes here (ulimit -f): a screen needs \(needed)"
    case .inUse:
      "the terminal is in use already"
    case .system(let code):
      "the system refuses a screen: \(SystemError(number: code))"
    }
  }
}
