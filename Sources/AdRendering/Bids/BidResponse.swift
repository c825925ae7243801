/// A response of OpenRTB 2.6 (IAB Tech Lab, June 2026), as Prebid Server sends it and Prebid's SDK 3.3.4 reads it.
public struct BidResponse: Hashable, Sendable {
  /// An error that a bidder reports (`ext.errors`).
  public struct BidderError: Hashable, Sendable, CustomStringConvertible {
    /// The name under which the server lists the bidder.
    public let bidder: String
    /// The bidder's error code, if it gives one.
    public let code: Int?
    /// The bidder's message, unscrubbed.
    public let message: String

    /// The bidder, the message and the code.
    public var description: String {
      code.map { "\(bidder): \(message) (\($0))" } ?? "\(bidder): \(message)"
    }
  }

  /// What an object of JSON is instead of a response, by its keys.
  public enum OtherForm: Hashable, Sendable {
    /// A request of OpenRTB: it has `imp`.
    case request
    /// A bid without the response around it: it has `adm` or `price` and `impid`.
    case bid
  }

  /// What the object is if it is known not to be a response; then it holds no bids.
  public internal(set) var otherForm: OtherForm?
  /// The id of the request that is answered; without one no bid counts.
  public internal(set) var id: String?
  /// The currency of prices, by ISO 4217; OpenRTB's default is USD.
  public internal(set) var currency = "USD"
  /// The bids of all seats that have an id, an `impid` and a price, in order.
  public internal(set) var bids: [Bid] = []
  /// The number of bids that lack one of these.
  public internal(set) var incompleteBids = 0
  /// The number of seats.
  public internal(set) var seats = 0
  /// The no-bid reason of OpenRTB (`nbr`), if there is one.
  public internal(set) var noBidReason: Int?
  /// What bidders report as wrong (`ext.errors`), in the order of the response.
  public internal(set) var errors: [BidderError] = []
  var places: [JSONPlace] = []
  /// The values of a wrong type, in the order of the text; they count as missing.
  public internal(set) var problems: [BidProblem] = []

  /// What is valid and still prevents an ad: no bid that could win, or a winner without markup.
  package var obstacles: [BidProblem] {
    // What Prebid.js prints has no places of a response, and its keys alone hold no markup.
    guard id != PrebidJSBids.id else { return [] }
    let auction = Auction(self)
    guard let winner = auction.winner else {
      return places.first.map {
        [BidProblem(place: $0, expected: "a bid with hb_pb and hb_bidder in ext.prebid.targeting")]
      } ?? []
    }
    guard winner.markup?.isEmpty ?? true, let index = bids.firstIndex(of: winner),
      places.indices.contains(index)
    else { return [] }
    return [
      BidProblem(place: places[index], expected: "markup in adm: the bid wins and shows nothing")
    ]
  }

  /// The response with this bid alone, for a renderer that is to be given it.
  package func holding(only bid: Bid) -> BidResponse {
    var response = self
    response.bids = [bid]
    response.places = []
    return response
  }
}
