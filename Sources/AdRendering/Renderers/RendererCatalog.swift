/// Which renderers there are, by their types: enough to make a registry of new ones.
///
/// Unlike a registry it is a value, so that what begins with the same catalog goes the same way (D53).
public struct RendererCatalog: Hashable, Sendable {
  /// The renderer for bids that name no other.
  public let fallback: any PluginRenderer.Type
  /// The other renderers, in the order in which they are registered.
  public var types: [any PluginRenderer.Type]

  /// Makes a catalog.
  public init(fallback: any PluginRenderer.Type, types: [any PluginRenderer.Type] = []) {
    self.fallback = fallback
    self.types = types
  }

  /// The catalog with one more renderer, behind the others.
  public func adding(_ type: any PluginRenderer.Type) -> RendererCatalog {
    RendererCatalog(fallback: fallback, types: types + [type])
  }

  /// The names and versions of the renderers beside the default one; of several with one name the first (R8).
  package var identities: [RendererIdentity] {
    types.reduce(into: []) { identities, type in
      let identity = RendererIdentity(name: type.name, version: type.version)
      if identity.isFree(among: identities, default: fallback.name) { identities.append(identity) }
    }
  }

  /// A registry of new renderers; it knows those whose names were taken.
  public func makeRegistry(timeline: AdTimeline) -> RendererRegistry {
    let registry = RendererRegistry(default: fallback.init(), timeline: timeline)
    for type in types { registry.register(type.init()) }
    return registry
  }

  /// Whether two catalogs hold the same types in the same order.
  public static func == (left: RendererCatalog, right: RendererCatalog) -> Bool {
    left.identifiers == right.identifiers
  }

  /// Hashes the types.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifiers)
  }

  private var identifiers: [ObjectIdentifier] {
    [ObjectIdentifier(fallback)] + types.map { ObjectIdentifier($0) }
  }
}
