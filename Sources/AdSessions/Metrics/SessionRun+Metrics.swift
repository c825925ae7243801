package import AdEngine
import AdSimulation

extension SessionRun {
  /// The numbers of the page on the screen at `end`, or at the last event if later; once counting has ended, those of its end.
  package func pageReport(at end: Instant, isOver: Bool) -> MetricsReport {
    if let page = finalReport.first?.page { return page }
    var report = top.metrics.report(at: end, isOver: isOver)
    report.provider = top.provider
    return report
  }

  /// The same of all pages and of the ads in no slot; before the session `isOver`, what may still be seen is not wasted.
  package func report(at end: Instant, isOver: Bool = true) -> MetricsReport {
    if let whole = finalReport.first?.whole { return whole }
    var report = pageReport(at: end, isOver: isOver)
    for page in below { report.add(page.metrics.report(at: end, isOver: isOver)) }
    for ad in hosts { report.add(ad.metrics.report(at: end, isOver: isOver)) }
    if let past { report.add(past) }
    return report
  }

  /// Which slots of the page on the screen, which began with this setup, its numbers are due to by all that happened on it.
  package func blame(_ setup: RunSetup, _ history: [RunEvent], isOver: Bool) -> MetricsBlame {
    let end = finalReport.first?.at ?? now
    let counted = finalReport.isEmpty ? history : history.filter { $0.at <= end }
    return MetricsBlame(
      setup, counted, until: end, isOver: isOver, restartedAt: top.metrics.restartedAt)
  }

  /// Ends the counting at an instant, the session's last line: pending events still happen, and change no number.
  package mutating func endCounting(at instant: Instant) {
    guard finalReport.isEmpty else { return }
    advance(to: instant)
    finalReport = [
      FinalReport(
        at: now, page: pageReport(at: now, isOver: true), whole: report(at: now, isOver: true))
    ]
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
    for index in hosts.indices { hosts[index].metrics.restart(at: instant) }
    past = nil
    finalReport = []
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

struct FinalReport: Sendable {
  let at: Instant
  let page: MetricsReport
  /// On all pages, and of the ads that stand in no slot.
  let whole: MetricsReport
}
