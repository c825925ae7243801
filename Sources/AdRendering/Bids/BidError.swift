/// A value in a response that is not of the type that OpenRTB 2.6 defines.
public struct BidProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path of the value in the response.
  public let place: JSONPlace
  /// The type or the value that was expected, in words.
  public let expected: String
  /// The offset of the value, where the path is ambiguous.
  var byte: Int?

  /// The byte offset of the value in the body that was read; `nil` if it is not there.
  public func offset(in body: [UInt8]) -> Int? { byte ?? place.offset(in: body) }

  /// One sentence without a full stop.
  public var description: String { "\(place): expected \(expected)" }
}

/// The reason why a body is not a response with bids; the codes are those of Prebid's SDK 3.3.4 (`PBMError`, August 2026).
public enum BidError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The body is empty or blank.
  case blank
  /// The server has no such ad unit configuration (stored impression).
  case unknownConfiguration(String)
  /// The server has no such account (stored request).
  case unknownAccount(String)
  /// The server rejected the size of the ad.
  case refusedSize(String)
  /// The server rejected the request for another reason.
  case refused(String)
  /// The body is plain text, as servers and proxies send on failure.
  case plainText(String)
  /// The body begins as JSON and is not valid.
  case notJSON(JSONError)
  /// The body is JSON and not an object.
  case noObject(BidProblem)
  /// The body is longer than `limit` bytes.
  case tooLong(limit: Int)

  /// The code of Prebid's SDK: −100 × its family − its number in the family.
  public var code: Int {
    switch self {
    case .unknownAccount: -101
    case .unknownConfiguration: -102
    case .refusedSize: -103
    case .refused: -201
    case .blank, .plainText, .notJSON, .noObject: -301
    case .tooLong: -302
    }
  }

  /// Whether the server says so in the words of Prebid Server.
  package var isRefusal: Bool {
    switch self {
    case .unknownConfiguration, .unknownAccount, .refusedSize, .refused: true
    case .blank, .plainText, .notJSON, .noObject, .tooLong: false
    }
  }

  /// Whether servers and proxies are known to answer so; otherwise a file with this body is damaged.
  package var isAnswer: Bool {
    switch self {
    case .blank, .plainText, .noObject: true
    default: isRefusal
    }
  }

  /// A sentence without a full stop; it may quote the server.
  public var description: String {
    switch self {
    case .blank: "the server sent an empty body, which is an error unless the status is 204"
    case .unknownConfiguration(let text): "the server knows no such ad unit configuration: \(text)"
    case .unknownAccount(let text): "the server knows no such account: \(text)"
    case .refusedSize(let text): "the server does not accept the size: \(text)"
    case .refused(let text): "the server refused the request: \(text)"
    case .plainText(let text): "the server answered with text: \(text)"
    case .notJSON(let problem): problem.description
    case .noObject(let problem): problem.description
    case .tooLong(let limit): "expected a response of at most \(limit) bytes"
    }
  }

  /// The byte offset of the error in the body that was read; `nil` if the error has no place.
  public func offset(in body: [UInt8]) -> Int? {
    switch self {
    case .notJSON(let problem): problem.offset
    case .noObject(let problem): problem.offset(in: body)
    case .blank, .plainText: 0
    case .unknownConfiguration, .unknownAccount, .refusedSize, .refused, .tooLong: nil
    }
  }
}
