/// What the playground shares with the shell: the terminal, the time, and what each is to do for the other.
struct Shared: Sendable {
  /// The terminal's size in cells.
  var columns, rows: Int
  /// The shell's time of the last message, in milliseconds.
  var real: Int64
  /// A sentence in the last row, until the next key.
  var notice: String?
  /// The log entries that linear mode has yet to print.
  var news: [LogEntry] = []
  /// The demos, sessions and pages that the shell has found.
  var files: [FoundFile] = []
  /// What the shell is asked to do after this message.
  var requests: [Request] = []
}
