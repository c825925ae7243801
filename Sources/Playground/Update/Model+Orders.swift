internal import AdEngine
internal import AdSessions

extension Model {
  /// Sets a threshold, or switches unloading, in one step.
  mutating func obey(_ order: ThresholdOrder) {
    endEdit(keeping: true)
    guard let settings = run.engine.lazyLoading else {
      notice = "this page is without lazy loading: there are no thresholds"
      return
    }
    var change = LazyLoadingChange()
    var base = settings
    switch order {
    case .distance(let kind, let number, let unit):
      let one = unit.points(height: run.engine.viewport.size.height)
      guard one > 0 else {
        notice = "the viewport has no height: there is nothing to take \(unit.sign) of"
        return
      }
      let points = number * one
      base = settings.setting(kind, to: points)
      if base[kind] < points {
        notice = "\(points.points) pt: a threshold set here is at most \(base[kind].points) pt"
      }
      if kind == .unload { change.unloadingEnabled = true }
    case .unloading(let isOn):
      change.unloadingEnabled = isOn
    }
    changeInOneStep(to: (try? base.applying(change)) ?? base)
  }
}
