import FoundationEssentials

/// What a bid's `adm` is: usually markup, and in some bids Base64 of it (D59).
public enum AdMarkup: Hashable, Sendable {
  /// HTML, or text.
  case html(String)
  /// A video's VAST.
  case vast(String)
  /// The parts of a native ad.
  case native(JSONValue)

  /// Tells what the markup of a bid is.
  public static func read(_ markup: String?) throws(AdMarkupError) -> AdMarkup {
    guard let markup, markup.contains(where: { !$0.isWhitespace }) else { throw .missing }
    return try plain(decoded(markup) ?? markup)
  }

  private static func plain(_ markup: String) throws(AdMarkupError) -> AdMarkup {
    let beginning = markup.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if beginning.first == "{" {
      do throws(InvalidJSON) {
        return .native(try JSONReader.read(markup))
      } catch {
        throw .notNative(error)
      }
    }
    let isVAST = beginning.hasPrefix("<VAST") || beginning.hasPrefix("<?xml")
    return isVAST ? .vast(markup) : .html(markup)
  }

  /// The markup that Base64 stands for; `nil` for a text that only looks like it.
  private static func decoded(_ markup: String) -> String? {
    let bytes = markup.utf8.filter { !(0x09...0x0D).contains($0) && $0 != 0x20 }
    guard bytes.count % 4 == 0, let data = Data(base64Encoded: Data(bytes)),
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    let first = text.first { !$0.isWhitespace }
    return first == "<" || first == "{" ? text : nil
  }
}

/// Why there is no markup to render.
public enum AdMarkupError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is none, or only blanks (`S4.14`).
  case missing
  /// It begins as the JSON of a native ad and is none.
  case notNative(InvalidJSON)

  /// The sentence of the seed's sample for markup that is missing.
  public var description: String {
    switch self {
    case .missing: "Ad markup is missing"
    case .notNative(let problem): "native markup: \(problem)"
    }
  }
}
