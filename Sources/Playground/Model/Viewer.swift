internal import AdEngine
internal import AdSessions

/// What one viewer looks at, and how: nothing that is decided depends on it, and going back in a session leaves it as it is.
struct Viewer: Sendable {
  enum Focus: Hashable, Sendable {
    case article
    case threshold(ThresholdKind)
    case slots, timeline, metrics, log

    /// The panes in the order of their digits, from 1.
    static let byDigit: [Focus] = [.article, .threshold(.fetch), .slots, .timeline, .metrics, .log]
  }

  /// The page that it is about, see ``OpenPage/entry``.
  var page = 0
  var focus = Focus.article
  /// Whether the pane that has the focus has the whole screen.
  var isZoomed = false
  /// What covers the screen, the uppermost last.
  var overlays: [any Overlay] = []
  var mouse = Mouse()
  var search: Search?

  var article = ArticlePane()
  var thresholds = ThresholdsPane()
  var timeline = TimelineView.Stretch()
  var metrics = MetricsPane()
}

struct ArticlePane: Sendable {
  /// How far the pane has been pushed down inside a viewport that is higher than it, in points.
  var peek = 0.0
  /// The layout shift that the pane was moved for last.
  var shift: LayoutShift?
  /// The heading to show once the page of the followed link is open.
  var fragment: String?
}

/// What is done with the thresholds before they are in force.
struct ThresholdsPane: Sendable {
  /// The unit in which thresholds are shown and typed.
  var unit = ThresholdUnit.points
  var edit: ThresholdEdit?
  /// The comparison of the thresholds in force with others, until the user dismisses it.
  @CopyOnWrite var whatIf: WhatIf? = nil
}

struct MetricsPane: Sendable {
  var list = ListState()
  /// Which slot has cost what of the metrics, while they are explained.
  var blame: MetricsBlame?
}

struct ThresholdEdit: Equatable, Sendable {
  var kind: ThresholdKind
  /// The settings to go back to.
  var original: LazyLoadingSettings
  /// The unit to go back to.
  var unit: ThresholdUnit
  /// The digits typed so far.
  var typed = ""
  /// What the keys would make of the settings; it counts when it is kept, so that trying costs nothing.
  var proposal: LazyLoadingSettings?
  /// In a replay, what was decided under other thresholds than the recording's before.
  var overrides = LazyLoadingChange()

  var shown: LazyLoadingSettings { proposal ?? original }

  /// The display threshold where moving the fetch threshold takes it along: `display 200 → 100`.
  var dragged: String? {
    let (old, new) = (original.displayThreshold, shown.displayThreshold)
    return kind == .fetch && old != new ? "display \(old.words) → \(new.words)" : nil
  }
}

/// The mouse, which is the terminal's until the user asks for it to be ours.
struct Mouse: Hashable, Sendable {
  /// What the button that is down holds.
  enum Grip: Hashable, Sendable {
    /// A slider, with the value at its right end when it was taken hold of, in points.
    case slider(ThresholdKind, end: Double)
    case map
  }

  var isOn = false
  var grip: Grip?
}
