/// Whether bids are asked for before an ad is requested (`auction` of a page).
public enum AuctionRule: Hashable, Sendable {
  /// Ads are requested as soon as their slots are near.
  case off
  /// An auction is held for each request first, and the request waits for it.
  case before(AuctionSettings)

  /// The settings of the auctions, where there are any.
  public var settings: AuctionSettings? {
    if case .before(let settings) = self { settings } else { nil }
  }
}

/// When the auction for a slot's next ad begins, how long the request waits for it, and how long its bids are good.
///
/// Header bidding is such an auction: a page asks several bidders for prices, and hands the best to its ad server.
public struct AuctionSettings: Hashable, Sendable {
  /// A slot this near has its auction begin; counts as at least the fetch threshold; default 300%.
  public let threshold: Threshold
  /// How long after its beginning an auction ends without bids, in milliseconds; default 1000.
  public let timeout: Int64
  /// How long after its end a request can use what an auction came to, in milliseconds; default 300,000.
  public let expires: Int64

  /// The longest time-out, in milliseconds: a minute.
  public static let maxTimeout: Int64 = 60_000
  /// The longest time for which bids can be good, in milliseconds: an hour.
  public static let maxExpiry: Int64 = 3_600_000

  /// What holds where nothing is said: 300%, 1,000 ms, 300 s.
  public static let standard = AuctionSettings(
    unchecked: .percent(300), timeout: 1000, expires: 300_000)

  /// Makes settings.
  ///
  /// - Throws: ``AuctionError`` when the threshold is negative or not finite, the time-out is not from 1 ms to a minute, or the
  ///   expiry is not from 1 ms to an hour.
  public init(
    threshold: Threshold = .percent(300), timeout: Int64 = 1000, expires: Int64 = 300_000
  ) throws(AuctionError) {
    guard threshold.isValid else {
      throw AuctionError(
        description: "auction: threshold \(threshold): expected a finite number, not negative")
    }
    for (name, time, limit) in [
      ("timeout", timeout, Self.maxTimeout), ("expires", expires, Self.maxExpiry),
    ] where !(1...limit).contains(time) {
      throw AuctionError(
        description: "auction: \(name) \(time): expected milliseconds, 1 to \(limit)")
    }
    self.init(unchecked: threshold, timeout: timeout, expires: expires)
  }

  private init(unchecked threshold: Threshold, timeout: Int64, expires: Int64) {
    (self.threshold, self.timeout, self.expires) = (threshold, timeout, expires)
  }
}

/// A number that an auction cannot have.
public struct AuctionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the value.
  public let description: String
}

/// What the engine reports of an auction besides its beginning.
public enum AuctionOutcome: String, CaseIterable, Hashable, Sendable {
  /// It ended without bids, by the time-out.
  case timedOut = "timeout"
  /// Its bids were too old when the slot was to be requested.
  case expired
}

/// The auction of a slot that is under way, or whose outcome no request has used yet.
public struct AuctionStatus: Hashable, Sendable {
  /// How far an auction has come.
  public enum Stage: Hashable, Sendable {
    /// Bidders are asked.
    case running
    /// There are bids.
    case bids
    /// There were none by the time-out; they may still come.
    case timedOut
  }

  /// Counts the auctions of the slot, from 1.
  public let number: Int
  /// How far it has come.
  public let stage: Stage
  /// When that began.
  public let since: Instant
  /// Whether the slot is to be requested and waits, for this auction or one of the same request.
  public let isAwaited: Bool
}
