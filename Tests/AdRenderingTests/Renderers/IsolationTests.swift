import AdEngine
import AdRendering
import TestSupport
import Testing

/// Renderers and views of an app that belong to the main actor, as everything does that holds a view.
@Suite(.tags(.fast)) struct IsolationTests {
  @MainActor final class MainRenderer: @MainActor PluginRenderer {
    static let name = "MainRenderer"
    static let version = "1.0"
    let ads = RenderedAds()

    func createBannerAdView(
      with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
      adViewDelegate: AdEvents
    ) -> (any BannerAdView)? { MainAd(frame, adViewDelegate) }
  }

  @MainActor final class MainAd: @MainActor BannerAdView {
    private(set) var content: AdContent?
    private let size: Size
    private let events: AdEvents

    init(_ size: Size, _ events: AdEvents) { (self.size, self.events) = (size, events) }

    func loadAd() {
      content = AdContent(size: size)
      events.adDidLoad()
    }
  }

  @MainActor final class Cell: @MainActor AdView, @MainActor AdParent {
    var states: [AdViewState] = []
    var screenSize: Size { Size(width: 390, height: 844) }

    func adLoaded(view: AdContent?) {}
    func stateChanged(adViewState: AdViewState) { states.append(adViewState) }
    func adLoadFailed(error: AdRenderingError) {}
    func adFailedToPresent(error: AdRenderingError) {}
  }

  @MainActor final class Server: @MainActor BidSource {
    func send(
      _ request: BidRequest, by connection: AdConnection,
      _ receive: @escaping (Result<BidResponse, BidError>) -> Void
    ) { connection.after(100) { receive(Result { () throws(BidError) in try Self.response() }) } }

    static func response() throws(BidError) -> BidResponse {
      try BidResponseReader.read(
        Array(
          #"""
          {"id":"1","cur":"EUR","seatbid":[{"bid":[{"id":"b1","impid":"1","price":1.2,"adm":"herring",
           "w":300,"h":250,"ext":{"prebid":{"targeting":{"hb_pb":"1.20","hb_bidder":"quayside"},
           "meta":{"rendererName":"MainRenderer","rendererVersion":"1.0"}}}}]}]}
          """#.utf8))
    }
  }

  @MainActor @Test func `a renderer, a source and a view of the main actor make an ad`() {
    let timeline = AdTimeline()
    let registry = RendererRegistry(default: MainRenderer(), timeline: timeline)
    let plugin = RendererPlugin("Harbour", registry: registry, source: Server(), timeline: timeline)
    let cell = Cell()
    let presenter = plugin.createAdPresenter(adView: cell, parent: cell)
    presenter.load(adConfig: AdConfig(unit: "home", inlineBannerSize: "BANNER"))
    timeline.advance(to: Instant(milliseconds: 200))
    #expect(cell.states == [.loading, .loaded])
    #expect(presenter.getSize().height > 0)
  }
}
