public import AdRendering
import Glibc

/// The program `adview` with renderers, plug-ins and pages of an app in it.
///
/// What is registered takes part in everything that the program does: the playground, sessions, checks, `explain bid`.
///
/// ```swift
/// var app = PlaygroundApp()
/// app.registerPluginRenderer(StarRenderer.self)
/// app.registerPlugin("harbour") { context in HarbourPlugin(context) }
/// app.addFile("home.md", "# Home\n\n…")
/// app.run()
/// ```
public struct PlaygroundApp: Sendable {
  /// The renderers and plug-ins, those of AdView first.
  private(set) var catalog = PluginCatalog.standard
  /// The pages and bid responses, in the order in which they were added.
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// The name by which the program was called, for its messages.
  var name = "adview"

  /// Creates the program as it is without anything of an app.
  public init() {}

  /// Registers a renderer (`S4.24`) and returns whether its name was free; the first registration of a name holds.
  @discardableResult
  public mutating func registerPluginRenderer<R: PluginRenderer & SendableMetatype>(
    _ type: R.Type
  ) -> Bool {
    register(PluginCatalog.Renderer(type))
  }

  /// Registers a renderer that a function makes (D53) and returns whether its name was free.
  ///
  /// The playground makes new renderers for each ad that it shows, so the function returns equal ones at each call.
  /// `check` and `tune` call it on several threads.
  @discardableResult
  public mutating func registerPluginRenderer<R: PluginRenderer & SendableMetatype>(
    _ make: @escaping @Sendable () -> R
  ) -> Bool {
    register(PluginCatalog.Renderer(R.self, parameters: "", make))
  }

  private mutating func register(_ renderer: PluginCatalog.Renderer) -> Bool {
    let isFree = !([catalog.fallback] + catalog.renderers).contains {
      $0.identity.name == renderer.identity.name
    }
    // One that is refused is kept: the playground shows that it is not registered.
    catalog.renderers.append(renderer)
    return isFree
  }

  /// Registers a plug-in (`S3.24`) that pages name by its identifier, as `plugin: harbour`, and returns whether that was
  /// free.
  ///
  /// The plug-in has all ads of such a page. The playground makes a new one for each ad that it shows.
  @discardableResult
  public mutating func registerPlugin<P: AdPlugin & SendableMetatype>(
    _ identifier: String, _ make: @escaping @Sendable (AdPluginContext) -> P
  ) -> Bool {
    catalog.add(PluginCatalog.Plugin(identifier, make))
  }

  /// Adds a page, or bid responses that pages name, under a name such as `home.md`; the first page opens at the start.
  public mutating func addFile(_ name: String, _ text: String) {
    files.append((name, Array(text.utf8)))
  }

  /// Runs the program with the arguments of the process, and ends the process with the program's exit code.
  public func run() -> Never {
    var app = self
    if let name = CommandLine.arguments.first?.split(separator: "/").last {
      app.name = String(name)
    }
    exit(AdviewCommand.run(Array(CommandLine.arguments.dropFirst()), Console(app: app)))
  }

  /// The pages, those of the demo last.
  var pages: [(name: String, bytes: [UInt8])] {
    files.filter { !$0.name.hasSuffix(".json") } + BuiltInDemo.pages
  }

  /// The bid responses that pages name, those of the demo last.
  var responses: [(name: String, bytes: [UInt8])] {
    files.filter { $0.name.hasSuffix(".json") } + BuiltInDemo.responses
  }
}
