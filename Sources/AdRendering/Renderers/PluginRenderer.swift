public import AdEngine

/// An ad that a renderer made of a bid.
public protocol RenderedAd: AnyObject {
  /// What the ad shows, once it is loaded.
  var content: AdContent? { get }
  /// Begins to load; the ad tells its ``AdEvents`` when it has, or why it cannot.
  func loadAd()
  /// The person clicked the ad; it may tell of the click itself, and else the click is told of for it.
  func wasClicked()
  /// The person closes the ad; it may tell of that itself, and else it is told of for it.
  func close()
}

extension RenderedAd {
  /// Does nothing.
  public func wasClicked() {}
  /// Does nothing.
  public func close() {}
}

/// An ad that stands in a page.
public protocol BannerAdView: RenderedAd {}

/// An ad that covers the page.
public protocol InterstitialController: RenderedAd {
  /// Whether ``show()`` would present the ad.
  var isReady: Bool { get }
  /// Presents the ad, and returns whether it did; it may tell of that itself, and else it is told of for it.
  func show() -> Bool
}

extension InterstitialController {
  /// Whether there is something to show.
  public var isReady: Bool { content != nil }
}

/// Makes ads of bids: the contract of `S4.24`–`S4.35`.
///
/// A renderer has a name and a version, by which bids choose it, and makes a view or a controller for each bid. What
/// becomes of its ads it keeps in ``ads``, one record per fingerprint; everything below ``ads`` works on that and need
/// not be written by a renderer.
public protocol PluginRenderer: AnyObject, SendableMetatype {
  /// The name by which bids choose the renderer.
  static var name: String { get }
  /// The version, which must be the bid's to the letter.
  static var version: String { get }
  /// What every bid request tells about the renderer beside name and version; `nil` by default.
  static var data: [String: JSONValue]? { get }
  /// Whether the renderer makes ads of this format; all, by default. `nil` stands for a format nobody knows.
  static func isSupportRendering(for format: AdFormat?) -> Bool

  /// Makes a renderer.
  init()

  /// The static name, unless this renderer has another (D53).
  var name: String { get }
  /// The static version, unless this renderer has another (D53).
  var version: String { get }
  /// The static data, unless this renderer has other (D53); read at each request (D60).
  var data: [String: JSONValue]? { get }
  /// The static answer, unless this renderer has another (D53).
  func isSupportRendering(for format: AdFormat?) -> Bool

  /// The ads that are there, one record per fingerprint.
  var ads: RenderedAds { get }

  /// Is told of a bid before an ad is made of it (`S4.35`).
  func setupBid(_ bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection)
  /// Makes the view of a banner; `nil` on an internal error, and then the default renderer is asked (`S4.44`, D51).
  func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)?
  /// Makes the controller of an interstitial; `nil` on an internal error, and where it makes none (`S4.30`).
  func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)?

  /// Is told what becomes of all ads of the renderer; it is not kept (`S4.28`).
  var delegate: (any AdDelegate)? { get set }
  /// Whether the ad is loaded and was not shown yet; `false` for an ad nobody knows (`S4.32`, D54).
  func isAdReady(for fingerprint: AdFingerprint) -> Bool
  /// Shows the ad if it is ready, and returns whether it did (`S4.31`).
  func showAd(for fingerprint: AdFingerprint) -> Bool
  /// Forgets the ad: it tells nothing more and is not kept (D54).
  func removeAd(for fingerprint: AdFingerprint)
  /// Tells one more delegate what becomes of one ad; it is not kept (`S4.33`).
  func registerEventDelegate(pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint)
  /// Tells the delegate no more (`S4.34`).
  func unregisterEventDelegate(pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint)
}

extension PluginRenderer {
  /// Nothing, unless a renderer says otherwise.
  public static var data: [String: JSONValue]? { nil }
  /// Whether the format is rendered.
  public static func isSupportRendering(for format: AdFormat?) -> Bool { true }

  /// The name of the type.
  public var name: String { Self.name }
  /// The version of the type.
  public var version: String { Self.version }
  /// Nothing, unless a renderer says otherwise.
  public var data: [String: JSONValue]? { Self.data }
  /// Whether the format is rendered.
  public func isSupportRendering(for format: AdFormat?) -> Bool {
    Self.isSupportRendering(for: format)
  }

  /// Does nothing.
  public func setupBid(_ bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection) {}
  /// Makes none.
  public func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig
  ) -> (any InterstitialController)? { nil }

  /// That of ``ads``.
  public var delegate: (any AdDelegate)? {
    get { ads.delegate }
    set { ads.delegate = newValue }
  }
  /// What ``ads`` says.
  public func isAdReady(for fingerprint: AdFingerprint) -> Bool { ads.isReady(fingerprint) }
  /// Lets ``ads`` show it.
  public func showAd(for fingerprint: AdFingerprint) -> Bool { ads.show(fingerprint) }
  /// Lets ``ads`` forget it.
  public func removeAd(for fingerprint: AdFingerprint) { ads.remove(fingerprint) }
  /// Registers it with ``ads``.
  public func registerEventDelegate(
    pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint
  ) {
    ads.register(pluginEventDelegate, for: fingerprint)
  }
  /// Unregisters it with ``ads``.
  public func unregisterEventDelegate(
    pluginEventDelegate: any AdDelegate, for fingerprint: AdFingerprint
  ) {
    ads.unregister(pluginEventDelegate, for: fingerprint)
  }

  /// Name and version.
  public var identity: RendererIdentity { RendererIdentity(name: name, version: version) }
}
