/// A navigation that an ad's page asks for, as it said it and as the host has read it.
///
/// Whether a user has touched the ad is no part of it: the engine knows that from the clicks (D32).
public struct NavigationAttempt: Hashable, Sendable {
  /// The address as the page gave it.
  public var text: String
  /// The address, read, then the one that a command to the bridge carries, and so on, up to ``maxAddresses``.
  public var addresses: [Result<URLParts, URLSyntaxError>]
  /// In which frame the page opens the first address; what a bridge command carries opens a new window.
  public var frame: NavigationFrame
  /// The number of the action: two reports with one number are one action (D33); `nil` when the host does not know it.
  public var action: Int?

  /// How many addresses are looked at, commands to the bridge included.
  public static let maxAddresses = 4

  /// Makes an attempt from the text of the page and the addresses read from it.
  public init(
    _ text: String, _ addresses: [Result<URLParts, URLSyntaxError>], frame: NavigationFrame,
    action: Int? = nil
  ) {
    (self.text, self.addresses, self.frame, self.action) = (text, addresses, frame, action)
  }
}

/// A navigation that left its ad or was stopped: where to, and why.
public struct ResolvedNavigation: Hashable, Sendable {
  /// The address as it may be opened and shown; of one that could not be read, the text that was given, cut.
  public let address: String
  /// What became of the attempt, and why.
  public let decision: NavigationDecision

  /// Makes one of a decision on an address that the page gave as `text`.
  public init(_ text: String, _ decision: NavigationDecision) {
    let whole = decision.url?.text ?? text
    address = decision.verdict == .external ? whole : whole.cut(to: Self.maxBlockedLength)
    self.decision = decision
  }

  /// How many characters are kept of an address that was stopped.
  private static let maxBlockedLength = 2000
}

extension String {
  /// The text, or its first `longest` scalars and their total number.
  func cut(to longest: Int) -> String {
    let scalars = unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return "\(self[..<end])… (\(scalars.count) characters)"
  }
}
