package import AdEngine

package struct LogEntry: Hashable, Sendable {
  /// What a line is about.
  package enum Topic: String, Sendable {
    /// The lazy-loading manager.
    case lazy
    /// What a slot holds.
    case ad
    /// Whether ads may load.
    case consent
    /// Settings that a user changed.
    case tune
    case page
    /// What an ad's page says over the bridge.
    case html
    /// Where an ad, or the page, leads.
    case link
    case lab
    case print
    case refused
  }

  package let time: Instant
  package let topic: Topic
  package internal(set) var slot: SlotID?
  package let text: String
  /// What a person sees in the place of the slot from here on, where the text says it.
  var seen: SeenState?
  /// Its place among all lines since the start.
  var number = 0

  package var line: String { time.clock + " " + topic.rawValue.padded(to: 7) + " " + text }
}

/// What the ladybug shows: the newest lines, and how far back the user has scrolled in them.
struct DebugLog: Hashable, Sendable {
  /// More lines than this are not kept in memory; the file has them.
  static let capacity = 5000

  private(set) var entries: [LogEntry] = []
  /// The slot whose lines alone are shown; `nil` for all lines.
  private(set) var filter: SlotID?
  /// Of the lines that the filter lets through, those between the newest one and the last one shown.
  private(set) var scrollback = 0
  /// How many lines there were.
  private(set) var count = 0
  /// Lines that the shell has yet to write to the file.
  private var unwritten: [String] = []

  mutating func append(_ entry: LogEntry) {
    if entries.count >= Self.capacity + 500 {
      entries.removeFirst(500)
      if scrollback > 0 { scrollBack(to: scrollback) }
    }
    var entry = entry
    entry.number = count
    count += 1
    entries.append(entry)
    unwritten.append(entry.line)
    if scrollback > 0, passes(entry) { scroll(by: 1) }
  }

  mutating func scroll(by lines: Int) { scrollBack(to: scrollback + lines) }

  mutating func scrollBack(to lines: Int) { scrollback = max(0, min(shown.count - 1, lines)) }

  /// The lines that the filter lets through, the newest last.
  var shown: [LogEntry] { filter == nil ? entries : entries.filter(passes) }

  private func passes(_ entry: LogEntry) -> Bool { filter == nil || entry.slot == filter }

  /// Shows the lines about one slot alone, or all, and stays as near as can be to the line that was the last shown.
  mutating func setFilter(_ slot: SlotID?) {
    guard slot != filter else { return }
    let last = number(ofLastShown: scrollback)
    let wasBack = scrollback > 0
    filter = slot
    scrollBack(to: wasBack ? shown.reversed().prefix { $0.number > last }.count : 0)
  }

  /// The number of the line that is the last shown when so many are scrolled back.
  func number(ofLastShown scrollback: Int) -> Int { shown.dropLast(scrollback).last?.number ?? 0 }

  /// Scrolls so that a line is shown in a pane of so many rows, in the middle if it was not shown before.
  mutating func show(line number: Int, rows: Int) {
    guard !visible(rows: rows).contains(where: { $0.number == number }) else { return }
    scrollBack(to: shown.count { $0.number > number } - rows / 2)
  }

  /// Lines about slots of a page that was left are about no slot any more: the next page numbers its own.
  mutating func leavePage() {
    setFilter(nil)
    for index in entries.indices where entries[index].slot != nil { entries[index].slot = nil }
  }

  mutating func scrollToEnd() { scrollback = 0 }

  mutating func drainUnwritten() -> [String] {
    defer { unwritten = [] }
    return unwritten
  }

  /// The lines that fill a pane of so many rows.
  func visible(rows: Int) -> ArraySlice<LogEntry> { visible(rows: rows, scrollback: scrollback) }

  /// The same as if so many lines were scrolled back.
  func visible(rows: Int, scrollback: Int) -> ArraySlice<LogEntry> {
    shown.dropLast(scrollback).suffix(max(0, rows))
  }
}
