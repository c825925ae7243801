/// The name and the version of a renderer, as bids name it.
public struct RendererIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let name: String
  /// The version.
  public let version: String

  /// Makes an identity.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// Reads `NAME@VERSION`; `nil` where a part of it is missing, and where it has more than the two.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(name: String(parts[0]), version: String(parts[1]))
  }

  /// The default renderer of the SDK, under Prebid's name.
  public static let sdk = RendererIdentity(name: "PrebidRenderer", version: "1.0.0")

  /// Name and version.
  public var description: String { "\(name) \(version)" }
}

/// Which renderer a bid is given to, and why.
public struct RendererChoice: Hashable, Sendable {
  /// Why a renderer was chosen.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// The bid names it, with its version.
    case named
    /// The bid names no renderer.
    case noName
    /// The bid names a renderer without a version, or with one that is no text.
    case noVersion(name: String)
    /// No renderer of that name is registered.
    case notRegistered(name: String)
    /// The renderer of that name has another version.
    case otherVersion(name: String, wanted: String, registered: String)
    /// The renderer that the bid names makes no ads of this format.
    case otherFormat(name: String, AdFormat?)
    /// The renderer that the bid names had an internal error.
    case madeNothing(name: String)

    /// One sentence without a full stop.
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

  /// The renderer.
  public let identity: RendererIdentity
  /// Why.
  public let reason: Reason

  /// Whether it is the default renderer, in place of what the bid may have named.
  public var isFallback: Bool { reason != .named }

  init(_ identity: RendererIdentity, _ reason: Reason) {
    self.identity = identity
    self.reason = reason
  }
}

/// Names and versions of renderers by Prebid's rules: the first registration of a name holds (R8), versions match to
/// the letter, and whatever does not match goes to the default renderer.
public struct RendererDirectory: Hashable, Sendable {
  /// The default renderer.
  public let fallback: RendererIdentity
  /// The other renderers, in the order in which they were registered.
  public private(set) var identities: [RendererIdentity] = []

  /// Makes a directory of the default renderer alone.
  public init(fallback: RendererIdentity = .sdk) {
    self.fallback = fallback
  }

  /// Adds a renderer, and returns whether its name was free.
  public mutating func register(_ identity: RendererIdentity) -> Bool {
    guard self[identity.name] == nil else { return false }
    identities.append(identity)
    return true
  }

  /// Takes a renderer out, and returns whether it was there; the default renderer stays.
  @discardableResult
  public mutating func unregister(_ name: String) -> Bool {
    let count = identities.count
    identities.removeAll { $0.name == name }
    return identities.count < count
  }

  /// The renderer that is registered under a name, the default one included.
  public subscript(name: String) -> RendererIdentity? {
    fallback.name == name ? fallback : identities.first { $0.name == name }
  }

  /// The renderer for a bid (R1–R6).
  public func choice(for bid: Bid) -> RendererChoice {
    guard let name = bid.rendererName else { return RendererChoice(fallback, .noName) }
    guard let version = bid.rendererVersion else {
      return RendererChoice(fallback, .noVersion(name: name))
    }
    guard let registered = self[name] else {
      return RendererChoice(fallback, .notRegistered(name: name))
    }
    guard registered.version == version else {
      return RendererChoice(
        fallback,
        .otherVersion(name: name, wanted: version, registered: registered.version))
    }
    return RendererChoice(registered, .named)
  }
}
