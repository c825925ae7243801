/// The distances at which a slot's ad is fetched, displayed and unloaded, as they are written (`S0.49`–`S0.52`).
///
/// A value of this type is always valid: no threshold is negative, and where fetch and display have the same unit display
/// is at most fetch. Their distances in a viewport are ``distances(in:behind:)``.
public struct LazyLoadingSettings: Hashable, Sendable {
  /// A slot this near is fetched; default 800 points.
  public let fetchThreshold: Threshold
  /// A slot this near is displayed; default 200 points.
  public let displayThreshold: Threshold
  /// A slot farther than this may be unloaded; default 1600 points.
  public let unloadThreshold: Threshold
  /// Whether slots are unloaded at all; default `false`: steadiness over memory.
  public let unloadingEnabled: Bool
  /// What percentages are multiplied by in a phone's viewport, see ``isPhone(_:)``; default 1.
  public let mobileScaling: Double
  /// Whether each slot's ad is requested by itself; default ``AdRequests/each``.
  public let requests: AdRequests
  /// How long a slot has to stay within the fetch threshold before its ad is requested, in milliseconds; default 0.
  public let fetchAfter: Int64
  /// How far to the left or the right of the viewport a slot is within the thresholds, in points; default 0.
  ///
  /// It matters to slots of which it is known where they lie across the page; with 0 they have to overlap the viewport.
  public let horizontalMargin: Double
  /// Whether an auction is held before each request; default ``AuctionRule/off``.
  public let auction: AuctionRule

  /// The longest time that a slot can have to stay, in milliseconds: a minute.
  public static let maxFetchDelay: Int64 = 60_000

  /// The SDK's defaults: 800, 200, 1600, unloading off.
  public static let standard = LazyLoadingSettings(unchecked: LazyLoadingChange())

  /// Whether a viewport counts as a phone's: narrower than the smallest tablet held upright (iPad mini of 2021: 744 points), or
  /// lower than any tablet or window is likely to be (480 points, chosen), as a phone held sideways is.
  public static func isPhone(_ viewport: Size) -> Bool {
    viewport.width < 744 || viewport.height < 480
  }

  /// Makes settings.
  ///
  /// - Throws: ``LazyLoadingError`` when a threshold or the margin is negative or not finite, display is above fetch in the
  ///   same unit, or the scaling is not a finite number above 0.
  public init(
    fetchThreshold: Threshold = 800,
    displayThreshold: Threshold = 200,
    unloadThreshold: Threshold = 1600,
    unloadingEnabled: Bool = false,
    mobileScaling: Double = 1,
    requests: AdRequests = .each,
    fetchAfter: Int64 = 0,
    horizontalMargin: Double = 0,
    auction: AuctionRule = .off
  ) throws(LazyLoadingError) {
    try self.init(
      LazyLoadingChange(
        fetchThreshold: fetchThreshold, displayThreshold: displayThreshold,
        unloadThreshold: unloadThreshold, unloadingEnabled: unloadingEnabled,
        mobileScaling: mobileScaling, requests: requests, fetchAfter: fetchAfter,
        horizontalMargin: horizontalMargin, auction: auction))
  }

  /// Makes settings of these values, and of the defaults for those that are `nil`.
  init(_ values: LazyLoadingChange) throws(LazyLoadingError) {
    self.init(unchecked: values)
    if let problem { throw LazyLoadingError(description: problem) }
  }

  private init(unchecked values: LazyLoadingChange, over base: LazyLoadingSettings? = nil) {
    fetchThreshold = values.fetchThreshold ?? base?.fetchThreshold ?? 800
    displayThreshold = values.displayThreshold ?? base?.displayThreshold ?? 200
    unloadThreshold = values.unloadThreshold ?? base?.unloadThreshold ?? 1600
    unloadingEnabled = values.unloadingEnabled ?? base?.unloadingEnabled ?? false
    mobileScaling = values.mobileScaling ?? base?.mobileScaling ?? 1
    requests = values.requests ?? base?.requests ?? .each
    fetchAfter = values.fetchAfter ?? base?.fetchAfter ?? 0
    horizontalMargin = values.horizontalMargin ?? base?.horizontalMargin ?? 0
    auction = values.auction ?? base?.auction ?? .off
  }

  /// Why these are no valid settings, in a sentence that names the values.
  private var problem: String? {
    guard mobileScaling.isFinite, mobileScaling > 0 else {
      return "mobileScaling \(mobileScaling): expected a finite number above 0"
    }
    guard (0...Self.maxFetchDelay).contains(fetchAfter) else {
      return "fetchAfter \(fetchAfter): expected milliseconds, 0 to \(Self.maxFetchDelay)"
    }
    guard horizontalMargin.isFinite, horizontalMargin >= 0 else {
      return
        "horizontalMargin \(horizontalMargin): expected a finite number of points, not negative"
    }
    guard fetchThreshold.isValid, displayThreshold.isValid, unloadThreshold.isValid,
      !displayThreshold.isGreater(than: fetchThreshold)
    else {
      return "thresholds fetch \(fetchThreshold), display \(displayThreshold),"
        + " unload \(unloadThreshold): expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload"
    }
    return nil
  }

  /// Whether a threshold depends on the direction in which the page is travelled.
  public var isDirectional: Bool {
    fetchThreshold.isDirectional || displayThreshold.isDirectional || unloadThreshold.isDirectional
      || auction.settings?.threshold.isDirectional == true
  }

