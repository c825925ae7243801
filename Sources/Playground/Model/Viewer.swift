internal import AdEngine
internal import AdSessions

/// What one viewer looks at, and how: nothing that is decided depends on it, and going back in a session leaves it as it is.
struct Viewer: Sendable {
  enum Focus: Hashable, Sendable {
    case article
    case threshold(ThresholdKind)
    case slots, timeline, metrics, log
  }

  /// The number of the page that it is about.
  var page = 1
  var focus = Focus.article
  /// Whether the pane that has the focus has the whole screen.
  var isZoomed = false
  /// What covers the screen, the uppermost last.
  var overlays: [any Overlay] = []
  var mouse = Mouse()
  var search: Search?
  /// The stretch of time in the timeline.
  var timelineView = TimelineView.Stretch()
  /// The metric that is selected in its pane.
  var metricsList = ListState()
  /// Which slot has cost what of the metrics, while they are explained.
  var blame: MetricsBlame?
  /// The unit in which thresholds are shown and typed.
  var unit = ThresholdUnit.points
  var edit: ThresholdEdit?
  /// The comparison of the thresholds in force with others, until the user dismisses it.
  @CopyOnWrite var whatIf: WhatIf? = nil
  /// How far the pane has been pushed down inside a viewport that is higher than it, in points.
  var peek = 0.0
  /// The layout shift that the pane was moved for last.
  var shift: LayoutShift?
  /// The heading to show once the page of the followed link is open.
  var fragment: String?
}
