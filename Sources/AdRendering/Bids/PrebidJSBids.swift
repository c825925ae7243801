/// What Prebid prints of its bids, as a response of OpenRTB 2: `pbjs.getBidResponses()` and its relatives, a list of bids, one bid, or
/// the keys for the ad server alone (`getAdserverTargeting()`, those of prebid-mobile).
///
/// Of each ad unit the bid with the highest price has the keys of a winner, as Prebid.js targets it; the others have theirs with the
/// bidder's name behind them (Prebid.js 9, 2024, `enableSendAllBids`).
enum PrebidJSBids {
  /// The id of such a response.
  static let id = "Prebid.js"

  /// The longest key that Prebid.js sets, in characters (`TARGETING_KEYS`, Prebid.js 9, 2024).
  private static let maxKeyLength = 20

  /// The response; `nil` of what Prebid does not print.
  static func response(of value: JSONValue) -> JSONValue? {
    guard value["seatbid"] == nil, value["id"] == nil || value["cpm"] != nil else { return nil }
    var units: [(name: String, bids: [JSONValue])]
    switch value {
    case .list(let bids) where !bids.isEmpty: units = [("", bids)]
    case .object where value["cpm"] != nil: units = [("", [value])]
    case .object where key("hb_pb", of: value) != nil: units = [("", [keys(value)])]
    case .object(let object):
      let named = object["bids"].map { [("", JSONValue.object(["bids": $0]))] }
      units = (named ?? object.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).compactMap {
        name, unit in
        if case .list(let bids)? = unit["bids"] { return (name, bids) }
        return key("hb_pb", of: unit) == nil ? nil : (name, [keys(unit)])
      }
      guard !units.isEmpty else { return nil }
    default: return nil
    }
    units = units.flatMap { name, bids in
      Dictionary(grouping: bids) { $0["adUnitCode"]?.text ?? name }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
    }
    let all = units.flatMap(\.bids)
    guard all.isEmpty || all.contains(where: { price(of: $0) != nil }) else { return nil }
    var seats: [JSONValue] = []
    for (name, bids) in units {
      let ranked = bids.sorted { (price(of: $0) ?? 0) > (price(of: $1) ?? 0) }
      for (rank, bid) in ranked.enumerated() {
        let bidder = bid["bidderCode"]?.text ?? bid["bidder"]?.text ?? ""
        seats.append(
          .object([
            "seat": .text(bidder), "bid": .list([own(bid, unit: name, bidder, isTop: rank == 0)]),
          ]))
      }
    }
    let currency = all.lazy.compactMap { $0["currency"] }.first ?? .text("USD")
    return .object(["id": .text(id), "cur": currency, "seatbid": .list(seats)])
  }

  /// A bid of which only the keys for the ad server are known.
  private static func keys(_ keys: JSONValue) -> JSONValue {
    let names = [
      "bidderCode": "hb_bidder", "cpm": "hb_pb", "size": "hb_size", "adId": "hb_adid",
    ]
    return .object(
      names.compactMapValues { key($0, of: keys) }.merging(["adserverTargeting": keys]) { $1 })
  }

  /// The value of a key, or of that of a bidder, which has the bidder's name behind it.
  private static func key(_ name: String, of keys: JSONValue) -> JSONValue? {
    guard keys[name] == nil, case .object(let fields) = keys else { return keys[name] }
    return fields.filter { $0.key.hasPrefix(name + "_") }.min { $0.key < $1.key }?.value
  }

  private static func price(of bid: JSONValue) -> Double? {
    bid["cpm"]?.number ?? bid["cpm"]?.text.flatMap { WrittenNumber.real($0) }
  }

  private static func own(
    _ bid: JSONValue, unit: String, _ bidder: String, isTop: Bool
  ) -> JSONValue {
    let sides = (bid["size"]?.text ?? "").split(separator: "x")
      .map { WrittenNumber.real($0).map(JSONValue.number) ?? .null }
    var targeting: [String: JSONValue] = [:]
    if case .object(let keys)? = bid["adserverTargeting"] {
      for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
        targeting[isTop ? key : String("\(key)_\(bidder)".prefix(maxKeyLength))] = value
      }
    }
    return .object([
      "id": bid["adId"] ?? .text(bidder), "impid": bid["adUnitCode"] ?? .text(unit),
      "price": price(of: bid).map(JSONValue.number) ?? .null,
      "w": bid["width"] ?? sides.first ?? .null,
      "h": bid["height"] ?? sides.dropFirst().first ?? .null,
      "adm": bid["ad"] ?? bid["vastXml"] ?? bid["native"].map { .text(JSONText.value($0).json) }
        ?? .null, "exp": bid["ttl"] ?? .null,
      "ext": .object(["prebid": .object(["targeting": .object(targeting)])]),
    ])
  }
}
