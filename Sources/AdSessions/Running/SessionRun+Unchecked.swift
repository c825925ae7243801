import AdEngine

extension SessionRun {
  /// Why no slot was ever checked, in a sentence; `nil` where slots were, or need no checks.
  ///
  /// Where several pages were opened another one may have been checked, so nothing is said.
  package var reasonUnchecked: String? {
    guard engine.lazyLoading != nil, countedPages == 1, report.requests == 0 else { return nil }
    if top.metrics.records.isEmpty { return "no slot was checked: the session holds none" }
    if !engine.isStarted {
      return "no slot was checked: a session needs a line that scrolls, if only to 0"
    }
    if engine.viewport.size.height == 0 {
      return "no slot was checked: the viewport has no height"
    }
    return nil
  }
}
