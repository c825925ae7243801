import AdEngine
import AdRendering
import TestSupport
import Testing

/// Which renderer a bid is given to (R1–R10).
@Suite(.tags(.fast)) struct RendererChoiceTests {
  /// A response as Prebid Server sends it, with this in `meta`.
  private func bid(meta: String) throws -> Bid {
    let text = bidResponse(
      with: #""ext":{"prebid":{"targeting":{"hb_pb":"1","hb_bidder":"x"},"meta":{\#(meta)}}}"#)
    return try #require(Auction(try BidResponseReader.read(Array(text.utf8))).winner)
  }

  private func registry(_ renderers: MockRenderer...) -> RendererRegistry {
    let registry = RendererRegistry(default: DefaultRenderer(), timeline: AdTimeline())
    for renderer in renderers { registry.register(renderer) }
    return registry
  }

  private static let sdk = RendererIdentity.sdk

  @Test(
    arguments: [
      (
        "R1", #""rendererName":"CustomRenderer","rendererVersion":"2.0""#,
        RendererIdentity(name: "CustomRenderer", version: "2.0"), .named
      ),
      (
        "R2", #""rendererName":"CustomRenderer","rendererVersion":"3.0""#, sdk,
        .otherVersion(name: "CustomRenderer", wanted: "3.0", registered: "2.0")
      ),
      ("R3", #""rendererVersion":"2.0""#, sdk, .noName),
      ("R4", #""rendererName":"CustomRenderer""#, sdk, .noVersion(name: "CustomRenderer")),
      (
        "R4 null", #""rendererName":"CustomRenderer","rendererVersion":null"#, sdk,
        .noVersion(name: "CustomRenderer")
      ),
      (
        "R5", #""rendererName":"customrenderer","rendererVersion":"2.0""#, sdk,
        .notRegistered(name: "customrenderer")
      ),
      (
        "R6", #""rendererName":"CustomRenderer","rendererVersion":2.0"#, sdk,
        .noVersion(name: "CustomRenderer")
      ),
      (
        "by its own name", #""rendererName":"PrebidRenderer","rendererVersion":"1.0.0""#, sdk,
        .named
      ),
    ] as [(String, String, RendererIdentity, RendererChoice.Reason)])
  func `R1 to R6: a bid goes to the renderer that it names to the letter, else to the SDK's`(
    name: String, meta: String, identity: RendererIdentity, reason: RendererChoice.Reason
  ) throws {
    let choice = registry(MockRenderer("CustomRenderer", "2.0")).choice(for: try bid(meta: meta))
    #expect(choice.identity == identity, "\(name)")
    #expect(choice.reason == reason, "\(name)")
    #expect(choice.isFallback == (reason != .named))
  }

  @Test func `R7 D51 a renderer that makes nothing is followed by the SDK's, with the reason`() {
    let stage = Stage()
    stage.renderer.makesNothing = true
    let made = stage.registry.makeAd(of: AdRenderingTests.bid(), for: unit("a"))
    #expect(made?.renderer === stage.registry.defaultRenderer)
    #expect(made?.choice.reason == .madeNothing(name: "MockRenderer"))
    #expect(stage.renderer.ads.fingerprints.isEmpty)
    #expect(stage.witness.told.isEmpty)
    let calls = stage.registry.log.entries(of: .a).map(\.call.description)
    #expect(calls.contains("create an ad by MockRenderer: nil"))
    #expect(calls.contains("choose PrebidRenderer: MockRenderer made nothing of the bid"))
  }

  @Test func `S4.44 a controller that is not made is made by the SDK's renderer`() {
    let stage = Stage()
    stage.registry.register(RichTextRenderer())
    let made = stage.registry.makeAd(
      of: AdRenderingTests.bid("RichTextRenderer", "1.0"), for: unit("a", isInterstitial: true))
    #expect(made?.renderer === stage.registry.defaultRenderer)
    #expect(made?.choice.reason == .madeNothing(name: "RichTextRenderer"))
    #expect(made?.renderer.isAdReady(for: .a) == true)
    let calls = stage.registry.log.entries(of: .a).map(\.call)
    #expect(calls.contains(.create(renderer: "RichTextRenderer", isMade: false)))
  }

  @Test func `a delegate is registered with the renderer that makes the ad and with no other`() {
    let stage = Stage()
    let delegate = Witness()
    let bids = (own: AdRenderingTests.bid(), any: AdRenderingTests.bid(nil, nil))
    _ = stage.registry.makeAd(of: bids.own, for: unit("a"), delegate: delegate)
    _ = stage.registry.makeAd(of: bids.any, for: unit("a"))
    #expect(delegate.events(of: .a) == ["adDidLoad"])
    stage.renderer.makesNothing = true
    _ = stage.registry.makeAd(of: bids.own, for: unit("b"), delegate: delegate)
    stage.renderer.makesNothing = false
    _ = stage.registry.makeAd(of: bids.own, for: unit("b"))
    #expect(delegate.events(of: .b) == ["adDidLoad"])
  }

  @Test func `R7 the nothing of the SDK's renderer is final`() {
    let fallback = MockRenderer("PrebidRenderer", "1.0.0")
    fallback.makesNothing = true
    let registry = RendererRegistry(default: fallback, timeline: AdTimeline())
    #expect(registry.makeAd(of: AdRenderingTests.bid(nil, nil), for: unit("a")) == nil)
    #expect(fallback.ads.fingerprints.isEmpty)
  }

  @Test func `R8 the first registration of a name holds`() throws {
    let registry = registry(MockRenderer("CustomRenderer", "2.0"))
    #expect(!registry.register(MockRenderer("CustomRenderer", "3.0")))
    #expect(!registry.register(MockRenderer("PrebidRenderer", "9.0")))
    let bid = try bid(meta: #""rendererName":"CustomRenderer","rendererVersion":"3.0""#)
    #expect(registry.choice(for: bid).identity == .sdk)
    #expect(registry.refused.map(\.description) == ["CustomRenderer 3.0", "PrebidRenderer 9.0"])
    let twice = PluginCatalog(
      fallback: DefaultRenderer.self, types: [RichTextRenderer.self, RichTextRenderer.self])
    #expect(twice.makeRegistry(timeline: AdTimeline()).refused.count == 1)
    #expect(registry.announcements.map(\.identity.description) == ["CustomRenderer 2.0"])
  }

  @Test func `R9 a renderer that was taken out is not chosen, and its ads are gone`() {
    let stage = Stage()
    stage.make("a")
    #expect(stage.renderer.isAdReady(for: .a))
    stage.registry.unregister("MockRenderer")
    #expect(!stage.renderer.isAdReady(for: .a))
    #expect(stage.registry.choice(for: AdRenderingTests.bid()).identity == .sdk)
    stage.registry.unregister("PrebidRenderer")
    #expect(stage.registry.renderer("PrebidRenderer") != nil)
  }

  @Test
  func
    `R10 D61 two configurations of one renderer have fingerprints of their own, and never cross`()
  {
    let stage = Stage()
    let first = Witness()
    let second = Witness()
    stage.renderer.registerEventDelegate(pluginEventDelegate: first, for: .a)
    stage.renderer.registerEventDelegate(pluginEventDelegate: second, for: .b)
    stage.make("a")
    stage.make("b", bid: AdRenderingTests.bid(markup: nil))
    #expect(first.told.map(\.event) == ["adDidLoad"])
    #expect(second.told.map(\.event) == ["adDidFailToLoad: Ad markup is missing"])
    #expect(stage.witness.events(of: .a) == ["adDidLoad"])
  }

  @Test func `S4.27 a renderer that does not render the bid's format is passed over`() {
    let stage = Stage()
    stage.renderer.formats = [.video]
    let choice = stage.registry.choice(for: AdRenderingTests.bid())
    #expect(choice.identity == .sdk)
    #expect(choice.reason == .otherFormat(name: "MockRenderer", .banner))
  }

  @Test
  func
    `D53 name, version and data of the type hold for its instances, unless these have their own`()
  {
    let renderer: any PluginRenderer = RichTextRenderer()
    #expect(renderer.name == RichTextRenderer.name)
    #expect(renderer.version == RichTextRenderer.version)
    #expect(renderer.data == RichTextRenderer.data)
    #expect(!renderer.isSupportRendering(for: .video))
    #expect(MockRenderer("other", "2").name == "other")
    let types: [any PluginRenderer.Type] = [DefaultRenderer.self, RichTextRenderer.self]
    #expect(types.map { $0.name } == ["PrebidRenderer", "RichTextRenderer"])
    #expect(types.map { $0.init().name } == types.map { $0.name })
  }
}
