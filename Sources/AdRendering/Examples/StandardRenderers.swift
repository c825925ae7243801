extension RendererCatalog {
  /// The renderers of AdView; one that is added here is available to pages with recorded responses.
  package static let standard = RendererCatalog(
    fallback: DefaultRenderer.self,
    types: [RichTextRenderer.self, SampleAdapterRenderer.self, MisbehavingRenderer.self])
}
