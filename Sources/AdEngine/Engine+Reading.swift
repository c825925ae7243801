/// What the engine knows of one slot, as a value.
public struct SlotStatus: Hashable, Sendable {
  /// The identity that the host gave the slot.
  public let id: SlotID
  /// Where it lies by the newest geometry.
  public let frame: SlotFrame
  /// The distance to the viewport along the scroll axis by the newest geometry, in points.
  public let gap: Double
  /// What the host says of its visibility.
  public let visibility: SlotVisibility
  /// Whether it can be in a zone as far as ``gap`` does not say: neither hidden nor too far left or right of the viewport.
  public let isReachable: Bool
  /// How far the manager has taken it.
  public let loadState: AdLoadState
  /// What its ad view holds.
  public let adState: AdViewState
  /// The number of fetches so far.
  public let generation: Int
  /// Whether the world holds something for it: a request under way, an ad, or the knowledge of a failure.
  public let isHeld: Bool
  /// Whether its ad was rendered.
  public let isRendered: Bool
  /// Whether its ad can be presented, as far as is known (D57).
  public let canPresent: Bool
  /// Whether its ad was viewable.
  public let isViewable: Bool
  /// The delivered ad's size, while there is an ad.
  public let ad: Size?
  /// The kind of the delivered ad.
  public let media: AdMedia
  /// Its auction, if one is under way or no request has used it yet.
  public let auction: AuctionStatus?
  /// The check that first saw it outside the unload zone, if it is to be unloaded 2,000 ms later.
  public let outsideSince: Instant?

  /// The gap as the zones see it: that of a slot that is not reachable is one that only an unlimited threshold reaches.
  package var zoneGap: Double { isReachable ? gap : .greatestFiniteMagnitude }

  /// When it will be unloaded if it stays outside.
  public var unloadsAt: Instant? { outsideSince.map { $0 + LifecycleDelay.unload } }
}

extension Engine {
  /// The lazy-loading settings, or `nil` on a page without lazy loading.
  public var lazyLoading: LazyLoadingSettings? { manager.settings }

  /// The lazy-loading settings in the present viewport, on the side to which the page travels; `nil` without lazy loading.
  public var distances: LazyLoadingDistances? { manager.settings == nil ? nil : manager.ahead }

  /// Whether the page is travelled downwards, by the last scroll that moved it; always where no threshold depends on it.
  public var isTravellingDown: Bool { manager.isDown }

  /// What is said about lazy loading for a slot alone, if something is.
  public func lazyLoadingOverride(of id: SlotID) -> LazyLoadingOverride? {
    page.handle(of: id).flatMap(manager.override)
  }

  /// The distances for a slot on its side of the present viewport; `nil` for one that loads at once or is not on the page.
  public func distances(of id: SlotID) -> LazyLoadingDistances? {
    page.handle(of: id).flatMap { manager.position(of: $0, viewport, page)?.distances }
  }

  /// When the viewable ad of a slot is refreshed, or the first time at which it may be; `nil` where it is not to be.
  public func refreshTime(of id: SlotID) -> Instant? {
    page.handle(of: id).flatMap(monitor.refreshTime).map(Instant.init(milliseconds:))
  }

  package var refreshesAds: Bool { !refreshes.isEmpty }

  /// Whether the app is active.
  public var isActive: Bool { monitor.isActive }

  /// The number of slots on the page.
  public var slotCount: Int { page.count }

  /// What the engine knows of a slot, or `nil` for one that is not on the page.
  public func status(of id: SlotID) -> SlotStatus? { page.handle(of: id).map(status(of:)) }

  /// The frame of a slot; a status is much more.
  package func frame(of id: SlotID) -> SlotFrame? { page.handle(of: id).map(page.frame) }

  /// What the engine knows of all slots, in page order.
  public func statuses() -> [SlotStatus] {
    var page = page
    page.sortIfNeeded()
    return (0..<page.count).map { status(of: page.handle(atRank: $0)) }
  }

  private func status(of handle: Int32) -> SlotStatus {
    let content = contents[handle]
    let frame = page.frame(of: handle)
    return SlotStatus(
      id: page.ids[Int(handle)], frame: frame, gap: viewport.gap(to: frame),
      visibility: page.visibility(of: handle),
      isReachable: page.isReachable(handle, from: viewport, margin: manager.horizontalMargin),
      loadState: manager.state(of: handle), adState: content.state,
      generation: content.generation, isHeld: content.isHeld, isRendered: content.isRendered,
      canPresent: content.canPresent, isViewable: content.isViewable, ad: content.ad,
      media: content.media, auction: auctionStatus(of: handle),
      outsideSince: manager.outsideSince(of: handle).map(Instant.init(milliseconds:)))
  }
}
