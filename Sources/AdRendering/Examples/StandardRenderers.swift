extension RendererCatalog {
  /// The renderers of AdView; one that is added here is available to pages with recorded responses.
  package static let standard = RendererCatalog(
    fallback: DefaultRenderer.self,
    types: [RichTextRenderer.self, SampleAdapterRenderer.self, MisbehavingRenderer.self])

  /// The catalog with the sample adapter's SDK having this token, if there is one (`S4.9`, D53).
  package func handing(token: String?) -> RendererCatalog {
    guard let token else { return self }
    var catalog = self
    catalog.entries = entries.map { entry in
      entry == Entry(SampleAdapterRenderer.self)
        ? Entry(SampleAdapterRenderer.self, parameters: token) {
          SampleAdapterRenderer(token: token)
        } : entry
    }
    return catalog
  }
}
