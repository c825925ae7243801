/// What the metrics keep of one slot.
struct SlotRecord {
  // Where it lies.
  var minY = 0.0
  var height = 0.0
  var maxY: Double { minY + height }
  var isPresent = false
  var isVisible = false
  /// When the stretch in view began that lasts or was the last.
  var visibleSince: Int64 = 0
  /// When the last ad was released, or the slot appeared.
  var emptySince: Int64 = 0
  var wasUnloaded = false
  /// Whether the slot's distance state is `displayed`.
  var isDisplayed = false

  // The generation under way.
  var generation = 0
  var isRequested = false
  var isAnswered = false
  var isRendered = false
  var isImpressed = false
  var wasShown = false
  var wasSeen = false
  var wasSeenRendered = false
  /// When the slot came into view for this generation; negative: not yet.
  var firstVisible: Int64 = -1
  /// Whether the slot comes, or came, into view after its ad might have been asked for.
  var isArrival = true
  /// When the ad was rendered; negative: not yet, or its lead time is known already.
  var awaitsView: Int64 = -1

  /// Forgets the generation under way.
  mutating func endGeneration(at now: Int64) {
    isRequested = false
    isAnswered = false
    isRendered = false
    isImpressed = false
    wasShown = false
    wasSeen = false
    wasSeenRendered = false
    firstVisible = -1
    isArrival = true
    awaitsView = -1
    emptySince = now
  }
}
