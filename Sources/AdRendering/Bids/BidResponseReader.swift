import AdEngine

/// Reads responses of OpenRTB 2.6 from untrusted bytes.
///
/// As in Prebid's SDK the body must be an object, a value of a wrong type counts as missing, and a bid without an id, an
/// `impid` or a price does not count; ``BidResponse/problems`` lists these. Unlike there, markup that quotes a rejection
/// ("Invalid request") is none.
public enum BidResponseReader {
  /// The maximum size of a response, in bytes; chosen.
  public static let maxBytes = 1 << 25

  /// Reads the body of a response.
  public static func read(_ body: [UInt8]) throws(BidError) -> BidResponse {
    guard body.count <= maxBytes else { throw .tooLong(limit: maxBytes) }
    let text = body.dropFirst(ByteOrderMark.length(in: body))
    guard let first = text.first(where: { !$0.isASCIISpace }) else { throw .blank }
    let isText = first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    let parsed: (value: JSONValue, problem: BidProblem?)
    do throws(JSONError) {
      parsed = try parse(body)
    } catch {
      if let refusal = refusal(body) { throw refusal }
      throw isText ? .plainText(beginning(of: Array(text))) : .notJSON(error)
    }
    if parsed.value["id"]?.text == nil, let refusal = refusal(body) { throw refusal }
    var response = try read(parsed.value)
    if let problem = parsed.problem { response.problems.append(problem) }
    return response
  }

  /// Parses a body, and if it is not strict JSON, as Prebid's SDK reads it, with the reason.
  private static func parse(
    _ body: [UInt8]
  ) throws(JSONError) -> (value: JSONValue, problem: BidProblem?) {
    do throws(JSONError) {
      return (try JSONReader.read(body, .strict), nil)
    } catch {
      let value = try JSONReader.read(body, .trailingCommas)
      if ByteOrderMark.length(in: body) > 0 {
        return (
          value, BidProblem(place: JSONPlace(), expected: "no byte order mark at its head", byte: 0)
        )
      }
      if let key = error.repeatedKey {
        return (
          value,
          BidProblem(
            place: JSONPlace([.key(key)]), expected: "the key only once; the last one counts",
            byte: error.offset)
        )
      }
      let next = error.offset < body.count ? body[error.offset] : 0
      let isComma = next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
      let expected = isComma ? "no comma before the closing bracket" : error.expected
      return (value, BidProblem(place: JSONPlace(), expected: expected, byte: error.offset))
    }
  }

  /// Reads a response that has been parsed.
  public static func read(_ value: JSONValue) throws(BidError) -> BidResponse {
    var reading = BidReading()
    let value = PrebidJSBids.response(of: value) ?? value
    let whole = BidCursor(value: value, place: JSONPlace())
    guard case .object = value else {
      throw .noObject(BidProblem(place: whole.place, expected: "an object"))
    }
    return reading.response(whole)
  }

  /// The rejection that Prebid Server sends, by the words that Prebid's SDK 3.3.4 looks for (August 2026).
  private static func refusal(_ body: [UInt8]) -> BidError? {
    let text = String(decoding: body.prefix(65_536), as: UTF8.self)
    guard text.contains("Invalid request") else { return nil }
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    let words = beginning(of: body)
    if has("Stored Imp with ID", "No stored imp found") { return .unknownConfiguration(words) }
    if has("Stored Request with ID", "No stored request found") { return .unknownAccount(words) }
    if has("Request imp[0].banner.format", "Unable to set interstitial size list") {
      return .refusedSize(words)
    }
    return .refused(words)
  }

  /// The first 200 characters of a text, white space folded.
  private static func beginning(of body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(1024), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    let words = (line ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(80) + "…" : words
  }
}

private struct BidCursor {
  let value: JSONValue
  let place: JSONPlace

  /// The value under a key, unless it is missing or null.
  subscript(key: String) -> BidCursor? {
    guard let value = value[key], value != .null else { return nil }
    return BidCursor(value: value, place: place.appending(.key(key)))
  }

  var elements: [BidCursor] {
    guard case .list(let values) = value else { return [] }
    return values.enumerated().map { BidCursor(value: $1, place: place.appending(.index($0))) }
  }
}

private struct BidReading {
  private static let maxProblems = 100
  private var problems: [BidProblem] = []

  mutating func response(_ whole: BidCursor) -> BidResponse {
    var response = BidResponse()
    response.otherForm = otherForm(of: whole)
    response.id = text(whole["id"])
    if let currency = text(whole["cur"]) { response.currency = currency }
    response.noBidReason = number(whole["nbr"]).flatMap { Int(exactly: $0) }
    if let seats = whole["seatbid"], check(seats, "a list of seats", isList) {
      read(seats.elements, into: &response)
    }
    response.errors = errors(whole["ext"]?["errors"])
    response.problems = problems
    return response
  }

  /// Recognises what is often taken for a response.
  private func otherForm(of whole: BidCursor) -> BidResponse.OtherForm? {
    guard whole["seatbid"] == nil else { return nil }
    if whole["imp"] != nil { return .request }
    return whole["adm"] != nil || whole["price"] != nil && whole["impid"] != nil ? .bid : nil
  }

