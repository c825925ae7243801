internal import AdEngine
internal import AdSessions

extension Model {
  /// What is compared, if anything is: the recording with what is decided now, or the thresholds in force with others.
  var comparison: MetricsComparison? {
    if let recorded = visit.replay?.recorded {
      let now = engine.lazyLoading?.pair ?? "off"
      let name = visit.replay?.recordedWords(until: visit.time) ?? ""
      return MetricsComparison(
        names: (name.hasSuffix(" \(now)") ? [] : ["\(name) → now \(now)"]) + ["recorded → now"],
        before: recorded.pageReport(isOver: visit.isSessionOver), after: visit.report
      )
    }
    guard let whatIf = viewer.thresholds.whatIf else { return nil }
    let title = whatIf.title
    let isInForce = whatIf.settings == engine.lazyLoading
    let names = isInForce ? ["\(title) (now)"] : ["what if \(title)", title, "what if"]
    // Other thresholds are compared as if they had been so since the page was opened, whatever was reset since.
    return MetricsComparison(
      names: (visit.run.countedFrom == nil ? [] : ["\(names[0]), since opening"]) + names,
      before: whatIf.now, after: whatIf.then,
      condition: whatIf.condition)
  }

  func slotToBlame(for metric: Metric) -> Int? {
    (viewer.metrics.blame ?? visit.countedBlame)?.slot(for: metric)?.rawValue
  }

  /// Counts which slot has cost what, once for all that a message changes, while the metrics are explained.
  mutating func followBlame() {
    viewer.metrics.blame =
      viewer.overlays.contains { $0 is MetricsOverlay } ? visit.countedBlame : nil
  }

  mutating func goToBlamedSlot() {
    guard let overlay = viewer.overlays.last as? MetricsOverlay else { return }
    let metric = overlay.metric(in: self)
    guard let slot = slotToBlame(for: metric) else {
      shared.notice = "no slot is to blame for \(metric.name)"
      return
    }
    closeOverlay()
    select(slot: slot)
  }
}
