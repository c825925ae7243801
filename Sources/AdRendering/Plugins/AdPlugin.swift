public import AdEngine

/// Where an ad is added or presented from (`S3.19`).
public protocol AdParent: AnyObject {
  /// The screen's size, in points.
  var screenSize: Size { get }
}

/// The host's side of an ad: what a presenter calls (`S3.6`–`S3.10`).
public protocol AdView: AnyObject {
  /// The ad is there; `view` is what it shows, and `nil` for an interstitial.
  func adLoaded(view: AdContent?)
  /// The state changed.
  func stateChanged(adViewState: AdViewState)
  /// There is no ad, for this reason.
  func adLoadFailed(error: AdRenderingError)
  /// The ad that is there was to be shown and cannot be, for this reason (D57).
  func adFailedToPresent(error: AdRenderingError)
}

/// Loads and presents one ad for one view (`S3.18`–`S3.22`).
///
/// In this order it tells its view: `stateChanged(.loading)`; then `adLoaded` and `stateChanged(.loaded)`, or
/// `adLoadFailed` and `stateChanged(.failed)`; when the person opens it `.clicked`, when it goes away `.closed`. That an
/// ad was seen (`.impressed`) is the host's to find out (D49).
public protocol AdPresenter: AnyObject {
  /// Begins to load.
  func load(adConfig: AdConfig)
  /// The size of the banner; zero before it is loaded, and for an interstitial (D48).
  func getSize() -> Size
  /// Presents the interstitial, and returns whether it did; only called when the ad is loaded.
  func showInterstitial() -> Bool
  /// The banner was put into its place; returns whether it is shown there (`S4.31`).
  func adWasPlaced() -> Bool
  /// The person clicked the ad.
  func adWasClicked()
  /// The person closed the ad.
  func adWasClosed()
}

extension AdPresenter {
  /// Nothing is left to do: the banner is shown.
  public func adWasPlaced() -> Bool { true }
  /// Does nothing.
  public func adWasClicked() {}
  /// Does nothing.
  public func adWasClosed() {}
}

/// Makes presenters: one for each configuration and view (`S3.24`–`S3.27`).
public protocol AdPlugin: AnyObject {
  /// Makes a presenter that is ready to load; it keeps neither the view nor the parent.
  func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter
  /// The size of an inline banner of this name; zero for a name that the plug-in does not know.
  func size(forInlineBannerSize name: String) -> Size
  /// The provider's name for people.
  func providerName() -> String
}
