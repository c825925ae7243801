import AdEngine
package import AdSessions

extension SessionTrace {
  /// What a loader would reach that knew beforehand which slots will be in view: it requests these alone, as soon as it
  /// may, so no loader has more viewable ads, less blank time or fewer late renders with as few requests.
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
