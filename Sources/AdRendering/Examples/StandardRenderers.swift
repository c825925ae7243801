extension PluginCatalog {
  /// The renderers of AdView; a program of an app adds its own.
  package static let standard = PluginCatalog(
    fallback: DefaultRenderer.self,
    types: [RichTextRenderer.self, SampleAdapterRenderer.self])

  /// The catalog with the sample adapter's SDK having this token, if there is one (`S4.9`, D53).
  package func handing(token: String?) -> PluginCatalog {
    guard let token else { return self }
    var catalog = self
    catalog.renderers = renderers.map { renderer in
      renderer == Renderer(SampleAdapterRenderer.self)
        ? Renderer(SampleAdapterRenderer.self, parameters: token) {
          SampleAdapterRenderer(token: token)
        } : renderer
    }
    return catalog
  }
}
