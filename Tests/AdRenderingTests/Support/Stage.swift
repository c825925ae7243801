import AdEngine
import AdRendering
import Testing

/// A bid as Prebid Server sends it, with a renderer of this name and version.
func bid(
  _ name: String? = "MockRenderer", _ version: String? = "1.0", markup: String? = "<b>x</b>",
  expiry: Int64? = nil
) -> Bid {
  var bid = Bid()
  (bid.id, bid.impressionID, bid.seat) = ("b", "i", "s")
  (bid.price, bid.markup, bid.expiry) = (1.2, markup, expiry)
  (bid.size, bid.format) = (Size(width: 320, height: 50), .banner)
  bid.targeting = ["hb_pb": "1.20", "hb_bidder": "appnexus"]
  (bid.rendererName, bid.rendererVersion) = (name, version)
  return bid
}

/// The configuration of an ad of this fingerprint.
func unit(_ fingerprint: String, isInterstitial: Bool = false) -> AdUnitConfig {
  AdUnitConfig(
    AdFingerprint(fingerprint), unit: "unit", size: Size(width: 320, height: 320),
    type: isInterstitial ? .interstitial : .inlineBanner)
}

extension AdFingerprint {
  static let a = AdFingerprint("a")
  static let b = AdFingerprint("b")
}

/// A renderer that a test holds by strings.
final class MockRenderer: PluginRenderer {
  static let name = "MockRenderer"
  static let version = "1.0"
  let name: String
  let version: String
  var data: [String: JSONValue]?
  var makesNothing = false
  /// How long an ad takes to load, in milliseconds; 0 is while it is asked to.
  var latency: Int64 = 0
  let ads = RenderedAds()
  /// The formats that it renders; all if `nil`.
  var formats: [AdFormat]?
  /// The bids that it was told of.
  private(set) var setUp: [Bid] = []
  /// The ads that it made and that are still there.
  private(set) var made: [WeakAd] = []

  struct WeakAd { weak var ad: MockAd? }

  init(_ name: String, _ version: String, data: [String: JSONValue]? = nil) {
    self.name = name
    self.version = version
    self.data = data
  }

  convenience init() { self.init(Self.name, Self.version) }

  func isSupportRendering(for format: AdFormat?) -> Bool {
    format.map { formats?.contains($0) ?? true } ?? true
  }

  func setupBid(_ bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection) {
    setUp.append(bid)
  }

  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? { make(bid, connection, adViewDelegate) }

  func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    let ad = make(bid, connection, adViewManagerDelegate)
    ad?.controls = videoControlsConfig
    return ad
  }

  private func make(_ bid: Bid, _ connection: AdConnection, _ events: AdEvents) -> MockAd? {
    guard !makesNothing else { return nil }
    let ad = MockAd(bid, connection, events, latency)
    made.append(WeakAd(ad: ad))
    return ad
  }
}

/// An ad that loads after a while and keeps what it needs to tell of itself.
final class MockAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  let events: AdEvents
  /// The controls that an interstitial was given.
  var controls: VideoControlsConfig?
  private let bid: Bid
  private let connection: AdConnection
  private let latency: Int64

  init(_ bid: Bid, _ connection: AdConnection, _ events: AdEvents, _ latency: Int64) {
    self.bid = bid
    self.connection = connection
    self.events = events
    self.latency = latency
  }

  func loadAd() {
    // The ad is held by what is to come, as a careless plug-in would do it.
    if latency > 0 { connection.after(latency) { self.finish() } } else { finish() }
  }

  private func finish() {
    guard case .html(let html)? = try? AdMarkup.read(bid.markup) else {
      return events.adDidFailToLoad(.markup(.missing))
    }
    content = AdContent(size: bid.size ?? Size(width: 320, height: 50), lines: [AdLine(html)])
    events.adDidLoad()
  }

  // An ad that a test lets say too early that it loaded can be shown all the same.
  var isReady = true
  func show() -> Bool { true }
}

/// Writes down what it is told.
final class Witness: AdDelegate {
  private(set) var told: [(ad: AdFingerprint, event: String)] = []
  /// Called with each thing that is told.
  var whenTold: (AdFingerprint, AdEvent) -> Void = { _, _ in }

  private func note(_ ad: AdFingerprint, _ event: AdEvent) {
    told.append((ad, "\(event)" + (event.error.map { ": \($0)" } ?? "")))
    whenTold(ad, event)
  }

  func events(of ad: AdFingerprint) -> [String] { told.filter { $0.ad == ad }.map(\.event) }

  func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer) { note(ad, .didLoad) }
  func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) { note(ad, .didFailToLoad(error)) }
  func adWillPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    note(ad, .willPresent)
  }
  func adDidPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) { note(ad, .didPresent) }
  func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) { note(ad, .didFailToPresent(error)) }
  func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer) { note(ad, .didClick) }
  func adWillLeaveApplication(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    note(ad, .willLeaveApplication)
  }
  func adWillDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    note(ad, .willDismiss)
  }
  func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) { note(ad, .didDismiss) }
}

/// A screen of a phone, unless said.
final class Screen: AdParent {
  let screenSize: Size
  init(_ screenSize: Size = Size(width: 384, height: 780)) { self.screenSize = screenSize }
}

/// The body of a response of one bid with these fields besides those that every bid has.
func bidResponse(with fields: String) -> String {
  #"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,\#(fields)}]}]}"#
}

/// A registry with the default renderer and one more.
struct Stage {
  let timeline = AdTimeline()
  let renderer: MockRenderer
  let registry: RendererRegistry
  let witness = Witness()

  init(_ renderer: MockRenderer = MockRenderer(), latency: Int64 = 0) {
    self.renderer = renderer
    renderer.latency = latency
    registry = RendererRegistry(default: DefaultRenderer(), timeline: timeline)
    registry.register(renderer)
    renderer.delegate = witness
  }

  /// Makes an ad of the renderer's own.
  @discardableResult
  func make(_ fingerprint: String, isInterstitial: Bool = true, bid: Bid = bid()) -> AdFingerprint {
    _ = registry.makeAd(of: bid, for: unit(fingerprint, isInterstitial: isInterstitial))
    return AdFingerprint(fingerprint)
  }
}