  private mutating func read(_ seats: [BidCursor], into response: inout BidResponse) {
    // Said before what is wrong with single bids, of which there may be more than are kept.
    if response.id == nil, !seats.isEmpty {
      add(BidProblem(place: JSONPlace(), expected: "an id: without one no bid counts", byte: 0))
    }
    for seat in seats where check(seat, "an object with bids", isObject) {
      response.seats += 1
      let name = text(seat["seat"])
      guard let bids = seat["bid"], check(bids, "a list of bids", isList) else { continue }
      for bid in bids.elements where check(bid, "a bid", isObject) {
        let read = self.bid(bid, seat: name)
        let missing = Self.missing(in: read)
        guard missing.isEmpty else {
          response.incompleteBids += 1
          report(bid, missing)
          continue
        }
        guard response.id != nil else { continue }
        response.bids.append(read)
        response.places.append(bid.place)
      }
    }
  }

  private static func missing(in bid: Bid) -> [String] {
    [
      bid.id == nil ? "id" : nil, bid.impressionID == nil ? "impid" : nil,
      bid.price == nil ? "price" : nil,
    ].compactMap { $0 }
  }

  private mutating func report(_ bid: BidCursor, _ missing: [String]) {
    let expected = "\(missing.listed()): without that the bid does not count"
    add(BidProblem(place: bid.place, expected: expected))
  }

  /// Keeps a problem, unless there are too many.
  private mutating func add(_ problem: BidProblem) {
    if problems.count < Self.maxProblems { problems.append(problem) }
  }

  private mutating func bid(_ whole: BidCursor, seat: String?) -> Bid {
    var bid = Bid()
    bid.seat = seat
    (bid.id, bid.impressionID) = (text(whole["id"]), text(whole["impid"]))
    (bid.price, bid.markup, bid.size) = (number(whole["price"]), text(whole["adm"]), size(whole))
    (bid.noticeURL, bid.billingURL) = (text(whole["nurl"]), text(whole["burl"]))
    if let expiry = number(whole["exp"]) {
      // A number that overflows counts as no limit.
      bid.expiry = Int64(exactly: expiry.rounded(.down)).map { max(0, $0) }
    }
    guard let prebid = whole["ext"]?["prebid"] else { return bid }
    bid.isCached = ["bids", "vastXml", "vastxml"].contains { isCached(prebid["cache"]?[$0]) }
    bid.format = text(prebid["type"]).flatMap(AdFormat.init(rawValue:))
    if let targeting = prebid["targeting"], check(targeting, "an object of texts", isObject),
      case .object(let keys) = targeting.value
    {
      for key in keys.keys.sorted() { bid.targeting[key] = text(targeting[key]) }
    }
    let meta = prebid["meta"]
    bid.rendererName = text(meta?["rendererName"])
    bid.rendererVersion = text(meta?["rendererVersion"])
    bid.rendererData = meta?["rendererData"]?.value
    return bid
  }

  private func isCached(_ entry: BidCursor?) -> Bool {
    ["url", "cacheId"].contains { entry?[$0]?.value.text?.isEmpty == false }
  }

  private mutating func size(_ bid: BidCursor) -> Size? {
    guard let width = number(bid["w"]), let height = number(bid["h"]) else { return nil }
    // Servers send 0 × 0 for an unknown size.
    guard width != 0 || height != 0 else { return nil }
    let size = Size(width: width, height: height)
    guard size.isPlausible else {
      add(BidProblem(place: bid.place, expected: "w and h of more than 0 and at most 4096 points"))
      return nil
    }
    return size
  }

  private mutating func errors(_ whole: BidCursor?) -> [BidResponse.BidderError] {
    guard let whole, check(whole, "an object of errors by bidder", isObject),
      case .object(let bidders) = whole.value
    else { return [] }
    var errors: [BidResponse.BidderError] = []
    for bidder in bidders.keys.sorted() {
      for error in whole[bidder]?.elements ?? [] {
        let code = number(error["code"]).flatMap { Int(exactly: $0) }
        let message = text(error["message"]) ?? "no message"
        errors.append(BidResponse.BidderError(bidder: bidder, code: code, message: message))
      }
    }
    return errors
  }

  // MARK: - Types

  private mutating func text(_ cursor: BidCursor?) -> String? {
    guard let cursor, check(cursor, "a text", { $0.text != nil }) else { return nil }
    return cursor.value.text
  }

  private mutating func number(_ cursor: BidCursor?) -> Double? {
    guard let cursor, check(cursor, "a finite number", { $0.number?.isFinite == true }) else {
      return nil
    }
    return cursor.value.number
  }

  private func isObject(_ value: JSONValue) -> Bool {
    if case .object = value { true } else { false }
  }

  private func isList(_ value: JSONValue) -> Bool {
    if case .list = value { true } else { false }
  }

  private mutating func check(
    _ cursor: BidCursor, _ expected: String, _ isRight: (JSONValue) -> Bool
  ) -> Bool {
    guard !isRight(cursor.value) else { return true }
    add(BidProblem(place: cursor.place, expected: expected))
    return false
  }
}
