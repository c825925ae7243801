/// What an ad's page says to the app that shows it (`S1.59`–`S1.62`).
public enum BridgeMessage: Hashable, Sendable {
  /// The name under which a page finds the bridge (`S1.50`).
  public static let handlerName = "nativeBridge"

  /// A line for the log.
  case console(level: String, text: String)
  /// The ad has this size, in points; the engine says whether a slot can take it (D25).
  case adSize(Size)
  /// A message of a type that is not known; `fields` is all of it, as JSON.
  case unknown(type: String, fields: String)

  /// The line for the log, if any: the message's parts (D26), the very long ones cut; what it quotes must be scrubbed.
  public var logLine: String? {
    switch self {
    case .console(let level, let text):
      "[WebAdView] [HTML] [\(level.uppercased().cut(to: Self.maxLength))] \(text.cut(to: Self.maxLength))"
    case .adSize: nil
    case .unknown(_, let fields):
      "[WebAdView] [HTML] [Unknown type] \(fields.cut(to: Self.maxLength))"
    }
  }

  private static let maxLength = 2000
}

/// Why a message of a page is ignored.
public enum BridgeMessageError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// What was expected, in one sentence.
  public var description: String {
    switch self {
    case .tooLong(let limit): "message of more than \(limit) bytes"
    case .syntax(let problem): "message that is no JSON: \(problem)"
    case .notAnObject: "message: expected an object"
    case .noType: "message without a type: expected console or adSize"
    case .notASize: "adSize: expected width and height as numbers"
    }
  }
}
