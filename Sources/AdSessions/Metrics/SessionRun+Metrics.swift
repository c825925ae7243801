package import AdEngine
import AdSimulation

extension SessionRun {
  /// The numbers of the page on the screen at `end`, or at the last event if later.
  package func pageReport(at end: Instant, isOver: Bool) -> MetricsReport {
    var report = top.metrics.report(at: end, isOver: isOver)
    report.provider = top.provider
    return report
  }

  /// The same of all pages and of the ads in no slot; before the session `isOver`, what may still be seen is not wasted.
  package func report(at end: Instant, isOver: Bool = true) -> MetricsReport {
    var report = pageReport(at: end, isOver: isOver)
    for page in below { report.add(page.metrics.report(at: end, isOver: isOver)) }
    for ad in screenAdPages { report.add(ad.metrics.report(at: end, isOver: isOver)) }
    if let past { report.add(past) }
    return report
  }

  /// Which slots of the page on the screen, which began with this setup, its numbers are due to by all that happened on it.
  package func blame(_ setup: RunSetup, _ history: [RunEvent], isOver: Bool) -> MetricsBlame {
    MetricsBlame(setup, history, until: now, isOver: isOver, restartedAt: top.metrics.restartedAt)
  }

  /// Since when the page on the screen is counted, where its counters were reset.
  package var countedFrom: Instant? { top.metrics.restartedAt.map { Instant(milliseconds: $0) } }

  /// How many pages are counted: those that are open, and those that were closed or replaced as one.
  package var countedPages: Int { 1 + below.count + (past == nil ? 0 : 1) }

  /// Counts from this instant on, on all pages; events at this instant do not count.
  package mutating func restartMetrics(at instant: Instant) {
    end(instant)
    top.metrics.restart(at: instant)
    for index in below.indices { below[index].metrics.restart(at: instant) }
    for index in screenAdPages.indices { screenAdPages[index].metrics.restart(at: instant) }
    past = nil
  }

  /// Why no slot was ever checked, in a sentence; `nil` where slots were, need no checks, or were on other pages.
  package var reasonUnchecked: String? {
    guard engine.lazyLoading != nil, countedPages == 1, report.requests == 0 else { return nil }
    if top.metrics.records.isEmpty { return "no slot was checked: the session holds none" }
    if !engine.isStarted {
      return "no slot was checked: a session needs a line that scrolls, if only to 0"
    }
    if engine.viewport.size.height == 0 { return "no slot was checked: the viewport has no height" }
    return nil
  }
}
