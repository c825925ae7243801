/// The name and the version by which bids name a renderer.
public struct RendererIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The name, compared to the letter.
  public let name: String
  /// The version, compared to the letter.
  public let version: String

  /// Creates an identity from a name and a version.
  public init(name: String, version: String) {
    (self.name, self.version) = (name, version)
  }

  /// The default renderer of the SDK, under Prebid's name; the version is chosen (Prebid's has that of its SDK, 3.3.4).
  public static let sdk = RendererIdentity(name: "PrebidRenderer", version: "1.0.0")

  /// The name and the version with a blank between.
  public var description: String { "\(name) \(version)" }
}

/// The decision which renderer gets a bid, with its reason.
public struct RendererChoice: Hashable, Sendable {
  /// The reason for a decision.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// The bid names it, with its version.
    case named
    /// The bid names no renderer.
    case noName
    /// The bid names a renderer without a version, or with one that is not a string.
    case noVersion(name: String)
    /// No renderer of that name is registered.
    case notRegistered(name: String)
    /// The renderer of that name has another version.
    case otherVersion(name: String, wanted: String, registered: String)
    /// The renderer that the bid names makes no ads of this format.
    case otherFormat(name: String, AdFormat?)
    /// The renderer that the bid names returned `nil`.
    case madeNothing(name: String)

    /// A sentence without a full stop.
    public var description: String {
      switch self {
      case .named: "the bid names it, with its version"
      case .noName: "the bid names no renderer"
      case .noVersion(let name): "the bid names \(name) without a version"
      case .notRegistered(let name): "no renderer is registered as \(name)"
      case .otherVersion(let name, let wanted, let registered):
        "the bid wants version \(wanted) of \(name), and \(registered) is registered"
      case .otherFormat(let name, let format):
        "\(name) does not render \(format?.rawValue ?? "this format")"
      case .madeNothing(let name): "\(name) made nothing of the bid"
      }
    }
  }

  /// The chosen renderer.
  public let identity: RendererIdentity
  /// The reason for the choice.
  public let reason: Reason

  /// Whether it is the default renderer in place of another.
  public var isFallback: Bool { reason != .named }

  init(_ identity: RendererIdentity, _ reason: Reason) {
    (self.identity, self.reason) = (identity, reason)
  }

  /// Chooses by Prebid's rules (SDK 3.3.4, R1–R6): the renderer whose name and version match to the letter, else the default.
  package init(
    for bid: Bid, default fallback: RendererIdentity = .sdk, among renderers: [RendererIdentity]
  ) {
    let registered = ([fallback] + renderers).first { $0.name == bid.rendererName }
    switch (bid.rendererName, bid.rendererVersion, registered) {
    case (nil, _, _): self.init(fallback, .noName)
    case (let name?, nil, _): self.init(fallback, .noVersion(name: name))
    case (let name?, _, nil): self.init(fallback, .notRegistered(name: name))
    case (_, registered?.version, let renderer?): self.init(renderer, .named)
    case (let name?, let wanted?, let other?):
      self.init(fallback, .otherVersion(name: name, wanted: wanted, registered: other.version))
    }
  }
}
