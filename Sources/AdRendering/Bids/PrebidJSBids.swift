/// What Prebid.js prints of its bids (`pbjs.getBidResponses()`, or a list of bids), as a response of OpenRTB 2.
///
/// Of each ad unit the bid with the highest price has the keys of a winner, as Prebid.js targets it; the others have theirs with the
/// bidder's name behind them (Prebid.js 9, `enableSendAllBids`).
enum PrebidJSBids {
  /// The response; `nil` of what Prebid.js does not print.
  static func response(of value: JSONValue) -> JSONValue? {
    guard value["seatbid"] == nil else { return nil }
    let units: [(name: String, bids: [JSONValue])]
    switch value {
    case .list(let bids): units = [("", bids)]
    case .object(let object):
      units = object.sorted { $0.key < $1.key }.compactMap { name, unit in
        if case .list(let bids)? = unit["bids"] { (name, bids) } else { nil }
      }
    default: return nil
    }
    let all = units.flatMap(\.bids)
    guard all.contains(where: { $0["cpm"]?.number != nil }) else { return nil }
    var seats: [JSONValue] = []
    for (name, bids) in units {
      let ranked = bids.sorted { ($0["cpm"]?.number ?? 0) > ($1["cpm"]?.number ?? 0) }
      for (rank, bid) in ranked.enumerated() {
        let bidder = bid["bidderCode"]?.text ?? bid["bidder"]?.text ?? ""
        seats.append(
          .object([
            "seat": .text(bidder), "bid": .list([own(bid, unit: name, bidder, isTop: rank == 0)]),
          ]))
      }
    }
    let currency = all.lazy.compactMap { $0["currency"] }.first ?? .text("USD")
    return .object(["id": .text("Prebid.js"), "cur": currency, "seatbid": .list(seats)])
  }

  private static func own(
    _ bid: JSONValue, unit: String, _ bidder: String, isTop: Bool
  ) -> JSONValue {
    let sides = (bid["size"]?.text ?? "").split(separator: "x")
      .map { WrittenNumber.real($0).map(JSONValue.number) ?? .null }
    var targeting: [String: JSONValue] = [:]
    if case .object(let keys)? = bid["adserverTargeting"] {
      for (key, value) in keys { targeting[isTop ? key : "\(key)_\(bidder)"] = value }
    }
    return .object([
      "id": bid["adId"] ?? .text(bidder), "impid": bid["adUnitCode"] ?? .text(unit),
      "price": bid["cpm"] ?? .null, "w": bid["width"] ?? sides.first ?? .null,
      "h": bid["height"] ?? sides.dropFirst().first ?? .null,
      "adm": bid["ad"] ?? bid["vastXml"] ?? .null, "exp": bid["ttl"] ?? .null,
      "ext": .object(["prebid": .object(["targeting": .object(targeting)])]),
    ])
  }
}
