import AdEngine

/// What of one slot depends on no threshold: how near it came, when it was in view, and what a request is answered.
struct SlotTrace: Sendable {
  /// A stretch of views in which the slot was in view.
  struct Stretch: Sendable {
    var firstView: Int
    var lastView: Int
    /// When it came into view, in milliseconds.
    var start: Int64
    /// When it left, or the session ended.
    var end: Int64
  }

  /// What the world says to the slot's only request.
  enum Outcome: Sendable {
    case ad
    case failure(AdFailure)
    /// Nothing answers.
    case silence
  }

  /// How long after a request its answer comes, in milliseconds.
  let latency: Int64
  let outcome: Outcome
  /// When the slot was in view, by the rule of the metrics: at least one point of it.
  let stretches: [Stretch]
  /// The last instant at which an ad that is rendered counts as viewable, in milliseconds; `nil` when none does.
  let lastViewable: Int64?
  /// The last instant at which an ad that is rendered counts as impressed, in milliseconds; `nil` when none does.
  let lastImpressed: Int64?

  /// The nearest gaps that checks saw, each smaller than the one before, in points; after the first that is not above 0
  /// there is none, since no threshold is smaller.
  private let gaps: [Double]
  /// The checks that saw them.
  private let checks: [Int]
  private let exposure: ExposureTrace

  /// The number of the first check that saw the slot within a threshold; `nil` when none did.
  func firstCheck(within threshold: Double) -> Int? {
    let index = gaps.indices.partitionPoint { gaps[$0] <= threshold }
    return index < gaps.count ? checks[index] : nil
  }

  /// The nearest gap that the first so many checks saw; infinity for none.
  func nearestGap(ofChecks count: Int) -> Double {
    let index = checks.indices.partitionPoint { checks[$0] >= count }
    return index > 0 ? gaps[index - 1] : .infinity
  }

  /// The checks that saw the slot nearer than all before.
  var nearerChecks: [Int] { checks }

  /// The height in view, summed over time from when ads may load to this instant, in point milliseconds.
  func exposure(until time: Int64) -> Double { exposure.sum(until: time) }

  /// When the slot was last in view, in milliseconds; `nil` when it never was.
  var lastSeen: Int64? { stretches.last?.end }

  /// The first stretch that an ad requested during this view can still be seen in.
  func stretch(fromView number: Int) -> Stretch? {
    let index = stretches.indices.partitionPoint { stretches[$0].lastView >= number }
    return index < stretches.count ? stretches[index] : nil
  }

  /// Where the slot lies from a view on.
  struct Place: Sendable {
    var firstView: Int
    var frame: SlotFrame
  }

  /// Follows a slot, which lies at these places one after the other, through the views of a session; ads may load from
  /// `consent` on, in milliseconds.
  init(
    _ places: [Place], ad: Size, _ media: AdMedia, latency: Int64, _ outcome: Outcome,
    impressionDelay: Int64, consent: Int64?, in trace: ViewTrace
  ) {
    self.latency = latency
    self.outcome = outcome
    (gaps, checks) = Self.nearestGaps(of: places, in: trace)
    var seen = StretchBuilder()
    var enough = StretchBuilder()
    var viewable = StretchBuilder()
    let rule = ViewabilityRule.viewable(ad, media)
    let half = ViewabilityRule(tenths: 5, duration: impressionDelay)
    var exposure = ExposureTrace()
    var place = places.startIndex
    var next = 0
    while next < trace.count {
      let number = next
      let view = trace[number]
      places.move(&place, toView: number)
      let frame = places[place].frame
      if number % ViewTrace.blockLength == 0,
        places.stays(place, untilView: number + ViewTrace.blockLength),
        trace.isFar(frame, inBlockFrom: number)
      {
        seen.close(at: number, view.time)
        enough.close(at: number, view.time)
        viewable.close(at: number, view.time)
        exposure.append(0, at: view.time)
        next += ViewTrace.blockLength
        continue
      }
      next += 1
      let isNear = frame.maxY >= view.top && frame.minY <= view.bottom
      guard isNear, view.isActive else {
        seen.close(at: number, view.time)
        enough.close(at: number, view.time)
        viewable.close(at: number, view.time)
        exposure.append(0, at: view.time)
        continue
      }
      let isSeen =
        view.bottom - view.top >= 2 && frame.height >= 1 && frame.maxY >= view.top + 1
        && frame.minY <= view.bottom - 1
      seen.note(isSeen, number, view.time)
      let height = min(frame.maxY, view.bottom) - max(frame.minY, view.top)
      exposure.append(isSeen ? height : 0, at: view.time)
      let shown = Exposure(
        of: ad, in: frame,
        Viewport(y: view.top, size: Size(width: 0, height: view.bottom - view.top)))
      enough.note(
        half.isSatisfied(visible: shown.visibleArea, of: shown.area), number, view.time)
      viewable.note(
        rule.isSatisfied(visible: shown.visibleArea, of: shown.area), number, view.time)
    }
    stretches = seen.finish(trace)
    lastImpressed = enough.finish(trace).last(lasting: impressionDelay)
    lastViewable = viewable.finish(trace).last(lasting: rule.duration)
    exposure.finish(from: consent ?? trace.end, to: trace.end)
    self.exposure = exposure
  }

