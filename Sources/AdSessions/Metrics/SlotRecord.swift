import AdEngine

/// What the metrics keep of one slot; times are in milliseconds.
struct SlotRecord {
  /// The slot's handle in the geometry of its page; `nil` for one that is not on the page.
  var handle: Int32?
  /// The left edge; `nil` where it is not known.
  var x: Double?
  var width = 0.0
  var visibility = SlotVisibility()
  /// Since when the slot has been in view; `nil` while it is not.
  var visibleSince: Int64?
  /// When the last ad was released, or the slot appeared.
  var emptySince: Int64 = 0
  var loadState = AdLoadState.notLoaded
  /// Whether an ad was requested for the slot, also before it was taken out and put back.
  var wasRequested = false
  /// Whether it is to be reloaded by a request for that: a slot that begins again without one is refreshed.
  var isReloading = false
  /// Whether its ad is being refreshed: it stays in the box until another is rendered.
  var isRefreshing = false
  /// The request under way and the ad that answers it.
  var generation: Generation?

  var isVisible: Bool { visibleSince != nil }
  /// Whether the place of the slot is a blank that an ad may still fill.
  var isBlank: Bool { generation?.isBlank ?? !isRefreshing }

  /// A request and the ad that answers it.
  struct Generation {
    let number: Int
    /// Whether it is counted: it is not if it was requested before the counters were reset.
    var isCounted = true
    /// Whether it takes the place of an ad that stays until then.
    var isRefresh = false
    var answer = Answer.awaited
    /// Whether an ad has been delivered, if the engine accepts it.
    var isDelivered = false
    var isImpressed = false
    /// Whether an ad was delivered that cannot be presented.
    var isWithheld = false
    /// Whether its ad was in view long enough to count.
    var isViewable = false
    /// Whether the slot was near enough to be displayed.
    var wasNear = false
    var sight = Sight.unseen
    var rendering = Rendering.pending

    var isRendered: Bool { rendering != .pending }
    /// Whether an ad may still come: nothing is drawn, and no answer said that nothing will be.
    var isBlank: Bool { !isRefresh && !isRendered && answer != .failed && answer != .withheld }
  }

  enum Answer: Equatable {
    case awaited, loaded, failed
    /// Loaded, and the ad cannot be presented.
    case withheld
  }

  /// Whether the slot was in view for its generation.
  enum Sight: Equatable {
    case unseen
    /// In view for the first time at this time; `isArrival`: by coming into view after the ad might have been requested.
    case seen(at: Int64, isArrival: Bool)
  }

  /// What became of the ad of a generation.
  enum Rendering: Equatable {
    case pending
    /// Rendered at this time, and not in view since.
    case unseen(since: Int64)
    /// Rendered and in view.
    case seen
  }
}
