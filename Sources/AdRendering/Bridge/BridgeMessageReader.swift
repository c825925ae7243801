public import AdEngine

/// Reads the messages that an ad's page posts (`S1.59`–`S1.62`).
public enum BridgeMessageReader {
  /// The maximum size of a message, in bytes.
  public static let maxBytes = 1 << 20

  /// Reads a message from JSON.
  public static func read(_ text: String) throws(BridgeMessageError) -> BridgeMessage {
    guard text.utf8.count <= maxBytes else { throw .tooLong(limit: maxBytes) }
    return try read(
      try restating(try JSONReader.read(text)) { (error: JSONError) in
        BridgeMessageError.syntax(error.description)
      })
  }

  /// Reads a message that has been parsed.
  public static func read(_ value: JSONValue) throws(BridgeMessageError) -> BridgeMessage {
    guard case .object = value else { throw .notAnObject }
    guard let type = value["type"]?.text else { throw .noType }
    switch type {
    case "console":
      return .console(level: value["level"]?.text ?? "log", text: value["message"]?.text ?? "")
    case "adSize":
      guard let width = value["width"]?.number, let height = value["height"]?.number else {
        throw .notASize
      }
      return .adSize(Size(width: width, height: height))
    default: return .unknown(type: type, fields: value.json)
    }
  }
}
