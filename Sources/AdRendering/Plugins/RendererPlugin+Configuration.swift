import AdEngine

/// Why a plug-in's configuration is none.
public struct PluginConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop: where, and what was expected.
  public let description: String
}

extension RendererPlugin {
  /// Makes a plug-in of its configuration as JSON (`S3.29`):
  /// `{"name":"Harbour","account":"acc","sizes":{"BOX":{"width":300,"height":250},"WIDE":{"height":50}}}`.
  ///
  /// The name is required. Sizes are in points, and as wide as the screen where no width is given; without `sizes` they
  /// are those of ``BannerSizes/tutorial``.
  ///
  /// - Throws: ``PluginConfigurationError`` for what is no JSON, an unknown key, or a value of a wrong type.
  public convenience init(
    configurationJSON: String, registry: RendererRegistry, source: any BidSource,
    timeline: AdTimeline
  ) throws(PluginConfigurationError) {
    let fields: [String: JSONValue]
    do throws(InvalidJSON) {
      guard case .object(let read) = try JSONReader.read(configurationJSON) else {
        throw InvalidJSON(offset: 0, expected: "an object")
      }
      fields = read
    } catch {
      throw PluginConfigurationError(description: error.description)
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
    self.init(
      name, registry: registry, source: source, timeline: timeline,
      account: fields["account"]?.text,
      sizes: sizes)
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
        Size(width: size["width"]?.number ?? 1, height: height).isBelievable
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
