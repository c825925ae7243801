import AdEngine
import AdRendering

/// The sizes that `ad` blocks can name: those of the page's plug-in (`S3.26`, `S3.29`, D50).
struct NamedSizes: Hashable, Sendable {
  /// The configuration of the plug-in, as JSON.
  private let configuration: String

  /// The sizes of the tutorial: BANNER, BOX_BANNER and SMART_BANNER.
  static let tutorial = NamedSizes(configuration: #"{"name":"AdView"}"#)

  private init(configuration: String) {
    self.configuration = configuration
  }

  /// The sizes of a plug-in by its configuration.
  init(reading configuration: String) throws(PluginConfigurationError) {
    self.configuration = configuration
    _ = try plugin()
  }

  /// The size of a name; `nil` if the plug-in does not know it.
  func size(_ name: String) -> Size? {
    guard let size = try? plugin().size(forInlineBannerSize: name), size.isPlausible else {
      return nil
    }
    return size
  }

  private func plugin() throws(PluginConfigurationError) -> RendererPlugin {
    let timeline = AdTimeline()
    return try RendererPlugin(
      configurationJSON: configuration,
      registry: RendererCatalog.standard.makeRegistry(timeline: timeline), source: NoBids(),
      timeline: timeline)
  }
}

/// Answers nothing: nothing is asked where only sizes are.
private final class NoBids: BidSource {
  func send(
    _ request: BidRequest, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void
  ) {}
}
