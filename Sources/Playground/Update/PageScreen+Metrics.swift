internal import AdEngine
internal import AdSessions

extension PageScreen {
  /// Whether the session has ended, so that what was not seen is wasted.
  var isSessionOver: Bool { replay?.lastLine.map { time >= $0 } ?? false }

  /// What is counted on the page on the screen so far.
  var report: MetricsReport { run.pageReport(at: run.now, isOver: isSessionOver) }

  /// What is counted on all pages and of ads that stand in no slot, where there is more than the slots of this page.
  var wholeReport: MetricsReport? {
    run.countedPages > 1 || !run.hosts.isEmpty
      ? run.report(at: run.now, isOver: isSessionOver) : nil
  }

  /// What is compared, if anything is: the recording with what is decided now, or the thresholds in force with others.
  var comparison: MetricsComparison? {
    let megabytes = shared.options.megabytesPerAd
    if let recorded = replay?.recorded {
      let settings = [recorded.lazyLoading?.pair ?? "", run.engine.lazyLoading?.pair ?? ""]
      let name = "recorded \(settings[0]) → now \(settings[1])"
      return MetricsComparison(
        names: (settings[0] == settings[1] ? [] : [name]) + ["recorded → now"],
        before: recorded.pageReport(isOver: isSessionOver), after: report, megabytesPerAd: megabytes
      )
    }
    guard let whatIf = viewer.whatIf else { return nil }
    let title = whatIf.title
    let isInForce = whatIf.settings == run.engine.lazyLoading
    let names = isInForce ? ["\(title) (now)"] : ["what if \(title)", title, "what if"]
    // Other thresholds are compared as if they had been so since the page was opened, whatever was reset since.
    return MetricsComparison(
      names: (run.countedFrom == nil ? [] : ["\(names[0]), since opening"]) + names,
      before: whatIf.now, after: whatIf.then, megabytesPerAd: megabytes,
      condition: whatIf.condition)
  }

  /// Counts from now on, on all pages.
  mutating func resetMetrics() {
    if let last = replay?.lastLine, time > last {
      shared.notice = "the session is over: nothing is counted any more"
      return
    }
    run.restartMetrics(at: time)
    shared.notice = "the metrics count from \(time.clock) on"
  }

  /// The slot that has cost most of a metric on the page on the screen.
  func slotToBlame(for metric: Metric) -> Int? {
    guard let cost = metric.cost else { return nil }
    return (viewer.blame ?? countedBlame)?.slot(for: cost)?.rawValue
  }

  /// Counts which slot has cost what, once for all that a message changes, while the metrics are explained.
  mutating func followBlame() {
    viewer.blame = viewer.overlays.contains { $0 is MetricsOverlay } ? countedBlame : nil
  }

  private var countedBlame: MetricsBlame? {
    guard history.state != .cut else { return nil }
    return run.blame(pages.top.opening, historyOfPage, isOver: isSessionOver)
  }

  /// Goes to the slot that has cost most of the chosen metric.
  mutating func goToBlamedSlot() {
    guard let overlay = viewer.overlays.last as? MetricsOverlay else { return }
    guard let slot = slotToBlame(for: overlay.metric) else {
      shared.notice = "no slot is to blame for \(overlay.metric.name)"
      return
    }
    closeOverlay()
    select(slot: slot)
  }
}
