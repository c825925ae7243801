extension PluginCatalog {
  /// The renderers of AdView; one that is added here is available to pages with recorded responses.
  package static let standard = PluginCatalog(
    fallback: DefaultRenderer.self,
    types: [RichTextRenderer.self, SampleAdapterRenderer.self, MisbehavingRenderer.self])

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
