extension RendererCatalog {
  /// The renderers that come with AdView; add yours here to try it on pages that name responses.
  public static let standard = RendererCatalog(
    fallback: DefaultRenderer.self,
    types: [RichTextRenderer.self, SampleAdapterRenderer.self, MisbehavingRenderer.self])
}
