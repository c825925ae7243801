import AdPlayground

/// The playground with a renderer, a plug-in and two pages of an app.
@main enum Client {
  static func main() { app.run() }

  static var app: PlaygroundApp {
    var app = PlaygroundApp()
    app.registerPluginRenderer(HerringRenderer.self)
    app.registerPlugin("harbour") { context in HarbourPlugin(context) }
    app.addFile("fish.md", Pages.bids)
    app.addFile("pier.md", Pages.harbour)
    app.addFile("herring.json", Pages.response)
    return app
  }
}
