/// A burst of layout shifts: less than 1 s between two, 5 s in all (CLS in web-vitals 6.0.0, July 2026; web.dev/articles/cls).
struct LayoutShiftWindow: Sendable {
  /// The greatest time between two shifts of a burst, and of a whole burst, in milliseconds; both exclusive.
  private static let (gap, length): (Int64, Int64) = (1000, 5000)

  private var start = Int64.min / 2
  private var last = Int64.min / 2
  /// How many shifts the burst has so far.
  private(set) var count = 0
  private(set) var score = 0.0
  private(set) var lastScore = 0.0

  mutating func add(_ score: Double, at time: Int64) {
    if time - last >= Self.gap || time - start >= Self.length {
      (start, count, self.score) = (time, 0, 0)
    }
    (last, lastScore) = (time, score)
    count += 1
    self.score += score
  }
}
