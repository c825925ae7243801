/// A class of renderers that can be made anywhere: one that is not isolated.
package typealias RendererType = any (PluginRenderer & SendableMetatype).Type

/// The renderers and the plug-ins of a program as a value, from which new instances can be made (`S3.24`, D53).
package struct PluginCatalog: Hashable, Sendable {
  package let fallback: Renderer
  /// The other renderers, in the order in which they are registered.
  package var renderers: [Renderer]
  /// The plug-ins that pages can name.
  package private(set) var plugins: [Plugin] = []

  package init(fallback: RendererType, types: [RendererType] = []) {
    self.fallback = Renderer(fallback)
    renderers = types.map { Renderer($0) }
  }

  /// The catalog with another renderer at its end, of a type without parameters.
  package func adding(_ type: RendererType) -> PluginCatalog {
    var catalog = self
    catalog.renderers.append(Renderer(type))
    return catalog
  }

  /// Adds a plug-in and returns whether its identifier was free; the first registration of an identifier holds.
  package mutating func add(_ plugin: Plugin) -> Bool {
    guard self.plugin(plugin.identifier) == nil else { return false }
    plugins.append(plugin)
    return true
  }

  package func plugin(_ identifier: String) -> Plugin? {
    plugins.first { $0.identifier == identifier }
  }

  /// The names and versions of the renderers beside the default one; of several with one name the first (R8).
  package var identities: [RendererIdentity] {
    var taken: Set = [fallback.identity.name]
    return renderers.map(\.identity).filter { taken.insert($0.name).inserted }
  }

  /// A registry of new instances, in the order of the renderers.
  package func makeRegistry(timeline: AdTimeline) -> RendererRegistry {
    // The log keeps every line; the view filters.
    let log = CallLog(debug: DebugSettings(isDebugEnabled: true))
    let registry = RendererRegistry(default: fallback.make(), timeline: timeline, log: log)
    for renderer in renderers { registry.register(renderer.make()) }
    return registry
  }
}

extension PluginCatalog {
  /// A renderer that a catalog can make: its type, and what an instance is made with.
  package struct Renderer: Hashable, Sendable {
    /// The name and the version of the instance.
    package let identity: RendererIdentity
    private let type: ObjectIdentifier
    private let parameters: String
    private let maker: Unseen<@Sendable () -> any PluginRenderer>

    package init(_ type: RendererType) {
      identity = RendererIdentity(name: type.name, version: type.version)
      self.type = ObjectIdentifier(type)
      parameters = ""
      maker = Unseen { type.init() }
    }

    /// A renderer that is made by a function; two of a type are equal if their parameters are.
    package init<R: PluginRenderer & SendableMetatype>(
      _ type: R.Type, parameters: String, _ make: @escaping @Sendable () -> R
    ) {
      identity = make().identity
      self.type = ObjectIdentifier(type)
      self.parameters = parameters
      maker = Unseen(make)
    }

    func make() -> any PluginRenderer { maker.value() }
  }

  /// A plug-in that a catalog can make, and the configuration that it is made with.
  package struct Plugin: Hashable, Sendable {
    /// The text by which pages name the plug-in.
    package let identifier: String
    /// What the page gives the plug-in, as JSON.
    package let configurationJSON: String?
    /// The provider's name (`S3.27`).
    package let provider: String
    private let type: ObjectIdentifier
    private let maker: Unseen<@Sendable (AdPluginContext) -> any AdPlugin>

    package init<P: AdPlugin & SendableMetatype>(
      _ identifier: String, _ make: @escaping @Sendable (AdPluginContext) -> P
    ) {
      self.init(identifier, nil, ObjectIdentifier(P.self), make)
    }

    private init(
      _ identifier: String, _ configurationJSON: String?, _ type: ObjectIdentifier,
      _ make: @escaping @Sendable (AdPluginContext) -> any AdPlugin
    ) {
      (self.identifier, self.configurationJSON, self.type) = (identifier, configurationJSON, type)
      maker = Unseen(make)
      let context = AdPluginContext(timeline: AdTimeline(), configurationJSON: configurationJSON)
      provider = make(context).providerName()
    }

    /// The plug-in with the configuration of a page.
    package func configured(by json: String?) -> Plugin {
      Plugin(identifier, json, type, maker.value)
    }

    /// A new instance.
    package func make(on timeline: AdTimeline) -> any AdPlugin {
      maker.value(AdPluginContext(timeline: timeline, configurationJSON: configurationJSON))
    }
  }

  /// A value that says nothing about what is equal: it is equal to any other of its type.
  private struct Unseen<Value: Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}
