/// Watches rendered ads until their goals are reached (the MRC's viewable impression); only unbroken time counts.
struct ViewabilityMonitor: Sendable {
  /// What it means for a rendered ad to have been seen.
  enum Purpose: Int, Sendable {
    /// At least half in view, for as long as the configuration asks (`S3.14`).
    case impression
    /// Viewable by the MRC's rule.
    case viewability
    /// Due for a refresh, and at least half in view.
    case refresh
  }

  /// One thing to be reached by one ad.
  struct Goal: Sendable {
    var handle: Int32
    /// The number under which the ad is watched; a goal of another number is forgotten.
    var watch: Int
    var purpose: Purpose
    var rule: ViewabilityRule
    var ad: Size
    /// The points of the ad's height that must be in view.
    var needed: Double
    /// Since when enough has been in view; `nil` while it is not.
    var since: Int64?
    /// The time before which it is not reached.
    var earliest = Int64.min

    /// The time at which it will be reached if nothing happens before.
    var deadline: Int64? { since.map { max($0 + rule.duration, earliest) } }

    init(_ handle: Int32, watch: Int, _ purpose: Purpose, _ rule: ViewabilityRule, _ ad: Size) {
      (self.handle, self.watch, self.purpose, self.rule) = (handle, watch, purpose, rule)
      self.ad = ad
      needed = Double(rule.tenths) * ad.height / 10
    }
  }

  /// The goals that each measurement looks at.
  private var near: [Goal] = []
  /// The goals that were out of view when they were last looked at.
  private var away = AwayGoals()
  /// Where those away still are after what moved since; beyond it all are looked at again.
  private var movedBand = QuietBand.everywhere
  /// The number under which each handle's ad is watched; 0 for none.
  private var watches: [Int] = []
  private var watchCount = 0
  /// The scroll positions at which a measurement would find what the last one found.
  private(set) var band = QuietBand.everywhere
  /// No watched ad's slot ended below this edge when it was last looked at.
  private var lowest = Double.infinity
  /// No slot above the viewport whose goals are away ends below this edge.
  private var lowestAbove = -Double.infinity
  private(set) var isActive = true
  private var isCovered = false
  private var isSeen: Bool { isActive && !isCovered }

  /// Whether a measurement at this scroll position would find what the last one found.
  @inline(__always)
  func isQuiet(at position: Double) -> Bool { band.contains(position) }

  mutating func watch(_ handle: Int32, _ ad: Size, _ media: AdMedia, impressionDelay: Int64) {
    watchCount += 1
    let missing = Int(handle) + 1 - watches.count
    if missing > 0 { watches.append(contentsOf: repeatElement(0, count: missing)) }
    watches[Int(handle)] = watchCount
    let impression = ViewabilityRule(tenths: 5, duration: impressionDelay)
    near.append(Goal(handle, watch: watchCount, .impression, impression, ad))
    near.append(Goal(handle, watch: watchCount, .viewability, .viewable(ad, media), ad))
    band = .nowhere
  }

  /// Watches a viewable ad for the first time from `earliest` on at which half of it is in view.
  mutating func awaitRefresh(of goal: Goal, from earliest: Int64) {
    let rule = ViewabilityRule(tenths: 5, duration: 0)
    var goal = Goal(goal.handle, watch: goal.watch, .refresh, rule, goal.ad)
    goal.earliest = earliest
    near.append(goal)
    band = .nowhere
  }

  func refreshTime(of handle: Int32) -> Int64? {
    func isSought(_ goal: Goal) -> Bool {
      goal.handle == handle && goal.purpose == .refresh && watches[Int(handle)] == goal.watch
    }
    return (near.first(where: isSought) ?? away.first(where: isSought))?.earliest
  }

