/// A class of renderers that can be made anywhere: one that is not isolated.
package typealias RendererType = any (PluginRenderer & SendableMetatype).Type

/// The renderers, as a value, from which a registry of new instances can be made (D53).
package struct RendererCatalog: Hashable, Sendable {
  /// A renderer that a catalog can make: its type, and what an instance is made with.
  package struct Entry: Hashable, Sendable {
    /// The name and the version of the instance.
    package let identity: RendererIdentity
    private let type: ObjectIdentifier
    private let parameters: String
    fileprivate let make: @Sendable () -> any PluginRenderer

    package init(_ type: RendererType) {
      identity = RendererIdentity(name: type.name, version: type.version)
      self.type = ObjectIdentifier(type)
      parameters = ""
      make = { type.init() }
    }

    /// A renderer that is made by a function; two entries of a type are equal if their parameters are.
    package init<Renderer: PluginRenderer & SendableMetatype>(
      _ type: Renderer.Type, parameters: String, _ make: @escaping @Sendable () -> Renderer
    ) {
      identity = make().identity
      self.type = ObjectIdentifier(type)
      self.parameters = parameters
      self.make = make
    }

    package static func == (left: Entry, right: Entry) -> Bool {
      left.type == right.type && left.parameters == right.parameters
        && left.identity == right.identity
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(parameters)
      hasher.combine(identity)
    }
  }

  /// The default renderer.
  package let fallback: Entry
  /// The other renderers, in the order in which they are registered.
  package var entries: [Entry]

  package init(fallback: RendererType, types: [RendererType] = []) {
    self.fallback = Entry(fallback)
    entries = types.map { Entry($0) }
  }

  /// The catalog with another renderer at its end, of a type without parameters.
  package func adding(_ type: RendererType) -> RendererCatalog {
    var catalog = self
    catalog.entries.append(Entry(type))
    return catalog
  }

  /// The names and versions of the renderers beside the default one; of several with one name the first (R8).
  package var identities: [RendererIdentity] {
    var taken: Set = [fallback.identity.name]
    return entries.map(\.identity).filter { taken.insert($0.name).inserted }
  }

  /// A registry of new instances, in the order of the entries.
  package func makeRegistry(timeline: AdTimeline) -> RendererRegistry {
    // The log keeps every line; the view filters.
    let log = CallLog(debug: DebugSettings(isDebugEnabled: true))
    let registry = RendererRegistry(default: fallback.make(), timeline: timeline, log: log)
    for entry in entries { registry.register(entry.make()) }
    return registry
  }
}
