import AdEngine
import AdRendering
import TestSupport
import Testing

/// The seeds' flows between a host and its plug-in (FLOW-1–8, S3.1–S3.29, D44–D50).
@Suite(.tags(.fast)) struct FlowTests {
  /// A plug-in whose presenter is called by the test.
  private final class HandPlugin: AdPlugin {
    private(set) var presenters: [HandPresenter] = []
    func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
      let presenter = HandPresenter(adView)
      presenters.append(presenter)
      return presenter
    }
    func size(forInlineBannerSize name: String) -> Size {
      BannerSizes.tutorial.size(forInlineBannerSize: name, screenWidth: 384)
    }
    func providerName() -> String { "by hand" }
  }

  private final class HandPresenter: AdPresenter {
    let view: any AdView
    private(set) var config: AdConfig?
    var shows = true
    /// What it says when it does not show, if it says anything.
    var refusal: AdRenderingError?
    init(_ view: any AdView) { self.view = view }
    func load(adConfig: AdConfig) {
      config = adConfig
      view.stateChanged(adViewState: .loading)
    }
    func getSize() -> Size { .zero }
    func showInterstitial() -> Bool { present() }
    func adWasPlaced() -> Bool { present() }
    private func present() -> Bool {
      if let refusal { view.adFailedToPresent(error: refusal) }
      return shows
    }
    func succeed(_ content: AdContent? = AdContent(size: Size(width: 320, height: 50))) {
      view.adLoaded(view: content)
      view.stateChanged(adViewState: .loaded)
    }
    func fail() {
      view.adLoadFailed(error: .renderer("no"))
      view.stateChanged(adViewState: .failed)
    }
  }

  /// Shows the interstitial inside `adLoaded`, as the source of the seed does.
  private final class Hasty: AdHostDelegate {
    func host(_ host: AdHost, loaded view: AdContent?) { host.showInterstitial() }
  }

  /// Notes what it is told, without a word for calls that had no effect.
  private final class Diary: AdHostDelegate {
    private(set) var entries: [String] = []
    func host(_ host: AdHost, loaded view: AdContent?) { entries.append("loaded") }
    func host(_ host: AdHost, changedTo state: AdViewState) { entries.append(state.rawValue) }
    func host(_ host: AdHost, failedWith error: AdRenderingError) { entries.append("\(error)") }
    func host(_ host: AdHost, failedToPresentWith error: AdRenderingError) {
      entries.append("not presented: \(error)")
    }
  }

  private let screen = Screen()
  private let plugin = HandPlugin()

  private func host(_ type: AdType = .inlineBanner, of plugin: (any AdPlugin)? = nil) -> AdHost {
    let config =
      type == .inlineBanner
      ? AdConfig(unit: "unit", inlineBannerSize: "BANNER") : AdConfig(unit: "unit", type: type)
    return AdHost(config, plugin: plugin ?? self.plugin, parent: screen)
  }

  @Test func `FLOW-1 S3.2 a banner: create, load, loading, adLoaded with a view, loaded`() throws {
    let host = host()
    #expect(host.state == .uninitialized)
    host.load()
    try #require(plugin.presenters.first).succeed()
    #expect(
      host.flow == [
        .createAdPresenter, .load, .state(.loading), .adLoaded(hasView: true), .state(.loaded),
      ])
    #expect(host.flow.map(\.caller) == [.sdk, .sdk, .plugin, .plugin, .plugin])
    #expect(plugin.presenters.first?.config?.inlineBannerSize == "BANNER")
  }

  @Test(arguments: AdType.allCases)
  func `FLOW-2 S3.3 S3.5 a failure: loading, adLoadFailed, failed, and no adLoaded`(type: AdType)
    throws
  {
    let host = host(type)
    host.load()
    try #require(plugin.presenters.first).fail()
    #expect(
      host.flow == [
        .createAdPresenter, .load, .state(.loading), .adLoadFailed(.renderer("no")),
        .state(.failed),
      ])
  }

  @Test func `S3.9 S3.10 the host's delegate is told of the ad, the failure and each state`() {
    for (succeeds, last) in [(true, ["loaded", "loaded"]), (false, ["no", "failed"])] {
      let (host, diary) = (host(), Diary())
      host.delegate = diary
      host.load()
      if succeeds { plugin.presenters.last?.succeed() } else { plugin.presenters.last?.fail() }
      #expect(diary.entries == ["loading"] + last)
    }
  }

  @Test func `S4.15 an interstitial whose screen has gone is not shown`() {
    var passing: Screen? = Screen()
    let host = AdHost(
      AdConfig(unit: "unit", type: .interstitial), plugin: plugin, parent: passing ?? screen)
    host.load()
    plugin.presenters.last?.succeed()
    passing = nil
    #expect(!host.showInterstitial())
    #expect(host.flow.last == .violation(.show(.loaded)))
  }

  @Test
  func `FLOW-3 S3.4 D44 an interstitial: adLoaded without a view, loaded, show, impressed, closed`()
    throws
  {
    let host = host(.interstitial)
    host.load()
    try #require(plugin.presenters.first).succeed()
    #expect(host.showInterstitial())
    host.close()
    #expect(
      host.flow.dropFirst(2) == [
        .state(.loading), .adLoaded(hasView: false), .state(.loaded), .showInterstitial,
        .state(.impressed), .state(.closed),
      ])
    #expect(host.view == nil)
  }

  @Test func `FLOW-4 S3.22 showing before it is loaded is refused, without a change of state`() {
    let host = host(.interstitial)
    #expect(!host.showInterstitial())
    host.load()
    #expect(!host.showInterstitial())
    #expect(host.state == .loading)
    #expect(host.flow.last == .violation(.show(.loading)))
    let banner = self.host()
    banner.load()
    plugin.presenters.last?.succeed()
    #expect(!banner.showInterstitial())
    #expect(banner.state == .loaded)
  }

  @Test
  func `FLOW-5 D47 an interstitial that is shown inside adLoaded: loading, loaded, impressed`()
    throws
  {
    let host = host(.interstitial)
    let hasty = Hasty()
    host.delegate = hasty
    host.load()
    try #require(plugin.presenters.first).succeed()
    #expect(
      host.flow.dropFirst(2) == [
        .state(.loading), .adLoaded(hasView: false), .state(.loaded), .showInterstitial,
        .state(.impressed),
      ])
  }

  @Test func `FLOW-6 a second load gives up the first, of which nothing more is heard`() throws {
    let host = host()
    host.load()
    host.load()
    #expect(plugin.presenters.count == 2)
    try #require(plugin.presenters.first).succeed()
    #expect(host.state == .loading)
    #expect(host.flow.suffix(2) == [.violation(.stale), .violation(.stale)])
    try #require(plugin.presenters.last).fail()
    #expect(host.state == .failed)
  }

  @Test func `FLOW-7 D49 a banner counts as seen from one half on, once a load`() throws {
    let host = host()
    host.reportVisibility(1)
    host.load()
    try #require(plugin.presenters.first).succeed()
    host.reportVisibility(0.499)
    host.reportVisibility(.nan)
    #expect(host.state == .loaded)
    host.reportVisibility(0.5)
    host.reportVisibility(0)
    host.reportVisibility(1)
    #expect(host.flow.count { $0 == .state(.impressed) } == 1)
    #expect(host.state == .impressed)
  }

  @Test func `S3.9 D46 the delegate is told that an ad was given up, and may load again at once`() {
    final class Eager: AdHostDelegate {
      var loads = 1
      func host(_ host: AdHost, changedTo state: AdViewState) {
        guard state == .uninitialized, loads > 0 else { return }
        loads -= 1
        host.load()
      }
    }
    let (host, diary) = (host(), Diary())
    host.delegate = diary
    host.unload()
    #expect(diary.entries == [])
    host.load()
    host.unload()
    host.unload()
    #expect(diary.entries == ["loading", "uninitialized"])
    let eager = Eager()
    host.delegate = eager
    host.load()
    host.load()
    #expect(plugin.presenters.count == 3, "the load inside the first is the second one's")
    #expect(host.state == .loading)
  }

  @Test(
    arguments: AdType.allCases,
    [(nil, false), (.expired(after: 1), false), (.expired(after: 1), true)]
      as [(AdRenderingError?, Bool)])
  func `S4.31 D57 an ad that could not be presented does not count as seen, whoever says so`(
    type: AdType, answer: (refusal: AdRenderingError?, shows: Bool)
  ) throws {
    let (host, diary) = (host(type), Diary())
    host.delegate = diary
    host.load()
    let presenter = try #require(plugin.presenters.first)
    (presenter.refusal, presenter.shows) = answer
    presenter.succeed()
    if type == .interstitial { #expect(!host.showInterstitial()) }
    for _ in 0..<2 { host.reportVisibility(1) }
    host.click()
    let reason = answer.refusal ?? .notPresented
    #expect(host.state == .loaded)
    #expect(host.presentationError == reason)
    #expect(host.flow.count { $0 == .adFailedToPresent(reason) } == 1)
    #expect(host.flow.last == .violation(.click(.loaded)))
    #expect(diary.entries == ["loading", "loaded", "loaded", "not presented: \(reason)"])
    host.load()
    #expect(host.presentationError == nil)
  }

  @Test func `FLOW-8 a click before the ad was seen is diagnosed`() throws {
    let host = host()
    host.load()
    try #require(plugin.presenters.first).succeed()
    host.click()
    #expect(host.flow.last == .violation(.click(.loaded)))
    host.reportVisibility(1)
    host.click()
    #expect(host.state == .clicked)
    host.click()
    #expect(host.flow.last == .state(.clicked))
  }

  @Test func `D46 whatever a presenter calls and when, states follow the one table`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let host = host(AdType.allCases[random.below(3)])
      for _ in 0..<40 {
        let presenter = plugin.presenters.last
        switch random.below(10) {
        case 0: host.load()
        case 1: presenter?.view.adLoaded(view: nil)
        case 2: presenter?.view.adLoadFailed(error: .renderer("no"))
        case 3: host.showInterstitial()
        case 4: host.reportVisibility(Double(random.below(3)) / 2)
        case 5: host.click()
        case 6: host.close()
        case 7: presenter?.view.adFailedToPresent(error: .notPresented)
        default:
          let states = AdViewState.allCases
          presenter?.view.stateChanged(adViewState: states[random.below(states.count)])
        }
      }
      var state = AdViewState.uninitialized
      var loads = 0
      for step in host.flow {
        switch step {
        case .createAdPresenter:
          state = .uninitialized
          loads = 0
        case .adLoaded, .adLoadFailed:
          loads += 1
          #expect(loads == 1, "one answer a load")
        case .state(let new):
          #expect(state.canBecome(new), "\(state) → \(new)")
          state = new
        case .load, .showInterstitial, .adFailedToPresent, .violation, .printed: break
        }
      }
      #expect(host.state == state)
    }
  }

  @Test func `D45 a presenter is loaded with the code's signatures, once for each view`() {
    let host = host(.screenBanner)
    host.load()
    #expect(plugin.presenters.first?.config == AdConfig(unit: "unit", type: .screenBanner))
    #expect(plugin.providerName() == "by hand")
  }

  @Test func `D48 S3.21 the size is zero before the ad is loaded, and of an interstitial`() {
    let stage = Stage()
    let source = FixedSource(bid: "<b>x</b>")
    let plugin = RendererPlugin(
      "sdk", registry: stage.registry, source: source, timeline: stage.timeline)
    source.latency = 100
    for type in AdType.allCases {
      let host = host(type, of: plugin)
      #expect(host.size == .zero)
      host.load()
      #expect(host.size == .zero)
      stage.timeline.advance(to: stage.timeline.now + 100)
      #expect(host.state == .loaded)
      #expect(host.size == (type == .interstitial ? .zero : Size(width: 320, height: 50)))
    }
  }

  @Test func `D50 S3.29 names of sizes are the plug-in's own`() {
    let tutorial = BannerSizes.tutorial
    // As in the hint of the plug-in's manifest.
    var manifest = tutorial
    manifest.names["BOX_BANNER"] = .fixed(Size(width: 300, height: 250))
    func size(_ name: String, _ sizes: BannerSizes) -> Size {
      sizes.size(forInlineBannerSize: name, screenWidth: 414)
    }
    #expect(size("BANNER", tutorial) == Size(width: 320, height: 50))
    #expect(size("BOX_BANNER", tutorial) == Size(width: 320, height: 150))
    #expect(size("BOX_BANNER", manifest) == Size(width: 300, height: 250))
    #expect(size("SMART_BANNER", tutorial) == Size(width: 414, height: 50))
    #expect(size("banner", tutorial) == .zero)
    #expect(tutorial.screenBanner == Size(width: 320, height: 50))
  }

  @Test func `S3.28 types and states have the order of the source`() {
    #expect(AdType.allCases == [.inlineBanner, .interstitial, .screenBanner])
    #expect(AdType.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(
      AdViewState.allCases == [
        .uninitialized, .loading, .failed, .loaded, .impressed, .clicked, .closed,
      ])
  }
}

/// Answers every request with a response that holds one bid, or with what a test gives it.
final class FixedSource: BidSource {
  var body: [UInt8]
  var latency: Int64 = 0
  private(set) var requests: [BidRequest] = []

  init(_ body: String) { self.body = Array(body.utf8) }

  convenience init(bid markup: String, renderer: String = "MockRenderer", version: String = "1.0") {
    self.init(
      bidResponse(
        with: """
          "adm":"\(markup)","w":320,"h":50,"ext":{"prebid":{"targeting":{"hb_pb":"1",\
          "hb_bidder":"x"},"meta":{"rendererName":"\(renderer)","rendererVersion":"\(version)"}}}
          """))
  }

  func send(
    _ request: BidRequest, by connection: AdConnection,
    _ receive: @escaping (Result<BidResponse, BidError>) -> Void
  ) {
    requests.append(request)
    let response = Result { [body] () throws(BidError) in try BidResponseReader.read(body) }
    guard latency > 0 else { return receive(response) }
    connection.after(latency) { receive(response) }
  }
}
