internal import AdEngine

/// A threshold that is being set.
struct ThresholdEdit: Equatable, Sendable {
  var kind: ThresholdKind
  /// The settings to go back to.
  var original: LazyLoadingSettings
  /// The digits typed so far.
  var typed = ""
  /// What the keys would make of the settings; it counts when it is kept, so that trying costs nothing.
  var proposal: LazyLoadingSettings?
  /// In a replay, what was decided under other thresholds than the recording's before.
  var overrides = LazyLoadingChange()

  /// What is shown: the proposal, as if it counted.
  var shown: LazyLoadingSettings { proposal ?? original }

  /// The display threshold where moving the fetch threshold takes it along: `display 200 → 100`.
  var dragged: String? {
    let (old, new) = (original.displayThreshold, shown.displayThreshold)
    return kind == .fetch && old != new ? "display \(old.words) → \(new.words)" : nil
  }
}
