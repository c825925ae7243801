/// Something in a response that is not of the type that OpenRTB says, with its place.
public struct BidProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where.
  public let place: JSONPlace
  /// What was expected there.
  public let expected: String
  /// The number of bytes before it, where the place cannot tell.
  private let byte: Int?

  init(place: JSONPlace, expected: String, byte: Int? = nil) {
    self.place = place
    self.expected = expected
    self.byte = byte
  }

  /// The number of bytes before it in the body that was read, if it is there.
  public func offset(in body: [UInt8]) -> Int? { byte ?? place.offset(in: body) }

  /// One sentence without a full stop.
  public var description: String { "\(place): expected \(expected)" }
}

/// Why a body is no response with bids; the codes are those of Prebid's SDK.
public enum BidError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing was sent.
  case blank
  /// The server knows no such configuration of an ad unit (a stored impression).
  case unknownConfiguration(String)
  /// The server knows no such account (a stored request).
  case unknownAccount(String)
  /// The server did not accept the ad's size.
  case refusedSize(String)
  /// The server said something else against the request.
  case refused(String)
  /// The body is text, not JSON: what a server, or something before it, says when all is not well.
  case plainText(String)
  /// The body begins as JSON and is none.
  case notJSON(InvalidJSON)
  /// The body is JSON and no response.
  case undecodable(BidProblem)
  /// The body is longer than any response.
  case tooLong(limit: Int)

  /// The code of Prebid's SDK: minus the family times a hundred, minus the number in it.
  public var code: Int {
    switch self {
    case .unknownAccount: -101
    case .unknownConfiguration: -102
    case .refusedSize: -103
    case .refused: -201
    case .plainText, .notJSON: -301
    case .undecodable, .tooLong: -302
    case .blank: -401
    }
  }

  /// Whether it is what ad servers are known to say against a request; otherwise a file that holds it is broken.
  public var isAnswer: Bool {
    switch self {
    case .unknownConfiguration, .unknownAccount, .refusedSize, .refused: true
    case .blank, .plainText, .notJSON, .undecodable, .tooLong: false
    }
  }

  /// One sentence without a full stop; it may quote what the server said.
  public var description: String {
    switch self {
    case .blank: "the server sent nothing"
    case .unknownConfiguration(let text):
      "the server knows no such ad unit configuration: \(text)"
    case .unknownAccount(let text): "the server knows no such account: \(text)"
    case .refusedSize(let text): "the server does not accept the size: \(text)"
    case .refused(let text): "the server refused the request: \(text)"
    case .plainText(let text): "the server answered with text: \(text)"
    case .notJSON(let problem): problem.description
    case .undecodable(let problem): problem.description
    case .tooLong(let limit): "expected a response of at most \(limit) bytes"
    }
  }

  /// The number of bytes before the place that is wrong, in the body that was read, if there is such a place.
  public func offset(in body: [UInt8]) -> Int? {
    switch self {
    case .notJSON(let problem): problem.offset
    case .undecodable(let problem): problem.offset(in: body)
    case .blank, .plainText: 0
    case .unknownConfiguration, .unknownAccount, .refusedSize, .refused, .tooLong: nil
    }
  }
}
