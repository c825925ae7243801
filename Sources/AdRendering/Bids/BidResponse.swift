/// A response of OpenRTB 2, as Prebid Server sends it.
public struct BidResponse: Hashable, Sendable {
  /// What a bidder says went wrong (`ext.errors`).
  public struct BidderError: Hashable, Sendable, CustomStringConvertible {
    /// The bidder.
    public let bidder: String
    /// Its code, if it gives one.
    public let code: Int?
    /// Its words.
    public let message: String

    /// Who and what.
    public var description: String {
      code.map { "\(bidder): \(message) (\($0))" } ?? "\(bidder): \(message)"
    }
  }

  /// The identity of the request that is answered.
  public internal(set) var id: String?
  /// The currency of prices, by ISO 4217; OpenRTB's default is USD.
  public internal(set) var currency = "USD"
  /// The bids of all seats, in order.
  public internal(set) var bids: [Bid] = []
  /// How many seats there are.
  public internal(set) var seats = 0
  /// Why there is no bid, by OpenRTB's list (`nbr`), if it says so.
  public internal(set) var noBidReason: Int?
  /// What bidders say went wrong.
  public internal(set) var errors: [BidderError] = []
  /// Where the bids are.
  var places: [JSONPlace] = []
  /// What is not as it should be, in the order of the text; it counts as missing.
  public internal(set) var problems: [BidProblem] = []

  /// What is as OpenRTB has it and all the same keeps an ad from being made: no bid that could win, or a winner that says
  /// nothing.
  public var obstacles: [BidProblem] {
    let auction = Auction(self)
    guard let winner = auction.winner else {
      return places.first.map {
        [BidProblem(place: $0, expected: "a bid with hb_pb and hb_bidder in ext.prebid.targeting")]
      } ?? []
    }
    guard winner.markup?.isEmpty ?? true, let index = bids.firstIndex(of: winner) else { return [] }
    return [
      BidProblem(place: places[index], expected: "markup in adm: the bid wins and shows nothing")
    ]
  }
}
