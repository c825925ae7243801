package import AdEngine
package import AdRendering

package enum SimulatedResponse: Hashable, Sendable {
  /// The body, in the form of Prebid Server.
  case body([UInt8])
  /// No response arrived.
  case lost(AdFailure)
}

/// The simulated ad server's responses as bids, made only when they are shown; a test holds that fetches come to the same.
extension SimulatedWorld {
  package func response(for id: SlotID, unit: String, generation: Int) -> SimulatedResponse? {
    guard let answer = answer(for: id, generation: generation) else { return nil }
    switch answer {
    case .failed(.network): return .lost(.network)
    case .failed(.timeout): return .lost(.timeout)
    case .failed(.error):
      return .body(Array("Invalid request: the simulated ad server fails as configured".utf8))
    case .failed(.noFill):
      return .body(Array(#"{"id":"\#(id.rawValue + 1)-\#(generation)","seatbid":[]}"#.utf8))
    case .failed(.rendering):
      let targeting = #"{"hb_pb":"0.10","hb_bidder":"\#(Self.bidders[0])"}"#
      let number = "\(id.rawValue + 1)-\(generation)"
      let fields = #""id":"\#(number)","impid":"1","price":0.1"#
      let bid = #"{\#(fields),"ext":{"prebid":{"targeting":\#(targeting)}}}"#
      return .body(Array(#"{"id":"\#(number)","seatbid":[{"bid":[\#(bid)]}]}"#.utf8))
    case .loaded:
      return creative(for: id, generation: generation).map {
        .body(Array(value(of: $0, id, unit, generation).json.utf8))
      }
    }
  }

  /// The rendering of the response to a generation of a slot, whose unit the world knows where bids answer.
  package func rendering(for id: SlotID, unit: String, generation: Int) -> PluginAd? {
    if usesPlugins { return rendering(for: id, generation: generation) }
    guard case .body(let body)? = response(for: id, unit: unit, generation: generation) else {
      return nil
    }
    return PluginAd(
      of: .response(Result { () throws(BidError) in try BidResponseReader.read(body) }),
      for: config(of: id, unit: unit, generation: generation), by: catalog)
  }

  /// A response with a winning bid among others that lose.
  private func value(
    of creative: Creative, _ id: SlotID, _ unit: String, _ generation: Int
  ) -> JSONValue {
    let impression = config(of: id, unit: unit, generation: generation).fingerprint
    var draw = SeededDraw(
      seed: seed &+ 1, unit: SeededDraw.number(for: unit), slot: id.rawValue,
      generation: generation)
    let price = Double(20 + draw.index(below: 380)) / 100
    let losers = (0..<draw.index(below: 3)).map { number in
      let bidder = Self.bidders[(number + 1) % Self.bidders.count]
      let offer = max(0.01, price - Double(1 + draw.index(below: 15)) / 100)
      return seat(
        bidder, impression, id, generation, number: number + 2, price: offer, creative,
        keys: ["hb_pb_\(bidder)": Self.bucket(offer), "hb_bidder_\(bidder)": bidder])
    }
    let winner = seat(
      Self.bidders[0], impression, id, generation, number: 1, price: price, creative,
      keys: [
        "hb_pb": Self.bucket(price), "hb_bidder": Self.bidders[0],
        "hb_size": "\(Int(creative.size.width))x\(Int(creative.size.height))",
      ])
    var seats = losers
    seats.insert(winner, at: draw.index(below: losers.count + 1))
    return .object([
      "id": .text("\(id.rawValue + 1)-\(generation)"), "cur": .text("EUR"),
      "seatbid": .list(seats),
    ])
  }

  private func seat(
    _ bidder: String, _ impression: AdFingerprint, _ id: SlotID, _ generation: Int, number: Int,
    price: Double, _ creative: Creative, keys: [String: String]
  ) -> JSONValue {
    let prebid: [String: JSONValue] = [
      "type": .text((creative.media == .video ? AdFormat.video : .banner).rawValue),
      "targeting": .object(keys.mapValues { .text($0) }),
      "meta": .object([
        "rendererName": .text(SimulatedRenderer.name),
        "rendererVersion": .text(SimulatedRenderer.version),
      ]),
    ]
    let bid: [String: JSONValue] = [
      "id": .text("\(id.rawValue + 1)-\(generation)-\(number)"),
      "impid": .text(impression.description),
      "price": .number(price), "w": .number(creative.size.width),
      "h": .number(creative.size.height),
      "adm": .text(AdContent.markup(of: creative).json),
      "burl": .text("https://ads.example/billing?price=${AUCTION_PRICE}"),
      "ext": .object(["prebid": .object(prebid)]),
    ]
    return .object(["seat": .text(bidder), "bid": .list([.object(bid)])])
  }

  /// The bidders of the simulated world; the first one wins.
  private static let bidders = ["quayside", "tidewater", "breakwater"]

  /// The price bucket for the ad server, rounded down to ten cents.
  private static func bucket(_ price: Double) -> String {
    let tenths = Int(price * 10)
    return "\(tenths / 10).\(tenths % 10)0"
  }
}
