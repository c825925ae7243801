import AdEngine

/// The reason why the configuration of a plug-in is invalid.
public struct PluginConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence without a full stop: the key, and what was expected there.
  public let description: String
}

/// The configuration of a plug-in, as JSON writes it (`S3.29`).
public struct PluginConfiguration: Hashable, Sendable {
  /// The provider's name as people read it.
  public let name: String
  /// The account in bid requests.
  public let account: String?
  /// The named sizes of inline banners.
  public let sizes: BannerSizes

  /// Reads a configuration:
  /// `{"name":"Harbour","account":"acc","sizes":{"BOX":{"width":300,"height":250},"WIDE":{"height":50}}}`.
  ///
  /// The name is required. Sizes are in points; without a width a size is as wide as the screen. Without `sizes` they are
  /// those of ``BannerSizes/tutorial``.
  ///
  /// - Throws: ``PluginConfigurationError`` for invalid JSON, an unknown key, or a value of a wrong type.
  public init(json: String) throws(PluginConfigurationError) {
    let value = try restating(try JSONReader.read(json)) { (error: JSONError) in
      PluginConfigurationError(description: error.description)
    }
    guard case .object(let fields) = value else {
      throw PluginConfigurationError(description: "byte 1: expected an object")
    }
    if let key = fields.keys.sorted().first(where: { !["name", "account", "sizes"].contains($0) }) {
      throw PluginConfigurationError(
        description: "\(key): expected no keys but name, account and sizes")
    }
    guard let name = fields["name"]?.text, !name.isEmpty else {
      throw PluginConfigurationError(description: "name: expected a text")
    }
    if let account = fields["account"], account.text == nil {
      throw PluginConfigurationError(description: "account: expected a text")
    }
    var sizes = BannerSizes.tutorial
    if let value = fields["sizes"] { sizes.names = try Self.sizes(value) }
    self.name = name
    account = fields["account"]?.text
    self.sizes = sizes
  }

  private static func sizes(
    _ value: JSONValue
  ) throws(PluginConfigurationError) -> [String: BannerSizes.Measure] {
    guard case .object(let names) = value else {
      throw PluginConfigurationError(description: "sizes: expected an object of sizes by name")
    }
    var sizes: [String: BannerSizes.Measure] = [:]
    for name in names.keys.sorted() {
      guard let size = names[name], let height = size["height"]?.number,
        size["width"] == nil || size["width"]?.number != nil,
        Size(width: size["width"]?.number ?? 1, height: height).isPlausible
      else {
        throw PluginConfigurationError(
          description: "sizes.\(name): expected a height and, unless it is the screen's, a width,"
            + " of more than 0 and at most 4096 points")
      }
      sizes[name] =
        (size["width"]?.number).map { .fixed(Size(width: $0, height: height)) }
        ?? .screenWide(height: height)
    }
    return sizes
  }
}

extension RendererPlugin {
  /// Creates a plug-in from its configuration as JSON, which ``PluginConfiguration/init(json:)`` reads (`S3.29`).
  ///
  /// - Throws: ``PluginConfigurationError`` as that does.
  public convenience init(
    configurationJSON: String, registry: RendererRegistry, source: any BidSource,
    timeline: AdTimeline
  ) throws(PluginConfigurationError) {
    let configuration = try PluginConfiguration(json: configurationJSON)
    self.init(
      configuration.name, registry: registry, source: source, timeline: timeline,
      account: configuration.account, sizes: configuration.sizes)
  }
}
