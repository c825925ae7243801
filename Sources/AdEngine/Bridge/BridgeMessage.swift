/// What an ad's page says to the app that shows it (`S1.59`–`S1.62`).
public enum BridgeMessage: Hashable, Sendable {
  /// The name under which a page finds the bridge (`S1.50`).
  public static let handlerName = "nativeBridge"

  /// A line for the log.
  case console(level: String, text: String)
  /// The ad has this size, in points; it is one that a slot can take (D25).
  case adSize(Size)
  /// A message of a type that is not known; `fields` is all of it, as JSON.
  case unknown(type: String, fields: String)

  /// A size as a page gives it, if a slot can take it (D25).
  public static func adSize(width: Double, height: Double) throws(InvalidBridgeMessage) -> Self {
    let size = Size(width: width, height: height)
    guard size.isBelievable else { throw .size(size) }
    return .adSize(size)
  }

  /// The line that the log gets, if it gets one; what it quotes must be scrubbed.
  ///
  /// It is one text made of its parts, not a list in brackets (D26); what is very long is cut.
  public var logLine: String? {
    switch self {
    case .console(let level, let text):
      "[WebAdView] [HTML] [\(Self.cut(level.uppercased()))] \(Self.cut(text))"
    case .adSize: nil
    case .unknown(_, let fields): "[WebAdView] [HTML] [Unknown type] \(Self.cut(fields))"
    }
  }

  private static let longest = 2000

  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return "\(text[..<end])… (\(scalars.count) characters)"
  }
}

/// Why a message of a page is ignored.
public enum InvalidBridgeMessage: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has more bytes than this.
  case tooLong(limit: Int)
  /// It is no JSON, for this reason.
  case syntax(String)
  /// It is no object (`S1.62`).
  case notAnObject
  /// It has no type, or one that is no text (`S1.62`).
  case noType
  /// An `adSize` without a number as its width or its height.
  case notASize
  /// An `adSize` that no slot can take (D25).
  case size(Size)

  /// One sentence.
  public var description: String {
    switch self {
    case .tooLong(let limit): "message of more than \(limit) bytes"
    case .syntax(let problem): "message that is no JSON: \(problem)"
    case .notAnObject: "message: expected an object"
    case .noType: "message without a type: expected console or adSize"
    case .notASize: "adSize: expected width and height as numbers"
    case .size(let size):
      "adSize \(size.width) × \(size.height): expected more than 0 and at most 4096 points"
    }
  }
}
