import AdEngine
import AdRendering
import TestSupport
import Testing

/// Whatever comes as a response ends in a decision or in a typed error with its place.
@Suite(.tags(.fast)) struct HostileBidTests {
  private static let valid = [
    """
    {"id":"r","cur":"USD","seatbid":[{"seat":"s","bid":[{"id":"b","impid":"i","price":1.2,"adm":\
    "<b>x</b>","w":320,"h":50,"exp":300,"ext":{"prebid":{"type":"banner","targeting":{"hb_pb":"1.20",\
    "hb_bidder":"appnexus"},"meta":{"rendererName":"MockRenderer","rendererVersion":"1.0"}}}}]}]}
    """,
    """
    {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"PGI+eDwvYj4=","ext":{"prebid":{"targeting":{"hb_pb":"1",\
    "hb_bidder":"x"}}}}]},{"seat":"t","bid":[{"adm":"{\\"assets\\":[]}"}]}],"ext":{"errors":{"a":\
    [{"code":1,"message":"m"}]}},"nbr":2}
    """,
  ]

  /// Takes a body all the way and returns whether it ended well: in an ad, or in an error that says where.
  private func takes(_ body: [UInt8]) -> Bool {
    do {
      let response = try BidResponseReader.read(body)
      let auction = Auction(response)
      guard let winner = auction.winner else { return auction.noWinner != nil }
      let stage = Stage()
      let made = stage.registry.makeAd(of: winner, for: unit("a"))
      return made != nil && stage.registry.log.events(of: .a).count == 1
        && response.problems.allSatisfy { $0.offset(in: body) != nil }
    } catch {
      return error.isAnswer || (error.offset(in: body).map { $0 <= body.count } ?? false)
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `seeded mutations of responses end in a decision or an error with its place`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "1e999", "-1", "\\u0000", "true", "0",
    ]
    for _ in 0..<1500 {
      var body = Array(Self.valid[random.below(Self.valid.count)].utf8)
      for _ in 0...random.below(3) {
        let place = random.below(body.count)
        switch random.below(5) {
        case 0: body[place] = UInt8(random.below(256))
        case 1: body.removeSubrange(place..<min(body.count, place + random.below(20)))
        case 2: body.insert(contentsOf: pieces[random.below(pieces.count)].utf8, at: place)
        case 3: body.removeSubrange(place...)
        default:
          let end = min(body.count, place + random.below(40))
          body.insert(contentsOf: body[place..<end], at: place)
        }
        if body.isEmpty { body = [0x20] }
      }
      #expect(takes(body), "\(String(decoding: body, as: UTF8.self))")
    }
  }

  @Test func `any value in any place of a response counts as missing or is refused`() throws {
    let values: [JSONValue] = [
      .null, .flag(true), .number(-1), .number(.infinity), .text(""), .list([]), .object([:]),
      .list([.list([])]),
    ]
    for text in Self.valid {
      let whole = try JSONReader.read(text)
      for place in places(in: whole, JSONPlace()) {
        for value in values {
          let body = replacing(whole, place.steps[...], by: value).json
          #expect(takes(Array(body.utf8)), "\(place): \(body)")
        }
      }
    }
  }

  @Test func `ten megabytes are read, and more than any response has are refused`() throws {
    let head =
      #"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"ext":{"prebid":{"targeting":{"hb_pb":"1","hb_bidder":"x"}}},"adm":""#
    let long = head + String(repeating: "0123456789abcdef", count: 655_360) + #""}]}]}"#
    #expect(long.utf8.count > 10_000_000)
    let response = try BidResponseReader.read(Array(long.utf8))
    #expect(Auction(response).winner?.markup?.utf8.count == 10_485_760)
    let error = #expect(throws: BidError.self) {
      try BidResponseReader.read([UInt8](repeating: 0x5B, count: BidResponseReader.maxBytes + 1))
    }
    #expect(error == .tooLong(limit: BidResponseReader.maxBytes))
  }

  @Test(arguments: ["[", #"{"seatbid":"#, #"{"seatbid":[{"bid":"#])
  func `deep nesting is refused with its place`(opening: String) {
    let error = #expect(throws: BidError.self) {
      try BidResponseReader.read(Array(String(repeating: opening, count: 100_000).utf8))
    }
    #expect(error?.offset(in: []) != nil)
  }

  @Test
  func `many bids and many problems are read, and as many problems are kept as somebody reads`()
    throws
  {
    let bid = #"{"id":"b","impid":"i","price":1,"nurl":7,"adm":7}"#
    let bids = Array(repeating: bid, count: 20_000).joined(separator: ",")
    let body = #"{"id":"r","seatbid":[{"bid":[\#(bids)]}]}"#
    let response = try BidResponseReader.read(Array(body.utf8))
    #expect(response.bids.count == 20_000)
    #expect(response.problems.count == 100)
  }

  private func places(in value: JSONValue, _ place: JSONPlace) -> [JSONPlace] {
    switch value {
    case .object(let fields):
      fields.keys.sorted().flatMap { key in
        let next = place.appending(.key(key))
        return [next] + places(in: fields[key] ?? .null, next)
      }
    case .list(let values):
      values.enumerated().flatMap { index, value in
        let next = place.appending(.index(index))
        return [next] + places(in: value, next)
      }
    case .null, .flag, .number, .text: []
    }
  }

  private func replacing(
    _ whole: JSONValue, _ steps: ArraySlice<JSONPlace.Step>, by value: JSONValue
  ) -> JSONValue {
    guard let step = steps.first else { return value }
    switch (whole, step) {
    case (.object(var fields), .key(let key)):
      fields[key] = replacing(fields[key] ?? .null, steps.dropFirst(), by: value)
      return .object(fields)
    case (.list(var values), .index(let index)):
      values[index] = replacing(values[index], steps.dropFirst(), by: value)
      return .list(values)
    default: return whole
    }
  }
}
