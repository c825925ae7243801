/// The user's choice from outside: a word, which counts on every page, or a TC string, which depends on what a page needs.
public enum ConsentChoice: Hashable, Sendable {
  /// A word, which counts for all purposes and vendors.
  case status(ConsentStatus)
  /// A TC string, which is read against what a page needs.
  indirect case tcString(ConsentString)

  /// The user has not chosen yet.
  public static let unset = ConsentChoice.status(.unset)
  /// Consent to all purposes and vendors.
  public static let granted = ConsentChoice.status(.granted)
  /// Refusal of all purposes and vendors.
  public static let denied = ConsentChoice.status(.denied)

  /// Its status for a page that needs this: the one rule, ``TCFRequirement``.
  public func status(for needed: TCFRequirement) -> ConsentStatus {
    switch self {
    case .status(let status): status
    case .tcString(let string): needed.verdict(on: string.content).status
    }
  }

  /// The consent data that ads receive.
  public var handOff: ConsentPayload {
    switch self {
    case .status: .none
    case .tcString(let string): ConsentPayload(string.text)
    }
  }

  /// The input for the engine of a page that needs these purposes and vendors.
  public func input(for needed: TCFRequirement) -> Engine.Input {
    .consentChanged(status(for: needed), handOff)
  }

  /// The TC string, if it is one.
  public var string: ConsentString? {
    if case .tcString(let string) = self { string } else { nil }
  }
}

/// A TC string and what it says; its text is what ads are handed, so another spelling is another string.
public struct ConsentString: Hashable, Sendable {
  /// The text, without white space around it.
  public let text: String
  /// The fields of the string.
  public let content: TCString

  /// Reads a TC string.
  ///
  /// - Throws: ``TCStringError`` with the place of the mistake in `text`.
  public init(_ text: String) throws(TCStringError) {
    content = try TCString(text)
    self.text = String(
      decoding: text.utf8.split(whereSeparator: \.isASCIISpace).joined(), as: UTF8.self)
  }

  /// Writes a TC string.
  init(writing content: TCString) {
    text = content.encoded()
    self.content = content
  }
}
