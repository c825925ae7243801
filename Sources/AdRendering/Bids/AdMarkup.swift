import AdEngine

/// The content of a bid's `adm` (OpenRTB 2.6), which may be encoded in Base64 (D59).
public enum AdMarkup: Hashable, Sendable {
  case html(String)
  /// A video as a VAST document.
  case vast(String)
  /// The parts of a native ad.
  case native(JSONValue)

  /// Recognises the markup of a bid by how it begins; ``AdMarkup/html(_:)`` if by nothing else.
  public static func read(_ markup: String?) throws(AdMarkupError) -> AdMarkup {
    guard let markup, markup.contains(where: { !$0.isWhitespace }) else { throw .missing }
    return try plain(decoded(markup) ?? markup)
  }

  private static func plain(_ markup: String) throws(AdMarkupError) -> AdMarkup {
    let beginning = markup.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if beginning.first == "{" {
      return .native(try restating(try JSONReader.read(markup), as: AdMarkupError.notNative))
    }
    let isVAST = beginning.hasPrefix("<VAST") || beginning.hasPrefix("<?xml")
    return isVAST ? .vast(markup) : .html(markup)
  }

  /// The bytes that stand in Base64 in a bid's `adm`, for renderers whose ads are no markup (`S4.12`).
  ///
  /// `nil` of any other text, and of one that may as well be a word: of fewer than 16 characters (chosen) and without padding.
  public static func bytes(_ adm: String?) -> [UInt8]? {
    guard let adm, adm.utf8.count >= 16 || adm.hasSuffix("=") else { return nil }
    return base64(adm)
  }

  private static func base64(_ text: String) -> [UInt8]? {
    Base64.standard.bytes(of: text.utf8.filter { !$0.isASCIISpace })
  }

  /// The markup encoded in Base64; `nil` if the text is not Base64 of markup.
  private static func decoded(_ markup: String) -> String? {
    guard let text = base64(markup).flatMap({ String(validating: $0, as: UTF8.self) }) else {
      return nil
    }
    let first = text.first { !$0.isWhitespace }
    return first == "<" || first == "{" ? text : nil
  }
}

/// The reason why a bid has no markup to render.
public enum AdMarkupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The markup is absent or blank (`S4.14`).
  case missing
  /// The markup begins as the JSON of a native ad and is not valid JSON.
  case notNative(JSONError)

  /// A sentence without a full stop; for missing markup it is that of the sample adapter.
  public var description: String {
    switch self {
    case .missing: "Ad markup is missing"
    case .notNative(let problem): "native markup: \(problem)"
    }
  }
}