  /// Notes that a watched ad took another size; the time that it was seen for goes on.
  mutating func resize(_ handle: Int32, _ ad: Size, _ media: AdMedia) {
    geometryChanged()
    for index in near.indices where near[index].handle == handle {
      let old = near[index]
      let rule = old.purpose == .viewability ? .viewable(ad, media) : old.rule
      near[index] = Goal(handle, watch: old.watch, old.purpose, rule, ad)
      (near[index].since, near[index].earliest) = (old.since, old.earliest)
    }
  }

  /// Stops watching the ad in a slot; nothing is measured for that.
  mutating func forget(_ handle: Int32, _ timers: inout TimerTable) {
    guard watches.indices.contains(Int(handle)), watches[Int(handle)] != 0 else { return }
    // A goal that is away goes when it is looked at again.
    watches[Int(handle)] = 0
    near.removeAll { $0.handle == handle }
    for (timer, isRefresh) in [(TimerTable.Timer.viewability, false), (.refresh, true)] {
      let goals = near.lazy.filter { ($0.purpose == .refresh) == isRefresh }
      timers.set(timer, to: goals.compactMap(\.deadline).min())
    }
    if isEmpty { band = .everywhere }
  }

  private var isEmpty: Bool { near.isEmpty && away.isEmpty }

  mutating func forgetAll(_ timers: inout TimerTable) {
    lookAgain()
    for goal in near { watches[Int(goal.handle)] = 0 }
    near.removeAll(keepingCapacity: true)
    timers.set(.viewability, to: nil)
    timers.set(.refresh, to: nil)
    band = .everywhere
  }

  /// Notes that edges below `edge` changed; returns whether that can concern an ad that is watched.
  mutating func geometryChanged(below edge: Double) -> Bool {
    guard edge <= lowest else { return false }
    geometryChanged(isAboveMoved: edge <= lowestAbove)
    return true
  }

  /// Notes a height that moves what is below; returns whether that can concern an ad: not one that stays below the viewport.
  mutating func resized(
    from edge: Double, by difference: Double, _ viewport: Viewport, _ page: SlotGeometry
  ) -> Bool {
    guard edge <= lowest else { return false }
    guard edge > viewport.maxY + 1, band.contains(viewport.y),
      near.allSatisfy({ page.top(page.rank(of: $0.handle)) < edge })
    else { return geometryChanged(below: edge) }
    lowest += max(0, difference)
    if difference < 0 {
      // Whatever has moved up still begins below the edge.
      let height = viewport.size.height
      movedBand.end(below: edge - height, scale: edge.magnitude + height)
      band.end(below: edge - height, scale: edge.magnitude + height)
    }
    return band.contains(viewport.y) ? false : geometryChanged(below: edge)
  }

  /// Notes that an edge or the viewport's size changed.
  private mutating func geometryChanged(isAboveMoved: Bool = true) {
    band = isEmpty ? .everywhere : .nowhere
    lookAgain(isAboveMoved: isAboveMoved)
  }

  /// Lets the next measurement look at every goal again, but those above if nothing has moved there.
  private mutating func lookAgain(isAboveMoved: Bool = true) {
    lowest = .infinity
    movedBand = .everywhere
    guard isAboveMoved else { return away.takeBelow(into: &near, watches: watches) }
    away.takeAll(into: &near, watches: watches)
    lowestAbove = -.infinity
  }

  /// Notes that the app became active or inactive; inactivity breaks every run of time.
  mutating func setActive(_ active: Bool) {
    isActive = active
    geometryChanged()
  }

  /// Notes that another page covers this one, or no longer does; that breaks every run of time too.
  mutating func setCovered(_ covered: Bool) {
    isCovered = covered
    geometryChanged()
  }