  private static func nearestGaps(
    of places: [Place], in trace: ViewTrace
  ) -> (gaps: [Double], checks: [Int]) {
    var place = places.startIndex
    var gaps: [Double] = []
    var checks: [Int] = []
    var nearest = Double.infinity
    for check in trace.checkViews.indices {
      if places.count > 1 { places.move(&place, toView: trace.checkViews[check]) }
      let frame = places[place].frame
      let gap = max(frame.minY - trace.checkBottoms[check], trace.checkTops[check] - frame.maxY)
      guard gap < nearest else { continue }
      nearest = gap
      gaps.append(gap)
      checks.append(check)
      if gap <= 0 { break }
    }
    return (gaps, checks)
  }
}

extension [SlotTrace.Place] {
  /// Moves on to the place that counts during a view.
  @inline(__always)
  fileprivate func move(_ place: inout Int, toView view: Int) {
    while place + 1 < count, self[place + 1].firstView <= view { place += 1 }
  }

  /// Whether no other place counts before a view.
  fileprivate func stays(_ place: Int, untilView view: Int) -> Bool {
    place + 1 >= count || self[place + 1].firstView >= view
  }
}

extension [SlotTrace.Stretch] {
  /// The last instant at which a time of this length can begin within a stretch.
  fileprivate func last(lasting duration: Int64) -> Int64? {
    last { $0.end - $0.start >= duration }.map { $0.end - duration }
  }
}

/// Makes stretches of views one after the other.
private struct StretchBuilder {
  private var stretches: [SlotTrace.Stretch] = []
  private var open: (view: Int, time: Int64)?

  mutating func note(_ isInView: Bool, _ view: Int, _ time: Int64) {
    if isInView {
      open = open ?? (view, time)
    } else {
      close(at: view, time)
    }
  }

  mutating func close(at view: Int, _ time: Int64) {
    guard let first = open else { return }
    open = nil
    stretches.append(
      SlotTrace.Stretch(firstView: first.view, lastView: view - 1, start: first.time, end: time))
  }

  mutating func finish(_ trace: ViewTrace) -> [SlotTrace.Stretch] {
    close(at: trace.count, trace.end)
    return stretches
  }
}

/// The height of a slot in view, summed over time.
private struct ExposureTrace: Sendable {
  private var times: [Int64] = []
  private var heights: [Double] = []
  /// The sum up to each of the times, in point milliseconds.
  private var sums: [Double] = []

  mutating func append(_ height: Double, at time: Int64) {
    guard height != heights.last ?? 0 else { return }
    times.append(time)
    heights.append(height)
  }

  /// Sums up what lies between two instants, in milliseconds.
  mutating func finish(from start: Int64, to end: Int64) {
    times.append(max(end, times.last ?? end))
    heights.append(0)
    var sum = 0.0
    for index in times.indices {
      sums.append(sum)
      guard index + 1 < times.count else { break }
      let from = max(times[index], start)
      sum += heights[index] * Double(max(0, times[index + 1] - from))
      // What comes before ads may load is not counted.
      times[index] = min(from, times[index + 1])
    }
  }

  func sum(until time: Int64) -> Double {
    let index = times.indices.partitionPoint { times[$0] > time } - 1
    guard index >= 0 else { return 0 }
    guard index + 1 < times.count else { return sums[index] }
    return sums[index] + heights[index] * Double(time - times[index])
  }
}
