public import AdEngine

/// An offer for one ad, as a response of OpenRTB 2 carries it; what is missing or of a wrong type is `nil`.
public struct Bid: Hashable, Sendable {
  /// The bid's identity in its response.
  public var id: String?
  /// The id of the impression that it is for (`impid`).
  public var impressionID: String?
  /// The seat that it belongs to.
  public var seat: String?
  /// The price of a thousand impressions, in the currency of the response.
  public var price: Double?
  /// The markup (`adm`), with its macros.
  public var markup: String?
  /// The size of the ad, in points; `nil` if it is implausible.
  public var size: Size?
  /// The format (`ext.prebid.type`).
  public var format: AdFormat?
  /// The address to call when the bid wins (`nurl`), with its macros.
  public var noticeURL: String?
  /// The address to call when the ad is paid for (`burl`), with its macros.
  public var billingURL: String?
  /// The time for which the bid is valid after it was received, in seconds (`exp`).
  public var expiry: Int64?
  /// Whether the server has the bid in its cache: an address or an id in `ext.prebid.cache.bids` or `.vastXml`.
  public var isCached = false
  /// The keys for the ad server (`ext.prebid.targeting`).
  public var targeting: [String: String] = [:]
  /// The renderer that the bid names (`ext.prebid.meta.rendererName`).
  public var rendererName: String?
  /// The version of the renderer that the bid names (`ext.prebid.meta.rendererVersion`); `nil` unless it is a string (R6).
  public var rendererVersion: String?
  /// The data for the renderer that the bid names (`ext.prebid.meta.rendererData`), in a form of the renderer's own.
  public var rendererData: JSONValue?

  /// Creates a bid without any field.
  public init() {}

  /// The bidder's name: the value of `hb_bidder`, or else the seat.
  public var bidder: String? { targeting["hb_bidder"] ?? seat }

  /// The bid with the price macros in its markup and addresses replaced.
  package var filled: Bid {
    var bid = self
    bid.markup = markup.map { AuctionMacros.fill($0, price: price) }
    bid.noticeURL = noticeURL.map { AuctionMacros.fill($0, price: price) }
    bid.billingURL = billingURL.map { AuctionMacros.fill($0, price: price) }
    return bid
  }

  /// Whether the bid is valid at `now`: less than ``expiry`` seconds after it was received.
  public func isGood(at now: Instant, received: Instant) -> Bool {
    guard let expiry else { return true }
    let (limit, isEndless) = expiry.multipliedReportingOverflow(by: 1000)
    return isEndless || now < received + limit
  }
}