  /// Looks at every ad that is watched and appends the goals that were reached by `now`.
  mutating func measure(
    at now: Int64, _ viewport: Viewport, _ page: SlotGeometry, _ timers: inout TimerTable,
    into reached: inout [Goal]
  ) {
    if !movedBand.contains(viewport.y) { lookAgain() }
    away.move(to: viewport.y, into: &near, watches: watches)
    guard !near.isEmpty else {
      band = away.band.intersection(movedBand)
      timers.set(.refresh, to: nil)
      return timers.set(.viewability, to: nil)
    }
    if lowest == .infinity { lowest = lowestAbove }
    band = .everywhere
    var first: Int64?
    var refresh: Int64?
    var kept = 0
    for index in near.indices {
      let handle = near[index].handle
      let frame = page.frame(of: handle)
      let visibility = page.visibility(of: handle)
      lowest = max(lowest, frame.maxY)
      if let (outside, isAbove) = bandOutOfView(of: near[index], frame, visibility, viewport) {
        near[index].since = nil
        if isAbove { lowestAbove = max(lowestAbove, frame.maxY) }
        if away.put(near[index], until: isAbove ? outside.low : outside.high) { continue }
        band = band.intersection(outside)
      } else {
        let exposure = Exposure(of: near[index].ad, in: frame, viewport, visibility: visibility)
        let isInView =
          isSeen && near[index].rule.isSatisfied(visible: exposure.visibleArea, of: exposure.area)
        near[index].since = isInView ? near[index].since ?? now : nil
        if let deadline = near[index].deadline {
          if deadline <= now {
            reached.append(near[index])
            continue
          }
          if near[index].purpose == .refresh {
            refresh = min(refresh ?? deadline, deadline)
          } else {
            first = min(first ?? deadline, deadline)
          }
        }
        if isSeen { narrowBand(for: near[index], frame, visibility, exposure, viewport) }
      }
      if kept < index { near[kept] = near[index] }
      kept += 1
    }
    if kept < near.count { near.removeLast(near.count - kept) }
    band = band.intersection(away.band).intersection(movedBand)
    if reached.count > 1 {
      // First what was watched first, and an ad's impression before its viewability.
      reached.sort { ($0.watch, $0.purpose.rawValue) < ($1.watch, $1.purpose.rawValue) }
    }
    timers.set(.viewability, to: first)
    timers.set(.refresh, to: refresh)
  }

  /// The scroll positions on this side of the ad at which it is not enough in view; `nil` where it may be now.
  @inline(__always)
  private func bandOutOfView(
    of goal: Goal, _ frame: SlotFrame, _ visibility: SlotVisibility, _ viewport: Viewport
  ) -> (band: QuietBand, isAbove: Bool)? {
    let bottom = bottom(of: goal, frame, visibility)
    if bottom >= viewport.minY - 1, frame.minY <= viewport.maxY + 1 { return nil }
    let scale = bottom.magnitude + viewport.size.height + goal.ad.height
    var band = QuietBand.everywhere
    let isAbove = bottom < viewport.minY
    if isAbove {
      band.begin(above: bottom - goal.needed, scale: scale)
    } else {
      band.end(below: frame.minY + goal.needed - viewport.size.height, scale: scale)
    }
    return (band, isAbove)
  }

  /// Leaves out of the band the positions at which the goal's ad comes enough into view or leaves it.
  private mutating func narrowBand(
    for goal: Goal, _ frame: SlotFrame, _ visibility: SlotVisibility, _ exposure: Exposure,
    _ viewport: Viewport
  ) {
    var needed = goal.needed
    if exposure.visibleWidth < exposure.width {
      // Cut off at a side, more of the height must be in view; out of view, no height is enough.
      guard exposure.visibleWidth > 0 else { return }
      needed *= exposure.width / exposure.visibleWidth
    }
    let bottom = bottom(of: goal, frame, visibility)
    let scale = bottom.magnitude + viewport.size.height + goal.ad.height + needed
    band.end(at: frame.minY + needed - viewport.size.height, from: viewport.y, scale: scale)
    band.end(at: bottom - needed, from: viewport.y, scale: scale)
  }

  /// The lowest that an ad's bottom edge can be.
  @inline(__always)
  private func bottom(
    of goal: Goal, _ frame: SlotFrame, _ visibility: SlotVisibility
  ) -> Double {
    visibility.isSticky ? frame.maxY : min(frame.maxY, frame.minY + goal.ad.height)
  }
}
