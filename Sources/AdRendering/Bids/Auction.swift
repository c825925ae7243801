/// The decision which bid of a response wins, by the rule of Prebid's SDK, whatever the prices.
///
/// It is the first bid whose targeting has the keys for the ad server, which Prebid Server sets for the bid it has chosen
/// (Prebid Mobile for iOS 3.3.4, August 2026).
public struct Auction: Hashable, Sendable {
  /// The settings of Prebid's SDK about its server's cache, both off by default.
  public struct CacheRule: OptionSet, Hashable, Sendable {
    /// One bit for each setting.
    public let rawValue: Int

    /// Makes a rule of the bits of its settings.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `useCacheForReportingWithRenderingAPI`: the winner needs the key `hb_cache_id` too.
    public static let needsCacheID = CacheRule(rawValue: 1)
    /// `requireServerSideBidCache`: bids that are not ``Bid/isCached`` do not count.
    public static let needsCachedBids = CacheRule(rawValue: 2)
  }

  /// A bid that does not win.
  public struct Loser: Hashable, Sendable {
    /// The bid that lost.
    public let bid: Bid
    /// The first rule that the bid did not meet.
    public let reason: Reason
  }

  /// Why a bid does not win.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// An earlier bid of the response won.
    case later
    /// It wins the auction of this ad unit, which is another than the first winner's.
    case winsOtherUnit(String)
    /// Its targeting lacks these keys.
    case missingKeys([String])
    /// Its targeting has the keys only with its bidder's name as a suffix: the server did not choose it.
    case suffixedKeysOnly([String])
    /// Bids must be in the server's cache, and it is not.
    case notCached

    /// The reason without a full stop.
    public var description: String {
      switch self {
      case .later: "an earlier bid won"
      case .winsOtherUnit(let unit): "it wins ad unit \(unit)"
      case .missingKeys(let keys): "without \(keys.joined(separator: " and "))"
      case .suffixedKeysOnly(let keys):
        "with \(keys.joined(separator: " and ")) only"
      case .notCached: "not in the server's cache"
      }
    }
  }

  /// The reason why a response has no winning bid.
  public enum NoWinner: Hashable, Sendable, CustomStringConvertible {
    /// The object is not a response.
    case other(BidResponse.OtherForm)
    /// The response has no id.
    case noID
    /// The response has no bids; `reason` is the server's no-bid code, if it gives one.
    case noBids(reason: Int?, errors: [BidResponse.BidderError])
    /// All bids, of which this is the number, lack an id, an `impid` or a price.
    case noneComplete(Int)
    /// No bid has the keys that it needs; one reason for each bid.
    case noneChosen([Reason], needed: [String])
    /// None of the bids, of which this is the number, is in the server's cache.
    case noneCached(Int)

    /// The code of Prebid's SDK.
    public var code: Int {
      switch self {
      case .other, .noID, .noBids, .noneComplete, .noneChosen: -401
      case .noneCached: -402
      }
    }

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .other(.request): "this is a bid request, not a response"
      case .other(.bid): "this is a bid without a response around it"
      case .noID: "the response has no id"
      case .noneComplete(1): "the only bid lacks an id, an impid or a price"
      case .noneComplete(let count): "all \(count) bids lack an id, an impid or a price"
      case .noBids(let reason, let errors):
        "the response holds no bid" + (reason.map { ", no-bid reason \($0)" } ?? "")
          + errors.prefix(3).map { "; \($0)" }.joined()
      case .noneChosen(let reasons, let needed):
        "no bid has \(needed.joined(separator: " and ")): "
          + reasons.prefix(3).map(\.description).joined(separator: "; ")
      case .noneCached(let count):
        "none of \(count) bids is in the server's cache (ext.prebid.cache)"
      }
    }
  }

  /// The winning bid, if there is one.
  public let winner: Bid?
  /// The other bids, in order.
  public let losers: [Loser]
  /// The keys for the ad server, of all bids; where several have a key, the winner's value, else the last loser's.
  public let targeting: [String: String]
  /// The reason if no bid wins.
  public let noWinner: NoWinner?

  /// Decides on a response.
  public init(_ response: BidResponse, _ cache: CacheRule = []) {
    let needed = ["hb_pb", "hb_bidder"] + (cache.contains(.needsCacheID) ? ["hb_cache_id"] : [])
    let counts = response.bids.map { !cache.contains(.needsCachedBids) || $0.isCached }
    let first = response.bids.indices.first { index in
      counts[index] && needed.allSatisfy { response.bids[index].targeting[$0] != nil }
    }
    let winner = first.map { response.bids[$0] }
    var units = Set([winner?.impressionID])
    losers = response.bids.enumerated().filter { $0.offset != first }.map { index, bid in
      var reason = counts[index] ? Self.reason(bid, needed) : .notCached
      if reason == .later, let unit = bid.impressionID, units.insert(unit).inserted {
        reason = .winsOtherUnit(unit)
      }
      return Loser(bid: bid, reason: reason)
    }
    var targeting: [String: String] = [:]
    for loser in losers
    where loser.reason != .notCached
      && (winner == nil || loser.bid.impressionID == winner?.impressionID)
    {
      targeting.merge(loser.bid.targeting) { $1 }
    }
    if let winner { targeting.merge(winner.targeting) { $1 } }
    self.targeting = targeting
    self.winner = winner
    noWinner = winner == nil ? Self.noWinner(response, counts, losers.map(\.reason), needed) : nil
  }

  /// Why a bid does not win that counts.
  private static func reason(_ bid: Bid, _ needed: [String]) -> Reason {
    let missing = needed.filter { bid.targeting[$0] == nil }
    guard !missing.isEmpty else { return .later }
    let suffixed = bid.targeting.keys.filter { key in
      missing.contains { key.hasPrefix("\($0)_") && !needed.contains(key) }
    }
    return suffixed.isEmpty ? .missingKeys(missing) : .suffixedKeysOnly(suffixed.sorted())
  }

  private static func noWinner(
    _ response: BidResponse, _ counts: [Bool], _ reasons: [Reason], _ needed: [String]
  ) -> NoWinner {
    if let form = response.otherForm { return .other(form) }
    if response.id == nil { return .noID }
    if response.bids.isEmpty {
      return response.incompleteBids > 0
        ? .noneComplete(response.incompleteBids)
        : .noBids(reason: response.noBidReason, errors: response.errors)
    }
    if !counts.contains(true) { return .noneCached(response.bids.count) }
    return .noneChosen(reasons, needed: needed)
  }
}
