import AdEngine
package import AdSessions

/// Counts where both thresholds are large enough: `weight` whole units where fetch ≥ `fetch` and display ≥ `display`.
package struct Quadrant: Hashable, Sendable {
  /// The smallest fetch threshold, in points.
  package var fetch: Double
  /// The smallest display threshold, in points; minus infinity where display does not matter.
  package var display: Double
  /// In the metric's units; negative where larger thresholds take something away.
  package var weight: Int64
}

extension SessionTrace {
  /// The least thresholds with which a slot's ad is rendered by an instant; infinity where none are enough.
  func thresholds(of slot: SlotTrace, renderedBy time: Int64) -> (fetch: Double, display: Double) {
    let ready = time - LifecycleDelay.render
    let requested = ready - slot.latency
    guard let consent, consent <= requested else { return (.infinity, .infinity) }
    return (
      slot.approach.nearestGap(ofChecks: views.checks(upTo: requested)),
      slot.approach.nearestGap(ofChecks: views.checks(upTo: ready))
    )
  }

  /// The least fetch threshold with which a slot is requested during this view or before.
  func fetchThreshold(of slot: SlotTrace, requestedByView view: Int) -> Double {
    guard consent != nil, consentView <= view else { return .infinity }
    return slot.approach.nearestGap(ofChecks: views.checks(upToView: view))
  }

  /// The quadrants of a metric; `nil` for live time, known at single thresholds: see ``liveTime(on:)``.
  package func quadrants(of metric: Metric) -> [Quadrant]? {
    if metric == .liveAdSeconds { return nil }
    var quadrants: [Quadrant] = []
    for slot in slots { add(metric, of: slot, to: &quadrants) }
    return quadrants
  }

  private func add(_ metric: Metric, of slot: SlotTrace, to quadrants: inout [Quadrant]) {
    func add(_ fetch: Double, _ display: Double, _ weight: Int64 = 1) {
      if fetch < .infinity, display < .infinity, weight != 0 {
        quadrants.append(Quadrant(fetch: fetch, display: display, weight: weight))
      }
    }
    func addRendered(by time: Int64?) {
      guard slot.isAd, let time else { return }
      let least = thresholds(of: slot, renderedBy: min(time, end))
      add(least.fetch, least.display)
    }
    let nearest = slot.approach.nearestGap(ofChecks: views.checkTimes.count)
    switch metric {
    case .fetched: add(nearest, -.infinity)
    case .displayed: add(nearest, nearest)
    case .requests: if consent != nil { add(nearest, -.infinity) }
    case .cameNear: if consent != nil { add(nearest, nearest) }
    case .wastedFetches:
      guard consent != nil else { break }
      add(nearest, -.infinity)
      add(usefulFetch(slot), -.infinity, -1)
    case .rendered: addRendered(by: end)
    case .impressed: addRendered(by: slot.lastImpressed)
    case .viewable: addRendered(by: slot.lastViewable)
    case .wastedRenders:
      guard slot.isAd else { break }
      let least = thresholds(of: slot, renderedBy: end)
      add(least.fetch, least.display)
      guard let last = slot.lastSeen else { break }
      let seen = thresholds(of: slot, renderedBy: last)
      add(seen.fetch, seen.display, -1)
    case .leadTimes, .lateRenders:
      guard slot.isAd else { break }
      let least = thresholds(of: slot, renderedBy: end)
      add(max(least.fetch, usefulFetch(slot)), least.display)
      if metric == .lateRenders { addOnTime(slot, weight: -1, add) }
    case .blankExposure: addBlank(slot, add)
    default: break
    }
  }

  /// The least fetch threshold with which a slot is requested while it is, or before it comes, into view.
  private func usefulFetch(_ slot: SlotTrace) -> Double {
    slot.stretches.last.map { fetchThreshold(of: slot, requestedByView: $0.lastView) } ?? .infinity
  }

  /// The ads rendered by the time their slot comes into view, each counted at the first stretch that its request allows.
  private func addOnTime(_ slot: SlotTrace, weight: Int64, _ add: (Double, Double, Int64) -> Void) {
    var earlier = Double.infinity
    for stretch in slot.stretches {
      let requested = fetchThreshold(of: slot, requestedByView: stretch.lastView)
      let rendered = thresholds(of: slot, renderedBy: min(stretch.start, end))
      if requested < earlier {
        add(max(requested, rendered.fetch), rendered.display, weight)
        if earlier < .infinity { add(max(earlier, rendered.fetch), rendered.display, -weight) }
      }
      earlier = min(earlier, requested)
    }
  }

  /// Blank time: all in view from when ads may load, less what follows each rendering, or answer that no ad comes.
  private func addBlank(_ slot: SlotTrace, _ add: (Double, Double, Int64) -> Void) {
    let whole = exposureUnits(of: slot, until: end)
    add(-.infinity, -.infinity, whole)
    guard slot.isAd || slot.isFailure, whole > 0, let consent else { return }
    let approach = slot.approach
    let delay = slot.latency + (slot.isAd ? LifecycleDelay.render : 0)
    /// When the ad is rendered or the failure known, if requested at this check and display is no later.
    func answered(_ number: Int) -> Int64 {
      max(views.checkTimes[approach[number].check], consent) + delay
    }
    /// When the ad is rendered if it is displayed at this check of the approach and was there before.
    func displayed(_ number: Int) -> Int64 {
      views.checkTimes[approach[number].check] + LifecycleDelay.render
    }
    // The last checks that are in time, from the end of the session backwards. Display is never before the request.
    let numbers = 0..<approach.count
    var request = numbers.partitionPoint { answered($0) > end } - 1
    var display = slot.isAd ? numbers.partitionPoint { displayed($0) > end } - 1 : -1
    var previous = whole
    while request >= 0, previous > 0 {
      let time = max(answered(request), display >= 0 ? displayed(display) : .min)
      let exposure = exposureUnits(of: slot, until: time)
      if exposure < previous {
        add(
          approach[request].gap, display >= 0 ? approach[display].gap : -.infinity,
          exposure - previous)
        previous = exposure
      }
      while request >= 0, answered(request) >= time { request -= 1 }
      while display >= 0, displayed(display) >= time { display -= 1 }
    }
  }

  private func exposureUnits(of slot: SlotTrace, until time: Int64) -> Int64 {
    Int64((slot.exposure(until: time) * Metric.blankExposure.units / 1000).rounded())
  }
}

extension SlotTrace {
  var isAd: Bool { if case .ad = outcome { true } else { false } }
  /// Whether a request is answered that no ad will come.
  var isFailure: Bool { if case .failure = outcome { true } else { false } }
  /// Whether a request is never answered.
  var isSilent: Bool { if case .silence = outcome { true } else { false } }
}
