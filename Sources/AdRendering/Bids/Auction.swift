/// The decision which bid of a response wins, by the rule of Prebid's SDK.
///
/// The winner is the first bid whose targeting has the keys for the ad server, not the bid with the highest price: Prebid
/// Server sets the keys for the bid it has chosen.
public struct Auction: Hashable, Sendable {
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
    /// Its targeting lacks these keys.
    case missingKeys([String])
    /// Its targeting has the keys only with its bidder's name as a suffix: the server did not choose it.
    case suffixedKeysOnly([String])

    /// The reason without a full stop.
    public var description: String {
      switch self {
      case .later: "an earlier bid won"
      case .missingKeys(let keys): "without \(keys.joined(separator: " and "))"
      case .suffixedKeysOnly(let keys): "with \(keys.joined(separator: " and ")) only"
      }
    }
  }

  /// The reason why a response has no winning bid.
  public enum NoWinner: Hashable, Sendable, CustomStringConvertible {
    /// The response has no bids; `reason` is the server's no-bid code, if it gives one.
    case noBids(reason: Int?, errors: [BidResponse.BidderError])
    /// No bid has the keys; one reason for each bid.
    case noneChosen([Reason])
    /// The bids with the keys lack the cache id; one reason for each bid.
    case noneCached([Reason])

    /// The code of Prebid's SDK.
    public var code: Int {
      switch self {
      case .noBids, .noneChosen: BidError.blank.code
      case .noneCached: -402
      }
    }

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .noBids(let reason, let errors):
        "the response holds no bid" + (reason.map { ", no-bid reason \($0)" } ?? "")
          + errors.prefix(3).map { "; \($0)" }.joined()
      case .noneChosen(let reasons):
        "no bid has hb_pb and hb_bidder: "
          + reasons.prefix(3).map(\.description).joined(separator: "; ")
      case .noneCached(let reasons):
        "no bid is cached: " + reasons.prefix(3).map(\.description).joined(separator: "; ")
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

  /// Decides on a response; with `needsCacheID` the winner needs `hb_cache_id` too, as where Prebid reports on its cache.
  public init(_ response: BidResponse, needsCacheID: Bool = false) {
    let needed = ["hb_pb", "hb_bidder"] + (needsCacheID ? ["hb_cache_id"] : [])
    let first = response.bids.firstIndex { bid in needed.allSatisfy { bid.targeting[$0] != nil } }
    let winner = first.map { response.bids[$0] }
    losers = response.bids.enumerated().filter { $0.offset != first }.map { index, bid in
      let missing = needed.filter { bid.targeting[$0] == nil }
      guard !missing.isEmpty else { return Loser(bid: bid, reason: .later) }
      let suffixed = bid.targeting.keys.filter { key in
        missing.contains { key.hasPrefix("\($0)_") && !needed.contains(key) }
      }
      return Loser(
        bid: bid,
        reason: suffixed.isEmpty ? .missingKeys(missing) : .suffixedKeysOnly(suffixed.sorted()))
    }
    var targeting: [String: String] = [:]
    for loser in losers { targeting.merge(loser.bid.targeting) { $1 } }
    if let winner { targeting.merge(winner.targeting) { $1 } }
    self.targeting = targeting
    self.winner = winner
    if winner != nil {
      noWinner = nil
    } else if response.bids.isEmpty {
      noWinner = .noBids(reason: response.noBidReason, errors: response.errors)
    } else if needsCacheID, Auction(response).winner != nil {
      noWinner = .noneCached(losers.map(\.reason))
    } else {
      noWinner = .noneChosen(losers.map(\.reason))
    }
  }
}
