import AdEngine
package import AdSessions

extension SessionTrace {
  /// What a run of the session under these thresholds would report, in points; 0 ≤ display ≤ fetch.
  package func report(fetch: Double, display: Double) -> MetricsReport {
    var report = MetricsReport()
    report.duration = end
    report.distance = views.distance
    var blank = 0.0
    var live: Int64 = 0
    for slot in slots {
      let times = times(of: slot, fetch: fetch, display: display)
      if times.fetchCheck != nil {
        report.fetched += 1
        report.farthestFetched = max(report.farthestFetched, times.fetchGap)
      }
      if times.displayCheck != nil {
        report.displayed += 1
        report.farthestDisplayed = max(report.farthestDisplayed, times.displayGap)
      }
      blank += slot.exposure(until: times.rendered ?? times.failed ?? end)
      guard let requested = times.requested else { continue }
      report.requests += 1
      if times.displayCheck != nil { report.cameNear += 1 }
      if times.sight == nil { report.wastedFetches += 1 }
      if slot.isSilent || requested + slot.latency > end { report.unfinished += 1 }
      if case .failure(let reason) = slot.outcome, times.failed != nil,
        let index = AdFailure.allCases.firstIndex(of: reason)
      {
        report.failures[index] += 1
      }
      guard let rendered = times.rendered else { continue }
      report.rendered += 1
      report.timeToFirstAd = min(report.timeToFirstAd ?? rendered, rendered)
      live += end - rendered
      if slot.lastSeen.map({ rendered > $0 }) ?? true { report.wastedRenders += 1 }
      if let last = slot.lastImpressed, rendered <= last { report.impressed += 1 }
      if let last = slot.lastViewable, rendered <= last { report.viewable += 1 }
      guard let sight = times.sight else { continue }
      report.leadTimes.append(sight.time - rendered)
      if sight.time < rendered {
        report.lateRenders += 1
        if sight.isArrival { report.lateArrivals += 1 }
      }
    }
    report.leadTimes.sort()
    report.liveAds = report.rendered
    report.liveAdsPeak = report.rendered
    report.blankExposure = blank / 1000
    report.liveAdSeconds = Double(live) / 1000
    return report
  }

  /// What becomes of a slot under two thresholds; times are in milliseconds.
  struct SlotTimes {
    var fetchCheck: Int?
    var displayCheck: Int?
    /// The gaps that these checks saw, in points.
    var fetchGap = 0.0
    var displayGap = 0.0
    var requested: Int64?
    var rendered: Int64?
    /// When the answer came that no ad will.
    var failed: Int64?
    /// When the slot was first in view for its request.
    var sight: (time: Int64, isArrival: Bool)?
  }

  func times(of slot: SlotTrace, fetch: Double, display: Double) -> SlotTimes {
    var times = SlotTimes()
    guard let fetchCheck = slot.approach.firstCheck(within: fetch) else { return times }
    times.fetchCheck = fetchCheck
    times.fetchGap = slot.approach.nearestGap(ofChecks: fetchCheck + 1)
    times.displayCheck = slot.approach.firstCheck(within: display)
    if let check = times.displayCheck {
      times.displayGap = slot.approach.nearestGap(ofChecks: check + 1)
    }
    guard let consent else { return times }
    let requested = max(views.checkTimes[fetchCheck], consent)
    times.requested = requested
    let view = max(views.checkViews[fetchCheck], consentView)
    if let stretch = slot.stretch(fromView: view) {
      let possible = max(consent, views.start ?? 0)
      times.sight =
        stretch.firstView <= view
        ? (max(stretch.start, possible), stretch.start > possible) : (stretch.start, true)
    }
    if case .ad = slot.outcome, let check = times.displayCheck {
      let time = max(requested + slot.latency, views.checkTimes[check]) + LifecycleDelay.render
      if time <= end { times.rendered = time }
    }
    if slot.isFailure, requested + slot.latency <= end { times.failed = requested + slot.latency }
    return times
  }
}

extension SessionTrace {
  /// What a loader that knew what will be in view would reach: it requests these slots alone, as soon as it may.
  package var oracle: MetricsReport {
    var report = MetricsReport()
    report.duration = end
    report.distance = views.distance
    var blank = 0.0
    for slot in slots {
      guard let consent, let first = views.checkTimes.first, let stretch = slot.stretches.last,
        stretch.lastView >= consentView
      else {
        blank += slot.exposure(until: end)
        continue
      }
      let requested = max(first, consent)
      let rendered = requested + slot.latency + LifecycleDelay.render
      report.requests += 1
      let answered = slot.isAd ? rendered : slot.isFailure ? requested + slot.latency : end
      blank += slot.exposure(until: min(answered, end))
      guard slot.isAd, rendered <= end else { continue }
      report.rendered += 1
      if let last = slot.lastImpressed, rendered <= last { report.impressed += 1 }
      if let last = slot.lastViewable, rendered <= last { report.viewable += 1 }
    }
    report.blankExposure = blank / 1000
    return report
  }
}
