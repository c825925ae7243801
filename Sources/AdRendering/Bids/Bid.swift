public import AdEngine

/// An offer for one ad, as a response of OpenRTB 2 carries it; what is missing or of a wrong type is `nil`.
public struct Bid: Hashable, Sendable {
  /// The bid's identity in its response.
  public var id: String?
  /// The impression that it is for.
  public var impressionID: String?
  /// Who offers: the seat it stands in.
  public var seat: String?
  /// What is offered for a thousand impressions, in the response's currency.
  public var price: Double?
  /// The markup (`adm`), macros and all.
  public var markup: String?
  /// The size of the ad, in points, if it can be believed.
  public var size: Size?
  /// What the ad is made of (`ext.prebid.type`).
  public var format: AdFormat?
  /// The address to call when the bid wins (`nurl`), macros and all.
  public var noticeURL: String?
  /// The address to call when the ad is paid for (`burl`), macros and all.
  public var billingURL: String?
  /// How long the bid is good for after it was received, in seconds (`exp`).
  public var expiry: Int64?
  /// The keys for the ad server (`ext.prebid.targeting`).
  public var targeting: [String: String]
  /// The renderer that the bid names (`ext.prebid.meta.rendererName`).
  public var rendererName: String?
  /// The version of the renderer that the bid names (`ext.prebid.meta.rendererVersion`), if it is a text (R6).
  public var rendererVersion: String?
  /// What the bid says to the renderer it names, whatever that is.
  public var rendererData: JSONValue?

  /// Makes a bid.
  public init(
    id: String? = nil, impressionID: String? = nil, seat: String? = nil, price: Double? = nil,
    markup: String? = nil, size: Size? = nil, format: AdFormat? = nil, noticeURL: String? = nil,
    billingURL: String? = nil, expiry: Int64? = nil, targeting: [String: String] = [:],
    rendererName: String? = nil, rendererVersion: String? = nil, rendererData: JSONValue? = nil
  ) {
    self.id = id
    self.impressionID = impressionID
    self.seat = seat
    self.price = price
    self.markup = markup
    self.size = size
    self.format = format
    self.noticeURL = noticeURL
    self.billingURL = billingURL
    self.expiry = expiry
    self.targeting = targeting
    self.rendererName = rendererName
    self.rendererVersion = rendererVersion
    self.rendererData = rendererData
  }

  /// Who offers, by the ad server's key or else the seat.
  public var bidder: String? { targeting["hb_bidder"] ?? seat }

  /// The bid with the price put into markup and addresses where they ask for it.
  public var filled: Bid {
    var bid = self
    bid.markup = markup.map { AuctionMacros.fill($0, price: price) }
    bid.noticeURL = noticeURL.map { AuctionMacros.fill($0, price: price) }
    bid.billingURL = billingURL.map { AuctionMacros.fill($0, price: price) }
    return bid
  }

  /// Whether a bid that was received at one moment still holds at another; at its last second's end it does not.
  public func isGood(at now: Instant, received: Instant) -> Bool {
    guard let expiry else { return true }
    let (limit, isEndless) = expiry.multipliedReportingOverflow(by: 1000)
    return isEndless || now < received + limit
  }
}
