internal import AdEngine
internal import AdSessions

/// A threshold that is being set.
struct ThresholdEdit: Sendable {
  var kind: ThresholdKind
  /// The settings to go back to.
  var original: LazyLoadingSettings
  /// The digits typed so far.
  var typed = ""
  /// What the digits would make of the settings; it counts when it is kept, since half a number is not meant.
  var proposal: LazyLoadingSettings?
  /// What the change so far would have cost and saved.
  var bill: ThresholdBill?
  /// The page under the settings to go back to, as far as the bill has needed it.
  var before: Rerun?

  /// What is shown as a ghost beside what counts now: where the value came from, or, while it is typed, where it
  /// would go.
  var ghost: LazyLoadingSettings { proposal ?? original }
}

extension ThresholdEdit: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.kind == other.kind && one.original == other.original && one.typed == other.typed
      && one.proposal == other.proposal && one.bill == other.bill
  }
}