  /// The distances of these settings in a viewport of this size, on the side to which the page is travelled or `behind`.
  public func distances(in viewport: Size, behind: Bool = false) -> LazyLoadingDistances {
    distances(in: viewport, LazyLoadingChange(), behind: behind)
  }

  /// The distance of one side of a threshold by itself under these settings, in points.
  package func distance(of side: Threshold.Side, in viewport: Size) -> Double {
    side.distance(height: viewport.height, scaling: Self.isPhone(viewport) ? mobileScaling : 1)
  }

  /// These settings with `change` applied.
  ///
  /// - Throws: ``LazyLoadingError`` when the result would not be valid.
  public func applying(
    _ change: LazyLoadingChange
  ) throws(LazyLoadingError) -> LazyLoadingSettings {
    let settings = LazyLoadingSettings(unchecked: change, over: self)
    if let problem = settings.problem { throw LazyLoadingError(description: problem) }
    return settings
  }
}

/// How ads are requested (`requests` of a page).
public enum AdRequests: String, CaseIterable, Sendable {
  /// Each slot's ad by itself, when the slot comes within its fetch threshold.
  case each
  /// All at once: the first slot that comes within its fetch threshold has the ads of all slots requested that are defined
  /// and were not requested yet. Rendering stays lazy. Google Publisher Tag calls it single request.
  case single
}

/// The distances of lazy-loading settings in one viewport, in points, with display ≤ fetch ≤ unload.
public struct LazyLoadingDistances: Hashable, Sendable {
  /// A slot this near is fetched.
  public let fetch: Double
  /// A slot this near is displayed.
  public let display: Double
  /// A slot farther than this is outside: the unload threshold, at least the fetch threshold (D20).
  public let unload: Double
  /// Whether slots are unloaded at all.
  public let unloadingEnabled: Bool
  /// A slot this near has its auction begin: the auction's threshold, at least the fetch threshold; negative infinity where no
  /// auctions are held.
  public let auction: Double

  /// Makes distances that go together: display counts as at most fetch, unload and auction as at least fetch.
  init(fetch: Double, display: Double, unload: Double, unloadingEnabled: Bool, auction: Double?) {
    self.fetch = fetch
    self.display = min(display, fetch)
    self.unload = max(unload, fetch)
    self.unloadingEnabled = unloadingEnabled
    self.auction = auction.map { max($0, fetch) } ?? -.infinity
  }

  var holdsAuctions: Bool { auction > -.infinity }

  /// How near a slot in a state has to come for its auction to begin: one that was unloaded has to come back first.
  func auctionReach(of state: AdLoadState) -> Double {
    state == .unloaded && unloadingEnabled ? min(auction, unload) : auction
  }
}

/// New values for some of the lazy-loading settings; `nil` leaves a setting as it is.
public struct LazyLoadingChange: Hashable, Sendable {
  /// The new fetch threshold.
  public var fetchThreshold: Threshold?
  /// The new display threshold.
  public var displayThreshold: Threshold?
  /// The new unload threshold.
  public var unloadThreshold: Threshold?
  /// Whether slots are to be unloaded from now on.
  public var unloadingEnabled: Bool?
  /// What percentages are multiplied by on a phone from now on.
  public var mobileScaling: Double?
  /// How ads are requested from now on; a matter of the page, which settings of a slot's own leave alone.
  public var requests: AdRequests?
  /// How long slots have to stay near from now on, in milliseconds; a matter of the page, too.
  public var fetchAfter: Int64?
  /// How far to the left or the right of the viewport slots are within the thresholds from now on, in points; a matter of
  /// the page, too.
  public var horizontalMargin: Double?
  /// Whether auctions are held from now on, and how; a matter of the page, too.
  public var auction: AuctionRule?

  /// Makes a change of the settings that are given.
  public init(
    fetchThreshold: Threshold? = nil,
    displayThreshold: Threshold? = nil,
    unloadThreshold: Threshold? = nil,
    unloadingEnabled: Bool? = nil,
    mobileScaling: Double? = nil,
    requests: AdRequests? = nil,
    fetchAfter: Int64? = nil,
    horizontalMargin: Double? = nil,
    auction: AuctionRule? = nil
  ) {
    (self.fetchThreshold, self.displayThreshold) = (fetchThreshold, displayThreshold)
    (self.unloadThreshold, self.unloadingEnabled) = (unloadThreshold, unloadingEnabled)
    (self.mobileScaling, self.requests, self.fetchAfter) = (mobileScaling, requests, fetchAfter)
    (self.horizontalMargin, self.auction) = (horizontalMargin, auction)
  }

  /// The change that gives every setting the value it has in `settings`.
  public init(to settings: LazyLoadingSettings) {
    self.init(
      fetchThreshold: settings.fetchThreshold, displayThreshold: settings.displayThreshold,
      unloadThreshold: settings.unloadThreshold, unloadingEnabled: settings.unloadingEnabled,
      mobileScaling: settings.mobileScaling, requests: settings.requests,
      fetchAfter: settings.fetchAfter, horizontalMargin: settings.horizontalMargin,
      auction: settings.auction)
  }
}

/// Values that are no valid lazy-loading settings.
public struct LazyLoadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the values.
  public let description: String
}
