import AdEngine

/// What was in view during a session, and when the engine looked: the part of a run that depends on no threshold.
///
/// It holds as long as nothing moves the slots but the user.
struct ViewTrace: Sendable {
  /// The instants at which the viewport changed, in milliseconds, strictly increasing.
  private(set) var times: [Int64] = []
  /// The edges of the viewport from that instant on, in points.
  private(set) var tops: [Double] = []
  private(set) var bottoms: [Double] = []
  private(set) var isActive: [Bool] = []
  /// The instants of the checks, in milliseconds.
  private(set) var checkTimes: [Int64] = []
  /// The number of the view that a check saw.
  private(set) var checkViews: [Int] = []
  /// The edges of the viewport that a check saw, in points.
  private(set) var checkTops: [Double] = []
  private(set) var checkBottoms: [Double] = []
  /// The highest and the lowest point that was in the viewport during each block of views.
  private var reach: [ClosedRange<Double>] = []
  /// So many views are a block.
  static let blockLength = 64
  /// How far the page was scrolled, up and down together, in points.
  private(set) var distance = 0.0
  /// When the session ended, in milliseconds.
  private(set) var end: Int64 = 0

  private var throttle = CheckThrottle()
  private var isCheckPending = false

  /// One view of the page, until the next one.
  struct View {
    var time: Int64
    var top: Double
    var bottom: Double
    var isActive: Bool
  }

  subscript(number: Int) -> View {
    View(
      time: times[number], top: tops[number], bottom: bottoms[number], isActive: isActive[number])
  }

  var count: Int { times.count }

  /// Whether a frame touches the viewport in none of the views of the block that begins with this one.
  func isFar(_ frame: SlotFrame, inBlockFrom view: Int) -> Bool {
    let reach = reach[view / Self.blockLength]
    return frame.maxY < reach.lowerBound || frame.minY > reach.upperBound
  }

  /// When a view ended, in milliseconds.
  func end(ofView number: Int) -> Int64 { number + 1 < times.count ? times[number + 1] : end }

  /// How many checks there were up to and including this time.
  func checks(upTo time: Int64) -> Int {
    checkTimes.indices.partitionPoint { checkTimes[$0] > time }
  }

  /// How many checks saw this view or an earlier one.
  func checks(upToView number: Int) -> Int {
    checkViews.indices.partitionPoint { checkViews[$0] > number }
  }

  mutating func reserveCapacity(_ views: Int) {
    times.reserveCapacity(views)
    tops.reserveCapacity(views)
    bottoms.reserveCapacity(views)
    isActive.reserveCapacity(views)
  }

  /// Adds a view, and the check that it asks for, if it asks for one.
  mutating func append(_ view: View, asksForCheck: Bool) {
    carryOutCheck(until: view.time)
    if times.count % Self.blockLength == 0 {
      reach.append(view.top...max(view.top, view.bottom))
    } else {
      let last = reach[reach.count - 1]
      reach[reach.count - 1] =
        min(last.lowerBound, view.top)...max(last.upperBound, view.bottom)
    }
    times.append(view.time)
    tops.append(view.top)
    bottoms.append(view.bottom)
    isActive.append(view.isActive)
    guard asksForCheck, view.bottom > view.top else { return }
    if throttle.isWaiting(at: view.time) {
      isCheckPending = true
    } else {
      check(at: view.time)
    }
  }

  mutating func scrolled(by distance: Double) { self.distance += distance.magnitude }

  mutating func finish(at end: Int64) {
    carryOutCheck(until: end)
    self.end = end
  }

  private mutating func carryOutCheck(until time: Int64) {
    guard isCheckPending, throttle.windowEnd <= time else { return }
    isCheckPending = false
    if let top = tops.last, let bottom = bottoms.last, bottom > top {
      check(at: throttle.windowEnd)
    }
  }

  private mutating func check(at time: Int64) {
    throttle.open(at: time)
    checkTimes.append(time)
    checkViews.append(times.count - 1)
    checkTops.append(tops[times.count - 1])
    checkBottoms.append(bottoms[times.count - 1])
  }
}
