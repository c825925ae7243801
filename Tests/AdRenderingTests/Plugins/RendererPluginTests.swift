import AdEngine
import AdRendering
import AdRenderingTesting
import TestSupport
import Testing

/// The plug-in that has bids rendered, behind the contract of the seed.
@Suite(.tags(.fast)) struct RendererPluginTests {
  private let screen = Screen()
  private let stage = Stage()

  private func host(_ source: FixedSource, _ type: AdType = .screenBanner) -> AdHost {
    AdHost(
      AdConfig(unit: "unit", type: type),
      plugin: RendererPlugin(
        "sdk", registry: stage.registry, source: source, timeline: stage.timeline, account: "acc"),
      parent: screen)
  }

  @Test(arguments: [
    ("BANNER", Size(width: 320, height: 50)), ("BOX_BANNER", Size(width: 320, height: 150)),
    ("SMART_BANNER", Size(width: 414, height: 50)),
  ])
  func `S3.26 S3.29 an inline banner is asked for in the size of its name, on its screen`(
    name: String, size: Size
  ) {
    let source = FixedSource(bid: "<i>x</i>")
    let wide = Screen(Size(width: 414, height: 800))
    let host = AdHost(
      AdConfig(unit: "unit", inlineBannerSize: name),
      plugin: RendererPlugin(
        "sdk", registry: stage.registry, source: source, timeline: stage.timeline),
      parent: wide)
    withExtendedLifetime(wide) { host.load() }
    #expect(source.requests.first?.ads.first?.size == size)
  }

  @Test func `S3.29 a plug-in is made of its configuration as JSON`() throws {
    let source = FixedSource(bid: "<i>x</i>")
    func plugin(_ json: String) throws -> RendererPlugin {
      try RendererPlugin(
        configurationJSON: json, registry: stage.registry, source: source, timeline: stage.timeline)
    }
    let made = try plugin(
      #"{"name":"Harbour","account":"acc","sizes":{"B":{"width":300,"height":250},"W":{"height":50}}}"#
    )
    #expect(made.providerName() == "Harbour")
    #expect(made.size(forInlineBannerSize: "B") == Size(width: 300, height: 250))
    #expect(made.size(forInlineBannerSize: "W") == Size(width: 384, height: 50))
    #expect(made.size(forInlineBannerSize: "BANNER") == .zero)
    let host = AdHost(AdConfig(unit: "u", type: .screenBanner), plugin: made, parent: screen)
    host.load()
    #expect(source.requests.last?.account == "acc")
    let plain = try plugin(#"{"name":"x"}"#)
    #expect(plain.size(forInlineBannerSize: "BANNER") == Size(width: 320, height: 50))
    let size =
      ": expected a height and, unless it is the screen's, a width,"
      + " of more than 0 and at most 4096 points"
    for (json, problem) in [
      ("", "byte 1: expected a value"), ("[]", "byte 1: expected an object"),
      ("{}", "name: expected a text"), (#"{"name":7}"#, "name: expected a text"),
      (#"{"name":"x","account":7}"#, "account: expected a text"),
      (#"{"name":"x","size":7}"#, "size: expected no keys but name, account and sizes"),
      (#"{"name":"x","sizes":7}"#, "sizes: expected an object of sizes by name"),
      (#"{"name":"x","sizes":{"B":{"width":300}}}"#, "sizes.B" + size),
      (#"{"name":"x","sizes":{"B":{"width":"1","height":1}}}"#, "sizes.B" + size),
      (#"{"name":"x","sizes":{"B":{"width":-1,"height":1e9}}}"#, "sizes.B" + size),
    ] { #expect("\(json)") { try plugin(json) } throws: { "\($0)" == problem } }
  }

  @Test func `S4.13 that the person chose the ad reaches its renderer`() {
    stage.registry.register(SampleAdapterRenderer())
    for isOptIn in [false, true] {
      let source = FixedSource(
        bid: "PGI+eDwvYj4=", renderer: SampleAdapter.name, version: SampleAdapter.version)
      let plugin = RendererPlugin(
        "sdk", registry: stage.registry, source: source, timeline: stage.timeline,
        fingerprint: { AdFingerprint("\(isOptIn) \($0)") })
      let config = AdConfig(unit: "u", type: .interstitial, isOptIn: isOptIn)
      let host = AdHost(config, plugin: plugin, parent: screen)
      host.load()
      let renderer = stage.registry.renderer(SampleAdapter.name)
      let content = renderer?.ads.content(of: AdFingerprint("\(isOptIn) 1"))
      #expect(content?.lines.map(\.text) == ["x"] + (isOptIn ? ["with a reward"] : []))
      #expect(source.requests.first?.ads.first?.isOptIn == isOptIn)
    }
  }

  @Test
  func `the request tells about the renderers, and the winner is rendered by the one it names`()
    throws
  {
    let source = FixedSource(bid: "<i>x</i>")
    let host = host(source)
    host.load()
    #expect(host.state == .loaded)
    #expect(host.view?.lines.map(\.text) == ["<i>x</i>"])
    let request = try #require(source.requests.first)
    #expect(request.renderers.map(\.identity.name) == ["MockRenderer"])
    #expect(request.ads.first?.size == Size(width: 320, height: 50))
  }

  @Test(arguments: [
    ("", "the server sent an empty body, which is an error unless the status is 204"),
    (#"{"id":"r","seatbid":[]}"#, "the response holds no bid"),
    ("{", "byte 2: expected a key in quotation marks"),
    ("Invalid request: no", "the server refused the request: Invalid request: no"),
  ])
  func `a response without a bid ends in adLoadFailed with the reason`(body: String, reason: String)
  {
    let host = host(FixedSource(body))
    host.load()
    #expect(host.state == .failed)
    #expect(host.flow.contains { $0.description == "adLoadFailed: \(reason)" })
  }

  @Test func `an interstitial is ready before it is shown, covers the screen, and goes away`()
    throws
  {
    let source = FixedSource(bid: "<i>x</i>")
    let host = host(source, .interstitial)
    host.load()
    #expect(source.requests.first?.ads.first?.size == screen.screenSize)
    let ad = try #require(stage.renderer.ads.fingerprints.first)
    #expect(stage.renderer.isAdReady(for: ad))
    #expect(host.showInterstitial())
    host.click()
    host.close()
    #expect(
      host.flow.suffix(4) == [
        .showInterstitial, .state(.impressed), .state(.clicked), .state(.closed),
      ])
    #expect(stage.renderer.ads.fingerprints.isEmpty)
    #expect(
      stage.witness.events(of: ad) == [
        "adDidLoad", "adWillPresent", "adDidPresent", "adDidClick", "adWillDismiss", "adDidDismiss",
      ])
  }

  @Test func `an ad that is given up is not kept, and its answer does not come`() {
    let source = FixedSource(bid: "<i>x</i>")
    source.latency = 100
    let host = host(source)
    host.load()
    stage.timeline.advance(to: Instant(milliseconds: 50))
    host.load()
    stage.timeline.advance(to: Instant(milliseconds: 120))
    #expect(host.state == .loading)
    stage.timeline.advance(to: Instant(milliseconds: 150))
    #expect(host.state == .loaded)
    host.unload()
    #expect(stage.renderer.ads.fingerprints.isEmpty)
    #expect(stage.timeline.nextTime == nil)
    #expect(stage.renderer.made.allSatisfy { $0.ad == nil })
  }

  @Test func `hosts and their plug-ins are not kept`() {
    weak var gone: AdHost?
    do {
      let host = host(FixedSource(bid: "<i>x</i>"))
      host.load()
      gone = host
    }
    #expect(gone == nil)
    #expect(stage.renderer.ads.fingerprints.isEmpty)
  }
}
