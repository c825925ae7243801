internal import AdEngine
internal import AdSessions

/// What is the same on the screen of the pages and on that of the lab.
struct Shared: Sendable {
  var options: PlaygroundOptions
  var settings: PlaygroundSettings
  /// The terminal's size in cells.
  var columns, rows: Int
  /// The shell's time of the last message, in milliseconds.
  var real: Int64
  /// A sentence in the last row, until the next key.
  var notice: String?
  var log = DebugLog()
  /// The log entries that linear mode has yet to print; `nil` on a screen.
  var news: [LogEntry]?
  /// The demos, sessions and pages that the shell has found.
  var files: [FoundFile] = []
  /// What the shell is asked to do after this message.
  var requests: [Request] = []

  init(
    _ options: PlaygroundOptions, _ settings: PlaygroundSettings, columns: Int, rows: Int,
    at real: Int64
  ) {
    self.options = options
    self.settings = settings
    self.columns = columns
    self.rows = rows
    self.real = real
    news = options.printsNews ? [] : nil
  }

  /// Whether the log is kept while it is closed, so that it holds what happened before it is opened; a replay makes it
  /// again instead.
  var keepsLog = false

  /// Whether entries are made at all: for the log, or for linear mode.
  var isLogging: Bool { settings.isDebugEnabled || keepsLog || news != nil }

  /// Adds an entry to the debug log, if that is kept, and to the news, if linear mode prints them.
  mutating func record(
    _ topic: LogEntry.Topic, _ slot: SlotID? = nil, at time: Instant, isNews: Bool = true,
    seen: SeenState? = nil, _ text: String
  ) {
    let entry = LogEntry(time: time, topic: topic, slot: slot, text: text.scrubbed, seen: seen)
    if settings.isDebugEnabled || keepsLog { log.append(entry) }
    if isNews { news?.append(entry) }
  }
}
