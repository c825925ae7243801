internal import AdEngine

extension Instant {
  /// The first whole second after this instant.
  var nextSecond: Instant { Instant(milliseconds: milliseconds / 1000 * 1000) + 1000 }

  /// Minutes and seconds: `2:07`.
  var minutesAndSeconds: String {
    let seconds = milliseconds / 1000
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A stretch of time as columns of a chart.
///
/// It is moved on by several columns at a time, so that most frames change one column only.
struct TimelineWindow: Hashable, Sendable {
  /// The time that one column stands for, in milliseconds.
  static let step: Int64 = 500
  /// Columns from one instant written on the axis to the next.
  static let labelled = 10

  /// The first column, counted from the beginning of the session.
  let first: Int64
  let columns: Int
  /// The instant up to which something is shown.
  let now: Instant

  /// Makes the window of so many columns that shows `now` in one of the last.
  init(columns: Int, showing now: Instant) {
    self.columns = max(0, columns)
    self.now = now
    let last = now.milliseconds / Self.step
    let block = Int64(max(1, min(Self.labelled, columns / 2)))
    let hidden = last - Int64(columns) + 1
    first = hidden > 0 ? (hidden + block - 1) / block * block : 0
  }

  func start(of column: Int) -> Instant {
    Instant(milliseconds: (first + Int64(column)) * Self.step)
  }

  /// The last instant that a column stands for; `nil` for what is yet to come.
  func end(of column: Int) -> Instant? {
    let start = start(of: column)
    guard start <= now else { return nil }
    return min(now, start + (Self.step - 1))
  }

  /// The column that an instant belongs to; outside `0..<columns` when the window does not show it.
  func column(of time: Instant) -> Int { Int(time.milliseconds / Self.step - first) }

  /// When the column after the one of an instant begins.
  static func nextColumn(after time: Instant) -> Instant {
    Instant(milliseconds: (time.milliseconds / step + 1) * step)
  }

  /// The instants to be written on the axis, each with its column.
  var labels: [(column: Int, text: String)] {
    let labelled = Int64(Self.labelled)
    let offset = Int((labelled - first % labelled) % labelled)
    return stride(from: offset, to: columns, by: Self.labelled).map {
      ($0, start(of: $0).minutesAndSeconds)
    }
  }
}
