internal import AdEngine
internal import AdSessions

/// What is counted.
extension Visit {
  /// Whether the session has ended, so that what was not seen is wasted.
  var isSessionOver: Bool { replay?.lastLine.map { time >= $0 } ?? false }

  /// What is counted on the page on the screen so far.
  var report: MetricsReport { run.pageReport(at: run.now, isOver: isSessionOver) }

  /// What is counted on all pages and of ads that stand in no slot, where there is more than the slots of this page.
  var wholeReport: MetricsReport? {
    run.countedPages > 1 || !run.hosts.isEmpty
      ? run.report(at: run.now, isOver: isSessionOver) : nil
  }

  /// Counts from now on, on all pages.
  mutating func resetMetrics() {
    if let last = replay?.lastLine, time > last {
      outbox.notice = "the session is over: nothing is counted any more"
      return
    }
    run.restartMetrics(at: time)
    outbox.notice = "the metrics count from \(time.clock) on"
  }

  /// Which slot of the page on the screen has cost what; `nil` where the history is not whole.
  var countedBlame: MetricsBlame? {
    guard history.state != .cut else { return nil }
    return run.blame(pages.top.opening, historyOfPage, isOver: isSessionOver)
  }
}
