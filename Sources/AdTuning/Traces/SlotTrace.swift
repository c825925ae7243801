import AdEngine
import AdSessions
import AdSimulation

/// What of one slot depends on no threshold: how near it came, when it was in view, and what a request is answered.
struct SlotTrace: Sendable {
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

  let approach: Approach
  private let exposure: ExposureTrace

  /// The height in view, summed over time from when ads may load to this instant, in point milliseconds.
  func exposure(until time: Int64) -> Double { exposure.sum(until: time) }

  /// When the slot was last in view, in milliseconds; `nil` when it never was.
  var lastSeen: Int64? { stretches.last?.end }

  /// The first stretch that an ad requested during this view can still be seen in.
  func stretch(fromView number: Int) -> Stretch? {
    let index = stretches.indices.partitionPoint { stretches[$0].lastView >= number }
    return index < stretches.count ? stretches[index] : nil
  }

  struct Place: Sendable {
    var firstView: Int
    var frame: SlotFrame
  }

  /// Follows a slot through places and views; ads may load from `consent` on, in milliseconds;
  /// throws where the ad is wider than its slot, which lies beside others.
  init(
    _ slot: RunSlot, _ places: [Place], answeredBy reply: (latency: Int64, answer: Answer)?,
    impressionDelay: Int64, consent: Int64?, in trace: ViewTrace
  ) throws(SessionTrace.TraceError) {
    latency = reply?.latency ?? 0
    var (ad, media) = (slot.frame.size, AdMedia.display)
    switch reply?.answer {
    case nil: outcome = .silence
    case .failed(let reason)?: outcome = .failure(reason)
    case .loaded(let size, let kind)?:
      (outcome, media) = (.ad, kind)
      if size.isPlausible { ad = size }
    }
    if slot.frame.x != nil, ad.width > slot.frame.width { throw .across }
    approach = Approach(places, in: trace)
    var seen = StretchBuilder()
    let rule = ViewabilityRule.viewable(ad, media)
    let half = ViewabilityRule(tenths: 5, duration: impressionDelay)
    let hasOwnShare = rule.tenths != half.tenths
    var impressed = LastStretch(lasting: half.duration)
    var viewable = LastStretch(lasting: rule.duration)
    var exposure = ExposureTrace(from: consent ?? trace.end)
    var isInView = false
    var isWhole = false
    func leave(_ number: Int, _ time: Int64) {
      guard isInView else { return }
      (isInView, isWhole) = (false, false)
      seen.close(at: number, time)
      impressed.close(at: time)
      viewable.close(at: time)
      exposure.append(0, at: time)
    }
    var place = places.startIndex
    var next = 0
    while next < trace.count {
      let number = next
      let view = trace[number]
      if places.count > 1, places.move(&place, toView: number) { isWhole = false }
      let frame = places[place].frame.alongThePage
      if number % ViewTrace.blockLength == 0, trace.isFar(frame, inBlockFrom: number),
        places.stays(place, untilView: number + ViewTrace.blockLength)
      {
        leave(number, view.time)
        next += ViewTrace.blockLength
        continue
      }
      next += 1
      guard frame.maxY >= view.top, frame.minY <= view.bottom, view.isActive else {
        leave(number, view.time)
        continue
      }
      isInView = true
      // All of it in view again: nothing is another than in the view before.
      let wasWhole = isWhole
      isWhole = frame.minY >= view.top && frame.maxY <= view.bottom && frame.height >= 2
      if wasWhole, isWhole { continue }
      let isSeen =
        view.bottom - view.top >= 2 && frame.height >= 1 && frame.maxY >= view.top + 1
        && frame.minY <= view.bottom - 1
      seen.note(isSeen, number, view.time)
      let height = min(frame.maxY, view.bottom) - max(frame.minY, view.top)
      exposure.append(isSeen ? height : 0, at: view.time)
      let shown = Exposure(
        of: ad, in: frame,
        Viewport(y: view.top, size: Size(width: 0, height: view.bottom - view.top)))
      let isHalf = half.isSatisfied(visible: shown.visibleArea, of: shown.area)
      impressed.note(isHalf, view.time)
      viewable.note(
        hasOwnShare ? rule.isSatisfied(visible: shown.visibleArea, of: shown.area) : isHalf,
        view.time)
    }
    stretches = seen.finish(trace)
    lastImpressed = impressed.finish(trace)
    lastViewable = viewable.finish(trace)
    exposure.finish(at: trace.end)
    self.exposure = exposure
  }
}

extension [SlotTrace.Place] {
  /// Moves on to the place that counts during a view; returns whether it is another one.
  @discardableResult
  func move(_ place: inout Int, toView view: Int) -> Bool {
    let before = place
    while place + 1 < count, self[place + 1].firstView <= view { place += 1 }
    return place != before
  }

  /// Whether no other place counts before a view.
  fileprivate func stays(_ place: Int, untilView view: Int) -> Bool {
    place + 1 >= count || self[place + 1].firstView >= view
  }
}

/// Makes stretches of views one after the other.
private struct StretchBuilder {
  private var stretches: [SlotTrace.Stretch] = []
  private var open: (view: Int, time: Int64)?

  mutating func note(_ isInView: Bool, _ view: Int, _ time: Int64) {
    if isInView { open = open ?? (view, time) } else { close(at: view, time) }
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

/// The last instant at which a time of a length can begin within a stretch of views.
private struct LastStretch {
  /// In milliseconds.
  private let duration: Int64
  private var open: Int64?
  private var last: Int64?

  init(lasting duration: Int64) { self.duration = duration }

  mutating func note(_ isInView: Bool, _ time: Int64) {
    if isInView { open = open ?? time } else { close(at: time) }
  }

  mutating func close(at time: Int64) {
    if let open, time - open >= duration { last = time - duration }
    open = nil
  }

  mutating func finish(_ trace: ViewTrace) -> Int64? {
    close(at: trace.end)
    return last
  }
}

/// The height of a slot in view, summed over time.
private struct ExposureTrace: Sendable {
  /// A height in view from an instant on.
  private struct Step: Sendable {
    /// In milliseconds.
    var time: Int64
    /// In points.
    var height: Double
    /// What was summed up by then, in point milliseconds.
    var sum: Double
  }

  private var steps: [Step] = []
  /// From when on it is summed up, in milliseconds.
  private let start: Int64

  /// Begins to sum up what is in view from an instant on, in milliseconds.
  init(from start: Int64) {
    self.start = start
    steps.reserveCapacity(64)
  }

  mutating func append(_ height: Double, at time: Int64) {
    if height != steps.last?.height ?? 0 { add(height, at: time) }
  }

  mutating func finish(at end: Int64) { add(0, at: max(end, steps.last?.time ?? end)) }

  private mutating func add(_ height: Double, at time: Int64) {
    guard let last = steps.last else {
      steps.append(Step(time: time, height: height, sum: 0))
      return
    }
    // What comes before the start is not counted.
    let from = max(last.time, start)
    steps[steps.count - 1].time = min(from, time)
    steps.append(
      Step(time: time, height: height, sum: last.sum + last.height * Double(max(0, time - from))))
  }

  func sum(until time: Int64) -> Double {
    let index = steps.indices.partitionPoint { steps[$0].time > time } - 1
    guard index >= 0 else { return 0 }
    let step = steps[index]
    guard index + 1 < steps.count else { return step.sum }
    return step.sum + step.height * Double(time - step.time)
  }
}
