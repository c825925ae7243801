import AdEngine

/// What was in view and when the engine looked, as long as nothing moves the slots but the user.
struct ViewTrace: Sendable {
  private var views: [View] = []
  /// The instants of the checks, in milliseconds.
  private(set) var checkTimes: [Int64] = []
  /// The number of the view that a check saw.
  private(set) var checkViews: [Int] = []
  /// The lower edge of the viewport where a check saw it lower than all before, in points, and the number of that check.
  private(set) var lowerEdges: [Double] = []
  private(set) var lowerEdgeChecks: [Int] = []
  /// The highest and the lowest point that was in the viewport during each block of views.
  private var reach: [ClosedRange<Double>] = []
  static let blockLength = 64
  /// How far the page was scrolled, up and down together, in points.
  private(set) var distance = 0.0
  /// When the session ended, in milliseconds.
  private(set) var end: Int64 = 0

  private var throttle = CheckThrottle()
  private var isCheckPending = false

  /// One view of the page, until the next one.
  struct View {
    /// When the viewport changed, in milliseconds; strictly increasing.
    var time: Int64
    /// The edges of the viewport from then on, in points.
    var top: Double
    var bottom: Double
    var isActive: Bool
  }

  subscript(number: Int) -> View { views[number] }

  var count: Int { views.count }

  /// The instant of the first view, in milliseconds.
  var start: Int64? { views.first?.time }

  /// How far a frame lies from the viewport that a check saw, in points; not above 0 if they touch.
  func gap(to frame: SlotFrame, atCheck check: Int) -> Double {
    let view = views[checkViews[check]]
    return max(frame.minY - view.bottom, view.top - frame.maxY)
  }

  /// Whether a frame touches the viewport in none of the views of the block that begins with this one.
  func isFar(_ frame: SlotFrame, inBlockFrom view: Int) -> Bool {
    let reach = reach[view / Self.blockLength]
    return frame.maxY < reach.lowerBound || frame.minY > reach.upperBound
  }

  func checks(upTo time: Int64) -> Int {
    checkTimes.indices.partitionPoint { checkTimes[$0] > time }
  }

  func checks(upToView number: Int) -> Int {
    checkViews.indices.partitionPoint { checkViews[$0] > number }
  }

  mutating func reserveCapacity(_ views: Int) {
    self.views.reserveCapacity(views)
    reach.reserveCapacity(views / Self.blockLength + 1)
  }

  mutating func append(_ view: View, asksForCheck: Bool) {
    carryOutCheck(until: view.time)
    if views.count % Self.blockLength == 0 {
      reach.append(view.top...max(view.top, view.bottom))
    } else {
      let last = reach[reach.count - 1]
      reach[reach.count - 1] = min(last.lowerBound, view.top)...max(last.upperBound, view.bottom)
    }
    views.append(view)
    guard asksForCheck, view.bottom > view.top else { return }
    if throttle.isWaiting(at: view.time) { isCheckPending = true } else { check(at: view.time) }
  }

  mutating func scrolled(by distance: Double) { self.distance += distance.magnitude }

  mutating func finish(at end: Int64) {
    carryOutCheck(until: end)
    self.end = end
  }

  private mutating func carryOutCheck(until time: Int64) {
    guard isCheckPending, throttle.windowEnd <= time else { return }
    isCheckPending = false
    if let view = views.last, view.bottom > view.top { check(at: throttle.windowEnd) }
  }

  private mutating func check(at time: Int64) {
    throttle.open(at: time)
    let bottom = views[views.count - 1].bottom
    if bottom > lowerEdges.last ?? -.infinity {
      lowerEdges.append(bottom)
      lowerEdgeChecks.append(checkTimes.count)
    }
    checkTimes.append(time)
    checkViews.append(views.count - 1)
  }
}
