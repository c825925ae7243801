public import AdEngine

/// One line of the debug log.
public struct LogEntry: Hashable, Sendable {
  /// What a line is about.
  public enum Topic: String, Sendable {
    /// The lazy-loading manager.
    case lazy
    /// What a slot holds.
    case ad
    /// Whether ads may load.
    case consent
    /// Settings that a person changed.
    case tune
    /// The page.
    case page
    /// Something that was refused.
    case refused
  }

  /// When it happened.
  public let moment: Instant
  /// What it is about.
  public let topic: Topic
  /// The slot that it is about, if it is about one.
  public let slot: SlotID?
  /// What happened.
  public let text: String

  /// The whole line.
  public var line: String {
    moment.clock + " " + topic.rawValue.padded(to: 7) + " " + text
  }
}

/// What the ladybug shows: the newest lines, and how far back the person has scrolled in them.
struct DebugLog: Hashable, Sendable {
  /// More lines than this are not kept in memory; the file has them.
  static let capacity = 5000

  private(set) var entries: [LogEntry] = []
  /// Lines between the newest one and the last one shown.
  private(set) var scrollback = 0
  /// Lines that the shell has yet to write to the file.
  private var unwritten: [String] = []

  mutating func append(_ entry: LogEntry) {
    if entries.count >= Self.capacity + 500 { entries.removeFirst(500) }
    entries.append(entry)
    unwritten.append(entry.line)
    if scrollback > 0 { scroll(by: 1) }
  }

  mutating func scroll(by lines: Int) {
    scrollback = max(0, min(entries.count - 1, scrollback + lines))
  }

  mutating func scrollToEnd() { scrollback = 0 }

  /// Takes the lines for the file.
  mutating func takeUnwritten() -> [String] {
    defer { unwritten = [] }
    return unwritten
  }

  /// The lines that fill a pane of so many rows.
  func visible(rows: Int) -> ArraySlice<LogEntry> {
    entries.dropLast(scrollback).suffix(max(0, rows))
  }
}

extension Instant {
  /// Minutes, seconds and milliseconds: `02:07.045`.
  var clock: String {
    let minutes = milliseconds / 60_000
    let seconds = milliseconds / 1000 % 60
    let rest = milliseconds % 1000
    return "\(Self.digits(minutes, 2)):\(Self.digits(seconds, 2)).\(Self.digits(rest, 3))"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension Double {
  /// This number of points as a person writes it: whole where it is whole, with one decimal where not.
  var points: String {
    guard isFinite, magnitude < 1e15 else { return String(self) }
    let tenths = Int64((self * 10).rounded())
    let sign = tenths < 0 ? "−" : ""
    let whole = tenths.magnitude / 10
    let tenth = tenths.magnitude % 10
    return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
  }
}
