import AdEngine
import AdRendering
import Testing

/// Responses as servers really send them: each ends in a decision with its reason, or in an error with its place.
@Suite struct BidResponseTests {
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

  @Test(
    arguments: [
      (#"{"id":"r","seatbid":[]}"#, "the response holds no bid"),
      (#"{"id":"r"}"#, "the response holds no bid"),
      (#"{"seatbid":null}"#, "the response holds no bid"),
      (#"{"seatbid":[{"seat":"s","bid":[]}]}"#, "the response holds no bid"),
      (#"{"seatbid":[{"seat":"s"}],"nbr":2}"#, "the response holds no bid, no-bid reason 2"),
      (
        #"{"seatbid":[],"ext":{"errors":{"appnexus":[{"code":1,"message":"timed out"}]}}}"#,
        "the response holds no bid; appnexus: timed out (1)"
      ),
      (
        #"{"seatbid":[{"bid":[{"id":"b"}]}]}"#,
        "no bid has hb_pb and hb_bidder: without hb_pb and hb_bidder"
      ),
      (
        #"{"seatbid":[{"bid":[{"ext":{"prebid":{"targeting":{"hb_pb_x":"1","hb_bidder_x":"x"}}}}]}]}"#,
        "no bid has hb_pb and hb_bidder: with hb_bidder_x and hb_pb_x only"
      ),
      (
        #"{"seatbid":[{"bid":[{"ext":{"prebid":{"targeting":{"hb_pb":1,"hb_bidder":"x"}}}}]}]}"#,
        "no bid has hb_pb and hb_bidder: without hb_pb"
      ),
      (#"{"seatbid":[[{"id":"b"}],7,null]}"#, "the response holds no bid"),
    ])
  func `a response without a winner says why`(text: String, reason: String) throws {
    let auction = Auction(try read(text))
    #expect(auction.winner == nil)
    #expect(auction.noWinner?.description == reason)
  }

  @Test(
    arguments: [
      ("", .blank, -401), (" \n\t", .blank, -401),
      (
        "Invalid request: Stored Imp with ID=\"x\" not found",
        .unknownConfiguration("Invalid request: Stored Imp with ID=\"x\" not found"), -102
      ),
      (
        "Invalid request: Stored Request with ID=\"x\" not found",
        .unknownAccount("Invalid request: Stored Request with ID=\"x\" not found"), -101
      ),
      (
        "Invalid request: request.imp[0].banner.format[0] must have w",
        .refusedSize("Invalid request: request.imp[0].banner.format[0] must have w"), -103
      ),
      ("Invalid request: no", .refused("Invalid request: no"), -201),
      ("Bad\n Gateway", .plainText("Bad"), -301),
      ("<html><body>502", .plainText("<html><body>502"), -301),
    ] as [(String, BidError, Int)])
  func `what servers say in plain text is a typed error with Prebid's code`(
    text: String, expected: BidError, code: Int
  ) {
    let error = error(text)
    #expect(error == expected)
    #expect(error?.code == code)
    #expect(error?.isAnswer == (code > -300))
  }

  @Test(
    arguments: [
      (#" {"id":"Invalid request"#, 23, -301), (#"{"id":"#, 6, -301),
      (#"{"id":"r","seatbid":[}"#, 21, -301), ("[]", 0, -302),
      ("7", 0, -302), (#""text""#, 0, -302), (#" {"seatbid":"x"}"#, 12, -302),
      (#"{"seatbid":[], "seatbid" : {}}"#, 27, -302), (#"{"a":[1,"]}"],"seatbid":0}"#, 24, -302),
    ])
  func `what is no response is an error with its place`(text: String, offset: Int, code: Int) {
    let error = error(text)
    #expect(error?.offset(in: Array(text.utf8)) == offset)
    #expect(error?.code == code)
    #expect(error?.isAnswer == false)
  }

  @Test(
    arguments: [
      (#""price":"1""#, "price", "a finite number"),
      (#""price":1e999"#, "price", "a finite number"),
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
    let text = #"{"seatbid":[{"bid":[{},{\#(field)}]}]}"#
    let response = try read(text)
    #expect(response.bids.count == 2)
    let whole = "seatbid[0].bid[1]" + (place.isEmpty ? "" : "." + place)
    #expect(response.problems.map(\.description) == ["\(whole): expected \(expected)"])
    #expect(response.problems.first?.place.offset(in: Array(text.utf8)) != nil)
  }

  @Test func `a native bid carries its markup as the text of JSON`() throws {
    let text = #"""
      {"seatbid":[{"bid":[{"adm":"{\"assets\":[{\"title\":{\"text\":\"t\"}}]}","ext":{"prebid":\#
      {"type":"native","targeting":{"hb_pb":"1","hb_bidder":"x"}}}}]}]}
      """#
    let winner = try #require(Auction(try read(text)).winner)
    #expect(winner.format == .native)
    guard case .native(let value) = try AdMarkup.read(winner.markup) else {
      Issue.record("native markup was expected")
      return
    }
    #expect(value["assets"] != nil)
  }

  @Test func `the winner is the first bid with the keys, not the one that offers most`() throws {
    let text = """
      {"seatbid":[{"seat":"a","bid":[{"id":"1","price":9,"ext":{"prebid":{"targeting":\
      {"hb_pb_a":"9","k":"1","l":"1"}}}}]},{"seat":"b","bid":[{"id":"2","price":1,"ext":{"prebid":\
      {"targeting":{"hb_pb":"1","hb_bidder":"b","k":"2"}}}},{"id":"3","price":5,"ext":{"prebid":\
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
    #expect(Auction(response, needsCacheID: true).winner?.id == "3")
  }

  @Test func `of a key that stands twice the last counts`() throws {
    let response = try read(#"{"id":"1","id":"2","seatbid":[],"seatbid":[{"bid":[{"id":"b"}]}]}"#)
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
      ("${AUCTION_ID} $ ${", 1, "${AUCTION_ID} $ ${"),
      ("${AUCTION_PRICE}", nil, ""), ("$${AUCTION_PRICE}", 1.5, "$1.5"),
    ] as [(String, Double?, String)])
  func `the price is put where macros ask for it`(text: String, price: Double?, filled: String) {
    #expect(AuctionMacros.fill(text, price: price) == filled)
  }

  @Test(
    arguments: [
      ("<b>x</b>", .html("<b>x</b>")), ("words", .html("words")),
      ("PGI+eDwvYj4=", .html("<b>x</b>")),
      ("PGI+\neDwvYj4=", .html("<b>x</b>")), ("test", .html("test")),
      ("<VAST version=\"3\"/>", .vast("<VAST version=\"3\"/>")),
      ("\u{FEFF} {\"a\":1}", nil), ("{\"a\":1}", .native(.object(["a": .number(1)]))),
      ("eyJhIjoxfQ==", .native(.object(["a": .number(1)]))), ("{", nil),
    ] as [(String, AdMarkup?)])
  func `D59 markup is taken as it is or out of Base64`(text: String, expected: AdMarkup?) {
    #expect((try? AdMarkup.read(text)) == expected)
  }
}
