import AdEngine
import AdRendering
import TestSupport
import Testing

/// Responses as servers really send them: each ends in a decision with its reason, or in an error with its place.
@Suite(.tags(.fast)) struct BidResponseTests {
  /// The keys with which a bid wins.
  private let winning = #""ext":{"prebid":{"targeting":{"hb_pb":"1","hb_bidder":"x"}}}"#

  private func read(_ text: String) throws -> BidResponse {
    try BidResponseReader.read(Array(text.utf8))
  }

  private func error(_ text: String) -> BidError? {
    #expect(throws: BidError.self, "\(text)") { try read(text) }
  }

  @Test func `a response as Prebid Server sends it is read whole`() throws {
    let text = """
      {"id":"r","cur":"EUR","seatbid":[{"seat":"s","bid":[{"id":"b","impid":"i","price":1.2,\
      "adm":"<b>x</b>","w":320,"h":50,"exp":20,"nurl":"https://n","burl":"https://b",\
      "ext":{"prebid":{"type":"banner","targeting":{"hb_pb":"1.20","hb_bidder":"appnexus"},\
      "meta":{"rendererName":"CustomRenderer","rendererVersion":"2.0","rendererData":{"k":1}}}}}]}]}
      """
    let response = try read(text)
    #expect(response.id == "r")
    #expect(response.currency == "EUR")
    #expect(response.problems.isEmpty)
    var expected = bid("CustomRenderer", "2.0", expiry: 20)
    expected.noticeURL = "https://n"
    expected.billingURL = "https://b"
    expected.rendererData = .object(["k": .number(1)])
    #expect(response.bids == [expected])
    #expect(response.bids.first?.bidder == "appnexus")
  }

  @Test(arguments: [
    (#"{"id":"r","seatbid":[]}"#, "the response holds no bid"),
    (#"{"id":"r"}"#, "the response holds no bid"),
    (#"{"id":"r","seatbid":null}"#, "the response holds no bid"),
    (#"{"id":"r","seatbid":"x"}"#, "the response holds no bid"),
    (#"{"id":"r","seatbid":{"bid":[]}}"#, "the response holds no bid"),
    (#"{"id":"r","seatbid":[{"seat":"s","bid":[]}]}"#, "the response holds no bid"),
    (#"{"id":"r","seatbid":[{"seat":"s"}],"nbr":2}"#, "the response holds no bid, no-bid reason 2"),
    (
      #"{"id":"r","seatbid":[],"ext":{"errors":{"appnexus":[{"code":1,"message":"timed out"}]}}}"#,
      "the response holds no bid; appnexus: timed out (1)"
    ),
    (
      #"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1}]}]}"#,
      "no bid has hb_pb and hb_bidder: without hb_pb and hb_bidder"
    ),
    (
      bidResponse(with: #""ext":{"prebid":{"targeting":{"hb_pb_x":"1","hb_bidder_x":"x"}}}"#),
      "no bid has hb_pb and hb_bidder: with hb_bidder_x and hb_pb_x only"
    ),
    (
      bidResponse(with: #""ext":{"prebid":{"targeting":{"hb_pb":1,"hb_bidder":"x"}}}"#),
      "no bid has hb_pb and hb_bidder: without hb_pb"
    ),
    (#"{"id":"r","seatbid":[[{"id":"b"}],7,null]}"#, "the response holds no bid"),
    (#"{"seatbid":[]}"#, "the response has no id"),
    (#"{"id":7,"seatbid":[{"bid":[{"id":"b","impid":"i","price":1}]}]}"#, "the response has no id"),
    (
      #"{"id":"r","seatbid":[{"bid":[{"id":"b","price":1}]}]}"#,
      "the only bid lacks an id, an impid or a price"
    ),
    (
      #"{"id":"r","seatbid":[{"bid":[{"impid":"i"}]},{"bid":[{"id":"b","impid":"i","price":"1"}]}]}"#,
      "all 2 bids lack an id, an impid or a price"
    ),
    (#"{"id":"r","imp":[]}"#, "this is a bid request, not a response"),
    (#"{"id":"b","impid":"i","price":1,"adm":"x"}"#, "this is a bid without a response around it"),
  ])
  func `a response without a winner says why`(text: String, reason: String) throws {
    let auction = Auction(try read(text))
    #expect(auction.winner == nil)
    #expect(auction.noWinner?.description == reason)
    #expect(auction.noWinner?.code == -401)
  }

  static let refusals: [(String, @Sendable (String) -> BidError, Int)] = [
    ("", { _ in .blank }, -301), (" \n\t", { _ in .blank }, -301),
    ("Invalid request: Stored Imp with ID=\"x\" not found", BidError.unknownConfiguration, -102),
    ("Invalid request: No stored imp found for ID: x", BidError.unknownConfiguration, -102),
    ("Invalid request: Stored Request with ID=\"x\" not found", BidError.unknownAccount, -101),
    ("Invalid request: No stored request found for ID: x", BidError.unknownAccount, -101),
    ("Invalid request: Request imp[0].banner.format[0] must have w", BidError.refusedSize, -103),
    (
      "Invalid request: Unable to set interstitial size list for Imp id=x", BidError.refusedSize,
      -103
    ),
    ("{\"message\":\"Invalid request: no\"}", BidError.refused, -201),
    ("Invalid request: Stored Imp", BidError.refused, -201),
    ("Invalid request: no", BidError.refused, -201),
    ("Bad\n Gateway", { _ in .plainText("Bad") }, -301),
    ("<html><body>502", BidError.plainText, -301),
  ]

  @Test(arguments: refusals)
  func `what servers say in plain text is a typed error with Prebid's code`(
    text: String, expected: @Sendable (String) -> BidError, code: Int
  ) {
    let error = error(text)
    #expect(error == expected(text))
    #expect(error?.code == code)
    #expect(error?.isRefusal == (code > -300))
    #expect(error?.isAnswer == true)
  }

  @Test(arguments: [
    (#" {"id":"r"#, 9, false), (#"{"id":"#, 6, false), (#"{"id":"r","seatbid":[}"#, 21, false),
    ("[]", 0, true), ("7", 0, true), (#""text""#, 0, true),
    (#"[{"seat":"s","bid":[]}]"#, 0, true),
  ])
  func `what is no object is -301, and an error with its place`(
    text: String, offset: Int, isAnswer: Bool
  ) {
    let error = error(text)
    #expect(error?.offset(in: Array(text.utf8)) == offset)
    #expect(error?.code == -301)
    #expect(error?.isAnswer == isAnswer)
  }

  @Test(arguments: [#""x""#, "7", "{}", "{\"bid\":[]}"])
  func `seats that are no list count as missing, with their place`(seats: String) throws {
    let text = #"{"a":[1,"]}"],"id":"r","seatbid":\#(seats)}"#
    let response = try read(text)
    #expect(response.bids.isEmpty)
    #expect(response.problems.map(\.description) == ["seatbid: expected a list of seats"])
    #expect(response.problems.first?.offset(in: Array(text.utf8)) == 33)
  }

  @Test func `a comma before a closing bracket is read, as Apple's reader does, and reported`()
    throws
  {
    let text = """
      {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":0,"ext":{"prebid":{"targeting":\
      {"hb_bidder":"x","hb_source":"s2s",}}}},]}]}
      """
    let response = try read(text)
    #expect(Auction(response).targeting == ["hb_bidder": "x", "hb_source": "s2s"])
    let problem = try #require(response.problems.first)
    #expect(problem.description == "the response: expected no comma before the closing bracket")
    let bytes = Array(text.utf8)
    #expect(problem.offset(in: bytes).map { bytes[$0] } == UInt8(ascii: "}"))
    #expect(throws: BidError.self) { try read("{,}") }
    #expect(throws: BidError.self) { try read(#"{"id":"r",,}"#) }
  }

  @Test func `markup that quotes a rejection is none, other than in Prebid's SDK`() throws {
    let text = bidResponse(with: #""adm":"Invalid request",\#(winning)"#)
    #expect(Auction(try read(text)).winner?.markup == "Invalid request")
  }

  @Test func `the cache decides by Prebid's two settings, with its codes`() throws {
    func response(_ cache: String, _ id: String = "") -> String {
      bidResponse(
        with: #""ext":{"prebid":{\#(cache)"targeting":{\#(id)"hb_pb":"1","hb_bidder":"x"}}}"#)
    }
    func code(_ text: String, _ rule: Auction.CacheRule) throws -> Int? {
      Auction(try read(text), rule).noWinner?.code
    }
    let id = #""hb_cache_id":"c","#
    #expect(try code(response(""), .needsCacheID) == -401)
    #expect(try code(response("", id), .needsCacheID) == nil)
    #expect(try code(response("", id), .needsCachedBids) == -402)
    for key in ["bids", "vastXml", "vastxml"] {
      #expect(try code(response(#""cache":{"\#(key)":{"cacheId":"c"}},"#), .needsCachedBids) == nil)
      #expect(try code(response(#""cache":{"\#(key)":{"url":"u"}},"#), .needsCachedBids) == nil)
      #expect(try code(response(#""cache":{"\#(key)":{"url":""}},"#), .needsCachedBids) == -402)
    }
    #expect(
      try code(response(#""cache":{"bids":{"url":"u"}},"#), [.needsCacheID, .needsCachedBids])
        == -401)
  }

  @Test(arguments: [
    (#""price":"1""#, "price", "a finite number"), (#""price":1e999"#, "price", "a finite number"),
    (#""adm":{}"#, "adm", "a text"), (#""id":7"#, "id", "a text"),
    (#""ext":{"prebid":{"targeting":[]}}"#, "ext.prebid.targeting", "an object of texts"),
    (
      #""ext":{"prebid":{"meta":{"rendererVersion":2.0}}}"#,
      "ext.prebid.meta.rendererVersion", "a text"
    ),
    (#""w":-1,"h":2"#, "", "w and h of more than 0 and at most 4096 points"),
  ])
  func `what is of a wrong type in a bid counts as missing, with its place`(
    field: String, place: String, expected: String
  ) throws {
    let required = #""id":"b","impid":"i","price":1"#
    let text = #"{"id":"r","seatbid":[{"bid":[{\#(required)},{\#(required),\#(field)}]}]}"#
    let response = try read(text)
    let isRequired = ["id", "price"].contains(place)
    #expect(response.bids.count == (isRequired ? 1 : 2))
    #expect(response.incompleteBids == (isRequired ? 1 : 0))
    let whole = "seatbid[0].bid[1]" + (place.isEmpty ? "" : "." + place)
    var problems = ["\(whole): expected \(expected)"]
    if isRequired {
      problems.append("seatbid[0].bid[1]: expected \(place): without that the bid does not count")
    }
    #expect(
      response.problems.map(\.description).filter { !$0.contains("key only once") } == problems)
    #expect(response.problems.first?.place.offset(in: Array(text.utf8)) != nil)
  }

  @Test func `a bid of a response without an id does not count and is not incomplete`() throws {
    let incomplete = Array(repeating: "{}", count: 200).joined(separator: ",")
    let response = try read(
      #"{"seatbid":[{"bid":[{"id":"b","impid":"i","price":1},\#(incomplete)]}]}"#)
    #expect(response.bids.isEmpty)
    #expect(response.incompleteBids == 200)
    #expect(response.problems.count == 100)
    #expect(
      response.problems.first?.description.hasSuffix("expected an id: without one no bid counts")
        == true)
  }

  @Test func `a native bid carries its markup as the text of JSON`() throws {
    let text = bidResponse(
      with:
        #""adm":"{\"assets\":[{\"title\":{\"text\":\"t\"}}]}","ext":{"prebid":{"type":"native","#
        + #""targeting":{"hb_pb":"1","hb_bidder":"x"}}}"#)
    let winner = try #require(Auction(try read(text)).winner)
    #expect(winner.format == .native)
    guard case .native(let value) = try AdMarkup.read(winner.markup)
    else { throw TestSupportError("native markup was expected") }
    #expect(value["assets"] != nil)
  }

  @Test func `the winner is the first bid with the keys, not the one that offers most`() throws {
    let text = """
      {"id":"r","seatbid":[{"seat":"a","bid":[{"id":"1","impid":"i","price":9,"ext":{"prebid":{"targeting":\
      {"hb_pb_a":"9","k":"1","l":"1"}}}}]},{"seat":"b","bid":[{"id":"2","impid":"i","price":1,"ext":{"prebid":\
      {"targeting":{"hb_pb":"1","hb_bidder":"b","k":"2"}}}},{"id":"3","impid":"i","price":5,"ext":{"prebid":\
      {"targeting":{"hb_pb":"5","hb_bidder":"c","hb_cache_id":"x","k":"3","m":"3"}}}}]}]}
      """
    let response = try read(text)
    let auction = Auction(response)
    #expect(auction.winner?.id == "2")
    #expect(auction.winner?.seat == "b")
    #expect(auction.losers.map(\.reason) == [.suffixedKeysOnly(["hb_pb_a"]), .later])
    #expect(
      auction.targeting == [
        "hb_pb": "1", "hb_bidder": "b", "hb_cache_id": "x", "hb_pb_a": "9", "k": "2", "l": "1",
        "m": "3",
      ])
    #expect(Auction(response, .needsCacheID).winner?.id == "3")
  }

  @Test func `a response that holds one bid alone has no places to name`() throws {
    let response = try read(bidResponse(with: winning))
    #expect(response.obstacles.map(\.place.description) == ["seatbid[0].bid[0]"])
    #expect(response.holding(only: try #require(response.bids.first)).obstacles.isEmpty)
  }

  @Test func `of a key that stands twice the last counts`() throws {
    let response = try read(
      #"{"id":"1","id":"2","seatbid":[],"seatbid":[{"bid":[{"id":"b","impid":"i","price":1}]}]}"#)
    #expect(response.id == "2")
    #expect(response.bids.map(\.id) == ["b"])
  }

  @Test func `expiry is counted in seconds from the receipt, and its end is a hard cut`() {
    let received = Instant(milliseconds: 500)
    for (seconds, limit) in [(20, 20_500), (0, 500), (3600, 3_600_500)] as [(Int64, Int64)] {
      let bid = bid(expiry: seconds)
      #expect(!bid.isGood(at: Instant(milliseconds: limit), received: received))
      #expect(bid.isGood(at: Instant(milliseconds: limit - 1), received: received))
    }
    #expect(bid().isGood(at: Instant(milliseconds: .max), received: received))
    #expect(bid(expiry: .max).isGood(at: Instant(milliseconds: .max), received: received))
  }

  @Test(
    arguments: [
      ("a ${AUCTION_PRICE} b", 1.2, "a 1.2 b"), ("${AUCTION_PRICE:B64}", 1.2, "MS4y"),
      ("${AUCTION_PRICE}${AUCTION_PRICE}", 3, "33"),
      ("${AUCTION_ID} $ ${", 1, "${AUCTION_ID} $ ${"), ("${AUCTION_PRICE}", nil, "0"),
      ("${AUCTION_PRICE}", 0.10903999999610946, "0.1090399999961095"),
      ("$${AUCTION_PRICE}", 1.5, "$1.5"),
    ] as [(String, Double?, String)])
  func `the price is put where macros ask for it`(text: String, price: Double?, filled: String) {
    #expect(AuctionMacros.fill(text, price: price) == filled)
  }

  /// The expected texts are those of printf's `%.16g`.
  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"), (9.95, "9.949999999999999"), (2.5, "2.5"),
      (0.30000000000000004, "0.3"), (100, "100"), (1e15, "1000000000000000"), (1e16, "1e+16"),
      (1.5e20, "1.5e+20"), (0.0001, "0.0001"), (0.00001, "1e-05"), (-3.25, "-3.25"),
      (0.99999999999999994, "0.9999999999999999"),
      (.leastNonzeroMagnitude, "4.940656458412465e-324"),
      (.greatestFiniteMagnitude, "1.797693134862316e+308"), (.infinity, "0"),
      (1234567.891, "1234567.891"), (8.41, "8.41"),
    ] as [(Double, String)])
  func `a price has the digits of NSNumber's stringValue`(price: Double, text: String) {
    #expect(PriceText.text(of: price) == text)
  }

  @Test(
    arguments: [
      ("<b>x</b>", .html("<b>x</b>")), ("words", .html("words")),
      ("PGI+eDwvYj4=", .html("<b>x</b>")), ("PGI+\neDwvYj4=", .html("<b>x</b>")),
      ("test", .html("test")), ("<VAST version=\"3\"/>", .vast("<VAST version=\"3\"/>")),
      ("\u{FEFF} {\"a\":1}", nil), ("{\"a\":1}", .native(.object(["a": .number(1)]))),
      ("eyJhIjoxfQ==", .native(.object(["a": .number(1)]))), ("{", nil),
    ] as [(String, AdMarkup?)])
  func `D59 markup is taken as it is or out of Base64`(text: String, expected: AdMarkup?) {
    #expect((try? AdMarkup.read(text)) == expected)
  }

  @Test(
    arguments: [
      ("ZnJlc2ggaGVycmluZw==", "fresh herring"), ("AAECAwQFBgcICQoLDA0ODw==", "\u{0}…"),
      ("test", nil), ("words", nil), ("<b>x</b>", nil), (nil, nil),
    ] as [(String?, String?)])
  func `S4.12 what is no markup comes out of Base64 as bytes, and a word is none`(
    text: String?, expected: String?
  ) {
    let bytes = AdMarkup.bytes(text)
    if expected == "\u{0}…" {
      #expect(bytes == Array(0...15))
    } else {
      #expect(bytes == expected.map { Array($0.utf8) })
    }
  }
}
