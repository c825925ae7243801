public import AdEngine

/// An ad that a renderer made from a bid.
public protocol RenderedAd: AnyObject {
  /// The content of the ad, once it is loaded.
  var content: AdContent? { get }
  /// Begins to load; the ad reports the result to its ``AdEvents``.
  func loadAd()
  /// The user clicked the ad; unless the ad reports the click itself, the SDK does.
  func wasClicked()
  /// The user closes the ad; unless the ad reports that itself, the SDK does.
  func close()
  /// A control call to the presented ad (`S4.7`).
  func control(_ control: AdControl)
}

/// A control call of the SDK to a presented ad (`S4.7`).
public enum AdControl: String, CaseIterable, Sendable {
  /// The ad is not in view any more, as another page covers it or the app is inactive: it is to stand still.
  case pause
  /// It is in view again.
  case resume
  /// It is to be without sound.
  case mute
  /// It may have sound.
  case unmute
  /// The user has left the app for the ad's target.
  case handleExternalTransaction
}

extension RenderedAd {
  /// Does nothing.
  public func wasClicked() {}
  /// Does nothing.
  public func close() {}
  /// Does nothing.
  public func control(_ control: AdControl) {}
}

/// An ad in the content of a page or at the bottom of the screen.
public protocol BannerAdView: RenderedAd {}

/// An ad that covers the page.
public protocol InterstitialController: RenderedAd {
  /// Whether ``show()`` would present the ad.
  var isReady: Bool { get }
  /// Presents the ad and returns whether it did; unless the ad reports that itself, the SDK does.
  func show() -> Bool
}

extension InterstitialController {
  /// Whether the ad has content.
  public var isReady: Bool { content != nil }
}

/// A renderer makes ads from bids: the contract of `S4.24`–`S4.35`.
///
/// Bids choose a renderer by name and version. It makes a view or a controller for each bid and keeps the records of its
/// ads in ``ads``; the requirements below ``ads`` have default implementations that use the records.
public protocol PluginRenderer: AnyObject {
  /// The name by which bids choose the renderer.
  static var name: String { get }
  /// The version, which must be the bid's to the letter.
  static var version: String { get }
  /// The data that bid requests carry besides name and version; `nil` by default.
  static var data: [String: JSONValue]? { get }
  /// Whether the renderer makes ads of a format; `nil` stands for an unknown one. By default it makes all.
  static func isSupportRendering(for format: AdFormat?) -> Bool

  /// Creates a renderer without ads.
  init()

  /// The name of this instance; by default the static name (D53).
  var name: String { get }
  /// The version of this instance; by default the static version (D53).
  var version: String { get }
  /// The data of this instance, read for each request (D60); by default the static data (D53).
  var data: [String: JSONValue]? { get }
  /// Whether this instance makes ads of a format; by default the static answer (D53).
  func isSupportRendering(for format: AdFormat?) -> Bool

  /// The records of the renderer's ads, one per fingerprint.
  var ads: RenderedAds { get }

  /// Prepares for a bid before an ad is made from it (`S4.35`).
  func setupBid(_ bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection)
  /// Makes the view of a banner; on an internal error returns `nil`, and the default renderer is asked (`S4.44`, D51).
  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)?
  /// Makes the controller of an interstitial; `nil` on an internal error or if it makes none (`S4.30`).
  func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)?

  /// Receives the events of all ads of the renderer; it is not retained (`S4.28`).
  var delegate: (any AdDelegate)? { get set }
  /// Whether the ad is loaded and was not shown yet; `false` for an unknown ad (`S4.32`, D54).
  func isAdReady(for fingerprint: AdFingerprint) -> Bool
  /// Shows the ad if it is ready and returns whether it did (`S4.31`).
  func showAd(for fingerprint: AdFingerprint) -> Bool
  /// Removes the ad: it is not retained, and its pending events are discarded (D54).
  func removeAd(for fingerprint: AdFingerprint)
  /// Adds a delegate for the events of one ad; it is not retained (`S4.33`).
  func registerEventDelegate(pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint)
  /// Removes a delegate of one ad (`S4.34`).
  func unregisterEventDelegate(pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint)
}

extension PluginRenderer {
  /// Returns `nil`: requests carry the name and the version only.
  public static var data: [String: JSONValue]? { nil }
  /// Returns `true`: all formats are rendered.
  public static func isSupportRendering(for format: AdFormat?) -> Bool { true }

  /// The name of the type.
  public var name: String { Self.name }
  /// The version of the type.
  public var version: String { Self.version }
  /// The data of the type.
  public var data: [String: JSONValue]? { Self.data }
  /// The answer of the type.
  public func isSupportRendering(for format: AdFormat?) -> Bool {
    Self.isSupportRendering(for: format)
  }

  /// Does nothing.
  public func setupBid(_ bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection) {}
  /// Returns `nil`: the renderer makes no interstitials.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? { nil }

  /// Receives the events of the ads that this renderer made.
  public var delegate: (any AdDelegate)? {
    get { ads.delegate }
    set { ads.delegate = newValue }
  }
  /// Whether ``ads`` has a ready ad with the fingerprint.
  public func isAdReady(for fingerprint: AdFingerprint) -> Bool { ads.isReady(fingerprint) }
  /// Shows the ad of ``ads`` with the fingerprint.
  public func showAd(for fingerprint: AdFingerprint) -> Bool { ads.show(fingerprint) }
  /// Removes the ad with the fingerprint from ``ads``.
  public func removeAd(for fingerprint: AdFingerprint) { ads.remove(fingerprint) }
  /// Registers the delegate with ``ads``.
  public func registerEventDelegate(
    pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint
  ) {
    ads.register(pluginEventDelegate, for: fingerprint)
  }
  /// Removes the delegate from ``ads``.
  public func unregisterEventDelegate(
    pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint
  ) {
    ads.unregister(pluginEventDelegate, for: fingerprint)
  }

  /// The name and the version of this instance.
  public var identity: RendererIdentity { RendererIdentity(name: name, version: version) }
}
