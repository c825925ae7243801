/// Watches rendered ads until each has been seen as much, and as long, as its goals ask (the MRC's viewable impression).
///
/// The time that counts is unbroken: it runs from the input after which enough was in view to the one after which
/// it was not, or to the goal's own deadline. A goal that is reached is reported once and then forgotten.
struct ViewabilityMonitor: Sendable {
  /// What it means for a rendered ad to have been seen.
  enum Purpose: Sendable {
    /// At least half in view, for as long as the configuration asks (`S3.14`).
    case impression
    /// Viewable by the MRC's rule.
    case viewability
  }

  /// One thing to be reached by one ad.
  struct Goal: Sendable {
    var handle: Int32
    var purpose: Purpose
    var rule: ViewabilityRule
    var ad: Size
    /// The points of the ad's height that must be in view.
    var needed: Double
    /// Since when enough has been in view; `nil` while it is not.
    var since: Int64?

    /// The time at which it will be reached if nothing happens before.
    var deadline: Int64? { since.map { $0 + rule.duration } }

    init(_ handle: Int32, _ purpose: Purpose, _ rule: ViewabilityRule, _ ad: Size) {
      self.handle = handle
      self.purpose = purpose
      self.rule = rule
      self.ad = ad
      needed = Double(rule.tenths) * ad.height / 10
    }
  }

  private var goals: [Goal] = []
  /// The scroll positions at which a measurement would find what the last one found.
  private(set) var band = QuietBand.everywhere
  /// So many of the first goals were out of view at the last measurement, and are while ``awayBand`` contains the position.
  private var awayCount = 0
  private var awayBand = QuietBand.everywhere
  /// No watched ad's slot ended below this edge when it was last looked at.
  private var lowest = Double.infinity
  private(set) var isActive = true
  private var isCovered = false
  private var isSeen: Bool { isActive && !isCovered }

  /// Whether a measurement at this scroll position would find what the last one found.
  @inline(__always)
  func isQuiet(at position: Double) -> Bool { band.contains(position) }

  /// Starts to watch a rendered ad.
  mutating func watch(_ handle: Int32, _ ad: Size, _ media: AdMedia, impressionDelay: Int64) {
    let impression = ViewabilityRule(tenths: 5, duration: impressionDelay)
    goals.append(Goal(handle, .impression, impression, ad))
    goals.append(Goal(handle, .viewability, .viewable(ad, media), ad))
    band = .nowhere
  }

  /// Notes that a watched ad took another size; the time that it was seen for goes on.
  mutating func resize(_ handle: Int32, _ ad: Size, _ media: AdMedia) {
    for index in goals.indices where goals[index].handle == handle {
      let since = goals[index].since
      let purpose = goals[index].purpose
      let rule = purpose == .viewability ? .viewable(ad, media) : goals[index].rule
      goals[index] = Goal(handle, purpose, rule, ad)
      goals[index].since = since
    }
    geometryChanged()
  }

  /// Stops watching the ad in a slot; nothing is measured for that.
  mutating func forget(_ handle: Int32, _ timers: inout TimerTable) {
    guard !goals.isEmpty else { return }
    goals.removeAll { $0.handle == handle }
    forgetAway()
    timers.set(.viewability, to: goals.lazy.compactMap(\.deadline).min())
    if goals.isEmpty { band = .everywhere }
  }

  mutating func forgetAll(_ timers: inout TimerTable) {
    goals.removeAll(keepingCapacity: true)
    forgetAway()
    timers.set(.viewability, to: nil)
    band = .everywhere
  }

  /// Notes that edges below `edge` changed; returns whether that can concern an ad that is watched.
  mutating func geometryChanged(below edge: Double) -> Bool {
    guard edge <= lowest else { return false }
    geometryChanged()
    return true
  }

  /// Notes that an edge or the viewport's size changed.
  private mutating func geometryChanged() {
    band = goals.isEmpty ? .everywhere : .nowhere
    forgetAway()
  }

  private mutating func forgetAway() {
    awayCount = 0
    awayBand = .everywhere
    lowest = .infinity
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
    at now: Int64, _ viewport: Viewport, _ page: PageGeometry, _ timers: inout TimerTable,
    into reached: inout [Goal]
  ) {
    guard !goals.isEmpty else {
      band = .everywhere
      return timers.set(.viewability, to: nil)
    }
    if !awayBand.contains(viewport.y) { forgetAway() }
    band = awayBand
    if awayCount == 0 { lowest = -.infinity }
    var first: Int64?
    var kept = awayCount
    for index in awayCount..<goals.count {
      lowest = max(lowest, page.bottom(of: goals[index].handle))
      if passBy(index, viewport, page) {
        if kept != index { goals[kept] = goals[index] }
        kept += 1
        if awayCount == kept - 1 {
          awayCount = kept
          awayBand = band
        }
        continue
      }
      var goal = goals[index]
      let frame = page.frame(of: goal.handle)
      let exposure = Exposure(of: goal.ad, in: frame, viewport)
      let isInView =
        isSeen && goal.rule.isSatisfied(visible: exposure.visibleArea, of: exposure.area)
      goal.since = isInView ? goal.since ?? now : nil
      if let since = goal.since, now - since >= goal.rule.duration {
        reached.append(goal)
        continue
      }
      if let deadline = goal.deadline { first = min(first ?? deadline, deadline) }
      if isSeen { narrowBand(for: goal, frame, viewport) }
      goals[kept] = goal
      kept += 1
    }
    goals.removeLast(goals.count - kept)
    timers.set(.viewability, to: first)
  }

  /// Whether the goal's ad is clearly not enough in view; if so, the band leaves out where it comes to be.
  @inline(__always)
  private mutating func passBy(_ index: Int, _ viewport: Viewport, _ page: PageGeometry) -> Bool {
    let ad = goals[index].ad.height
    let rank = page.rank(of: goals[index].handle)
    let top = page.tops[rank]
    let bottom = min(page.bottoms[rank], top + ad)
    if bottom >= viewport.minY - 1, top <= viewport.maxY + 1 { return false }
    let needed = goals[index].needed
    let scale = bottom.magnitude + viewport.size.height + ad
    if bottom < viewport.minY {
      band.begin(above: bottom - needed, scale: scale)
    } else {
      band.end(below: top + needed - viewport.size.height, scale: scale)
    }
    goals[index].since = nil
    return true
  }

  /// Leaves out of the band the positions at which the goal's ad comes enough into view or leaves it.
  private mutating func narrowBand(for goal: Goal, _ frame: SlotFrame, _ viewport: Viewport) {
    let bottom = min(frame.maxY, frame.minY + goal.ad.height)
    let scale = bottom.magnitude + viewport.size.height + goal.ad.height
    band.end(
      at: frame.minY + goal.needed - viewport.size.height, from: viewport.y, scale: scale)
    band.end(at: bottom - goal.needed, from: viewport.y, scale: scale)
  }
}
