public import AdEngine

/// The screen that an ad is added to or presented from (`S3.19`).
public protocol AdParent: AnyObject {
  /// The screen's size, in points.
  var screenSize: Size { get }
  /// Presents an interstitial over the screen.
  func present(_ interstitial: AdContent)
}

extension AdParent {
  /// Does nothing.
  public func present(_ interstitial: AdContent) {}
}

/// The host's side of an ad, which a presenter calls (`S3.6`–`S3.10`).
public protocol AdView: AnyObject {
  /// The ad is loaded; `view` is its content, and `nil` for an interstitial.
  func adLoaded(view: AdContent?)
  /// The state changed to a new one.
  func stateChanged(adViewState: AdViewState)
  /// The ad could not be loaded; the state `.failed` follows.
  func adLoadFailed(error: AdRenderingError)
  /// The loaded ad cannot be presented (D57).
  func adFailedToPresent(error: AdRenderingError)
}

/// Loads and presents one ad for one view (`S3.18`–`S3.22`).
///
/// It calls its view in this order: `stateChanged(.loading)`; then `adLoaded` and `stateChanged(.loaded)`, or
/// `adLoadFailed` and `stateChanged(.failed)`; `.clicked` when the user opens the ad, `.closed` when it is closed. The
/// host itself measures whether the ad was seen (`.impressed`, D49).
public protocol AdPresenter: AnyObject {
  /// Begins to load an ad; the answer goes to the view, now or later.
  func load(adConfig: AdConfig)
  /// The size of the banner; zero before it is loaded, and for an interstitial (D48).
  func getSize() -> Size
  /// Presents the interstitial and returns whether it did; it is called only when the ad is loaded.
  func showInterstitial() -> Bool
  /// The banner is in its place; returns whether it is shown there (`S4.31`).
  func adWasPlaced() -> Bool
  /// The user clicked the ad.
  func adWasClicked()
  /// The user closed the ad.
  func adWasClosed()
  /// Passes a control call on to the presented ad (`S4.7`).
  func control(_ control: AdControl)
}

extension AdPresenter {
  /// Returns `true`: the banner is shown.
  public func adWasPlaced() -> Bool { true }
  /// Does nothing.
  public func adWasClicked() {}
  /// Does nothing.
  public func adWasClosed() {}
  /// Does nothing.
  public func control(_ control: AdControl) {}
}

/// A provider of ads: makes a presenter for each ad view (`S3.24`–`S3.27`).
public protocol AdPlugin: AnyObject {
  /// Makes a presenter that is ready to load and retains neither the view nor the parent.
  func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter
  /// The size of an inline banner by name, in points; zero for an unknown name.
  func size(forInlineBannerSize name: String) -> Size
  /// The provider's name as people read it.
  func providerName() -> String
}

/// What a plug-in is made with.
public struct AdPluginContext {
  /// The timeline on which the plug-in does something later.
  public let timeline: AdTimeline
  /// The configuration that the page gives the plug-in, as JSON (`S3.29`); `nil` if it gives none.
  public let configurationJSON: String?

  /// Creates a context.
  public init(timeline: AdTimeline, configurationJSON: String? = nil) {
    (self.timeline, self.configurationJSON) = (timeline, configurationJSON)
  }
}
