/// The types of renderers, from which a registry of new instances can be made (D53).
///
/// Unlike a registry it is a value.
package struct RendererCatalog: Hashable, Sendable {
  /// The default renderer.
  package let fallback: any PluginRenderer.Type
  /// The other renderers, in the order in which they are registered.
  package var types: [any PluginRenderer.Type]

  package init(fallback: any PluginRenderer.Type, types: [any PluginRenderer.Type] = []) {
    self.fallback = fallback
    self.types = types
  }

  /// The catalog with another renderer at its end.
  package func adding(_ type: any PluginRenderer.Type) -> RendererCatalog {
    RendererCatalog(fallback: fallback, types: types + [type])
  }

  /// The names and versions of the renderers beside the default one; of several with one name the first (R8).
  package var identities: [RendererIdentity] {
    types.reduce(into: []) { identities, type in
      let identity = RendererIdentity(name: type.name, version: type.version)
      if identity.isFree(among: identities, default: fallback.name) { identities.append(identity) }
    }
  }

  /// A registry of new instances, in the order of the types.
  package func makeRegistry(timeline: AdTimeline) -> RendererRegistry {
    let registry = RendererRegistry(default: fallback.init(), timeline: timeline)
    for type in types { registry.register(type.init()) }
    return registry
  }

  package static func == (left: RendererCatalog, right: RendererCatalog) -> Bool {
    left.identifiers == right.identifiers
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identifiers)
  }

  private var identifiers: [ObjectIdentifier] {
    [ObjectIdentifier(fallback)] + types.map { ObjectIdentifier($0) }
  }
}
