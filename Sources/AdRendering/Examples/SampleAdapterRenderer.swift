package import AdEngine

/// A renderer in front of an ad SDK, by ``SampleAdapter`` (`S4.8`–`S4.18`); reads markup in Base64 or as plain text (D59).
package final class SampleAdapterRenderer: PluginRenderer {
  package static let name = SampleAdapter.name
  package static let version = SampleAdapter.version

  package let ads = RenderedAds()
  /// The data in bid requests; `nil` without a token (`S4.9`).
  package var data: [String: JSONValue]? { SampleAdapter.data(token: token) }
  private let token: String?

  package convenience init() { self.init(token: nil) }

  package init(token: String?) { self.token = token }

  /// Makes a banner of a bid (`S4.12`).
  package func createBannerAdView(
    with frame: Size, bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewDelegate: AdEvents
  ) -> (any BannerAdView)? {
    SampleAd(bid, frame, adViewDelegate)
  }

  /// Makes an interstitial of a bid, with the user's choice and the given controls (`S4.13`).
  package func createInterstitialController(
    bid: Bid, adConfiguration: AdUnitConfig, connection: AdConnection,
    adViewManagerDelegate: AdEvents, videoControlsConfig: VideoControlsConfig?
  ) -> (any InterstitialController)? {
    SampleAd(
      bid, bid.size ?? adConfiguration.size, adViewManagerDelegate, controls: videoControlsConfig,
      isOptIn: adConfiguration.isOptIn)
  }
}

/// An ad of the sample's SDK; it reports callbacks, which the adapter maps to events.
private final class SampleAd: BannerAdView, InterstitialController {
  private(set) var content: AdContent?
  private let bid: Bid
  private let size: Size
  private let events: AdEvents
  /// The controls if it is an interstitial; `nil` for a banner.
  private let controls: VideoControlsConfig?
  private let isOptIn: Bool

  init(
    _ bid: Bid, _ size: Size, _ events: AdEvents, controls: VideoControlsConfig? = nil,
    isOptIn: Bool = false
  ) {
    (self.bid, self.size, self.events, self.controls) = (bid, size, events, controls)
    self.isOptIn = isOptIn
  }

  func loadAd() {
    do throws(AdMarkupError) {
      var content = try read()
      if isOptIn { content.lines.append(AdLine("with a reward", .emphasized)) }
      self.content = content
      handle(.didReceive)
      handle(.finishLoading)
    } catch {
      handle(.failToLoad, .markup(error))
    }
  }

  private func read() throws(AdMarkupError) -> AdContent {
    switch try AdMarkup.read(bid.markup) {
    case .html(let html):
      // Its SDK takes any bytes in Base64; here they are shown as text, if they are one.
      if html == bid.markup, let bytes = AdMarkup.bytes(html) {
        let text = String(validating: bytes, as: UTF8.self).flatMap { text in
          text.unicodeScalars.contains { Scrubbing.isUnsafe($0) } ? nil : text
        }
        let words = text ?? "an ad of \(bytes.count) bytes"
        return AdContent(size: size, lines: [AdLine(words)])
      }
      let text = RichText.read(html)
      return AdContent(size: size, lines: text.lines, link: text.link)
    case .vast(let document):
      let sound = controls?.isMuted == false ? "video" : "video without sound"
      return VideoParts.content(of: document, size: size, note: sound)
    case .native(let parts): return NativeParts.content(of: parts, size: size)
    }
  }

  func show() -> Bool {
    guard controls != nil else { return true }
    handle(.willPresent)
    handle(.didPresent)
    return true
  }

  func wasClicked() {
    handle(.pressed)
    if content?.link != nil { handle(.leaveApp) }
  }

  func close() {
    handle(.willDismiss)
    handle(.didDismiss)
  }

  private func handle(
    _ callback: SampleAdapter.Callback, _ error: AdRenderingError = .markup(.missing)
  ) {
    for call in SampleAdapter.calls(for: callback, isInterstitial: controls != nil) {
      switch call {
      case .adLoaded: events.adDidLoad()
      case .failedToLoad: events.adDidFailToLoad(error)
      case .adDidDisplay:
        events.adWillPresent()
        events.adDidPresent()
      case .adWasClicked: events.adDidClick()
      case .adDidLeaveApp: events.adWillLeaveApplication()
      case .adDidClose:
        events.adWillDismiss()
        events.adDidDismiss()
      // The delegate has no event for a screen that the ad opens or closes.
      case .adDidExpand, .adDidCollapse: break
      }
    }
  }
}
