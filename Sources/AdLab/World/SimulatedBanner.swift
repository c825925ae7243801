/// A creative in its web view, which counts in quarters of a millisecond: a timer may run at a quarter of its speed.
struct SimulatedBanner: Hashable, Sendable {
  private static let scale: Int64 = 4

  let creative: LabCreative
  let generation: Int
  private let impressions: ImpressionReporting
  private var placement = PreloadPlacement.unattached
  private var placedAt: Int64
  /// The time up to which everything has been counted.
  private var time: Int64
  /// How much of its life has gone by: loading, then timers.
  private var life: Int64 = 0
  private var pace: TimerPace?
  private var knowsItIsVisible = false
  private var isImpressed = false
  private var hasCompleted = false
  private var hasPlayed = false

  init(
    _ creative: LabCreative, generation: Int, _ impressions: ImpressionReporting, at time: Int64
  ) {
    (self.creative, self.generation, self.impressions) = (creative, generation, impressions)
    self.time = time
    placedAt = time
  }

  private func surroundings(at time: Int64) -> LabSurroundings {
    LabSurroundings(placement, of: creative, after: time - placedAt)
  }

  private var loadEnd: Int64 { creative.loadTime * Self.scale }

  /// How much of its content is there at a time, 0…1.
  func progress(at now: Int64) -> Double {
    guard loadEnd > 0 else { return 1 }
    var copy = self
    copy.advance(to: now)
    return min(1, Double(copy.life) / Double(loadEnd))
  }

  mutating func place(_ placement: PreloadPlacement, at now: Int64) {
    advance(to: now)
    self.placement = placement
    placedAt = now
  }

  mutating func informOfVisibility(at now: Int64) {
    advance(to: now)
    knowsItIsVisible = true
  }

  /// The next time at which it does something, if it stays where it is.
  var nextEventTime: Int64? {
    var copy = self
    // Its state at once, and after its timers have stopped, is all that can happen.
    for _ in 0..<8 {
      if copy.nextEvent() != nil { return copy.time }
      guard let step = copy.nextChange else { return nil }
      copy.advance(to: step)
    }
    return nil
  }

  /// What it does up to a time, the first event of it; call again until there is nothing.
  mutating func takeEvent(upTo now: Int64) -> (at: Int64, event: CreativeEvent)? {
    while true {
      if let event = nextEvent() {
        record(event)
        return (time, event)
      }
      guard let step = nextChange, step <= now else {
        advance(to: now)
        return nil
      }
      advance(to: step)
    }
  }

  private func nextEvent() -> CreativeEvent? {
    let around = surroundings(at: time)
    if around.timers != pace { return .timers(around.timers) }
    if impressions == .automatic, !isImpressed, around.seemsVisible { return .impressed }
    let completion = creative.completion.map { $0 * Self.scale }
    let autoplay = creative.autoplay.map { $0 * Self.scale }
    if let completion, !hasCompleted, life >= completion, completion <= autoplay ?? .max {
      return .completed
    }
    if let autoplay, !hasPlayed, life >= autoplay,
      creative.isGated ? knowsItIsVisible : around.seemsVisible
    {
      return .autoplayed
    }
    if let completion, !hasCompleted, life >= completion { return .completed }
    return nil
  }

  private mutating func record(_ event: CreativeEvent) {
    switch event {
    case .timers(let pace): self.pace = pace
    case .impressed: isImpressed = true
    case .completed: hasCompleted = true
    case .autoplayed: hasPlayed = true
    }
  }

  /// How many quarters go by in a millisecond.
  private func rate(at time: Int64) -> Int64 {
    let around = surroundings(at: time)
    if life < loadEnd { return around.loads ? Self.scale : 0 }
    switch around.timers {
    case .run: return Self.scale
    case .crawl: return 1
    case .stop: return 0
    }
  }

  /// The next time after its own at which its life reaches something, or its timers stop.
  private var nextChange: Int64? {
    var times: [Int64] = []
    if surroundings(at: time).timers == .crawl {
      times.append(placedAt + LabSurroundings.crawlTime)
    }
    let rate = rate(at: time)
    if rate > 0 {
      let goals =
        [loadEnd]
        + [creative.completion, creative.autoplay].compactMap { goal in
          goal.map { $0 * Self.scale }
        }
      for goal in goals where goal > life { times.append(time + (goal - life + rate - 1) / rate) }
    }
    return times.filter { $0 > time }.min()
  }

  /// Lets time go by; nothing changes its rate on the way but what `nextChange` names.
  private mutating func advance(to now: Int64) {
    while time < now {
      let step = min(now, nextChange ?? now)
      life += (step - time) * rate(at: time)
      time = step
    }
  }
}
