internal import AdEngine

/// A stretch of time as columns of a chart, moved on by several at once: most frames change one column only.
struct TimelineWindow: Hashable, Sendable {
  /// The time that one column stands for at first, in milliseconds, and all that it can stand for.
  static let standardStep: Int64 = 500
  static let steps: [Int64] = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
  /// Columns from one instant written on the axis to the next.
  static let labelled = 10

  /// The first column, counted from the beginning of the session.
  let first: Int64
  let columns: Int
  /// The time that one column stands for, in milliseconds.
  let step: Int64
  /// The instant up to which something is shown.
  let now: Instant

  /// Makes the window that shows `now` in one of its last columns.
  init(columns: Int, showing now: Instant, step: Int64 = TimelineWindow.standardStep) {
    self.columns = max(0, columns)
    self.now = now
    self.step = step
    let last = now.milliseconds / step
    let block = Int64(max(1, min(Self.labelled, columns / 2)))
    let hidden = last - Int64(columns) + 1
    first = hidden > 0 ? (hidden + block - 1) / block * block : 0
  }

  /// Makes the window that begins at a column, counted from the beginning of the session.
  init(columns: Int, from first: Int64, upTo now: Instant, step: Int64) {
    self.columns = max(0, columns)
    self.now = now
    self.step = step
    self.first = max(0, first)
  }

  func start(of column: Int) -> Instant { Instant(milliseconds: (first + Int64(column)) * step) }

  /// The last instant that a column stands for; `nil` for what is yet to come.
  func end(of column: Int) -> Instant? {
    let start = start(of: column)
    guard start <= now else { return nil }
    return min(now, start + (step - 1))
  }

  /// The column that an instant belongs to; outside `0..<columns` when the window does not show it.
  func column(of time: Instant) -> Int { Int(time.milliseconds / step - first) }

  static func nextColumn(after time: Instant, step: Int64) -> Instant {
    Instant(milliseconds: (time.milliseconds / step + 1) * step)
  }

  /// The instants to be written on the axis, each with its column.
  var labels: [(column: Int, text: String)] {
    let labelled = Int64(Self.labelled)
    let offset = Int((labelled - first % labelled) % labelled)
    return stride(from: offset, to: columns, by: Self.labelled).map {
      ($0, step * labelled < 1000 ? start(of: $0).tenths : start(of: $0).minutesAndSeconds)
    }
  }
}

extension TimelineView {
  /// The stretch of time that is looked at: up to now, or from an instant on.
  struct Stretch: Hashable, Sendable {
    /// The time that one column stands for, in milliseconds.
    private(set) var step = TimelineWindow.standardStep
    /// The first column, counted from the beginning of the session; `nil` while it follows the time.
    private(set) var first: Int64?

    func window(columns: Int, showing now: Instant) -> TimelineWindow {
      guard let first else { return TimelineWindow(columns: columns, showing: now, step: step) }
      return TimelineWindow(columns: columns, from: first, upTo: now, step: step)
    }

    /// Shows earlier or later times, as far as there are any; at the end it follows the time again.
    mutating func pan(by labels: Int64, columns: Int, now: Instant) {
      let present = window(columns: columns, showing: now).first
      let newest = TimelineWindow(columns: columns, showing: now, step: step).first
      let wanted = max(0, present + labels * Int64(TimelineWindow.labelled))
      first = wanted >= newest ? nil : wanted
    }

    /// Lets a column stand for less time (1) or for more (−1); what is in the middle stays there.
    mutating func zoom(_ direction: Int, columns: Int, now: Instant) {
      let steps = TimelineWindow.steps
      let index = (steps.firstIndex(of: step) ?? 0) - direction
      guard steps.indices.contains(index) else { return }
      let middle = (window(columns: columns, showing: now).first + Int64(columns / 2)) * step
      let isAtEnd = first == nil
      step = steps[index]
      guard !isAtEnd else { return }
      let wanted = max(0, middle / step - Int64(columns / 2))
      let newest = TimelineWindow(columns: columns, showing: now, step: step).first
      first = wanted >= newest ? nil : wanted
    }
  }
}
