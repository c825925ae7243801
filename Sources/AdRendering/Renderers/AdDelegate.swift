/// Receives the events of ads; each call names the ad (D52), and every method is optional.
public protocol AdDelegate: AnyObject {
  /// The ad is loaded and can be shown.
  func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad failed to load.
  func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError)
  /// The ad is about to be shown.
  func adWillPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad is on the screen.
  func adDidPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The loaded ad cannot be presented (D57).
  func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError)
  /// The user clicked the ad.
  func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The user is about to leave the app for the ad's target.
  func adWillLeaveApplication(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad is about to be removed from the screen.
  func adWillDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad is no longer on the screen.
  func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// Calls the method for an event.
  func report(_ event: AdEvent, of ad: AdFingerprint, for renderer: any PluginRenderer)
}

extension AdDelegate {
  /// Does nothing.
  public func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {}
  /// Does nothing.
  public func adWillPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {}
  /// Does nothing.
  public func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adWillLeaveApplication(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adWillDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {}

  /// Calls the method for an event.
  public func report(_ event: AdEvent, of ad: AdFingerprint, for renderer: any PluginRenderer) {
    switch event {
    case .didLoad: adDidLoad(ad, for: renderer)
    case .didFailToLoad(let error): adDidFailToLoad(ad, for: renderer, error: error)
    case .willPresent: adWillPresent(ad, for: renderer)
    case .didPresent: adDidPresent(ad, for: renderer)
    case .didFailToPresent(let error): adDidFailToPresent(ad, for: renderer, error: error)
    case .didClick: adDidClick(ad, for: renderer)
    case .willLeaveApplication: adWillLeaveApplication(ad, for: renderer)
    case .willDismiss: adWillDismiss(ad, for: renderer)
    case .didDismiss: adDidDismiss(ad, for: renderer)
    }
  }
}

/// A delegate as the proposal writes it (`S4.36`–`S4.43`, D52): events come without the ad, and a failure to present is left out;
/// every method is optional.
public protocol SeedAdDelegate: AdDelegate {
  /// An ad is loaded and can be shown.
  func adDidLoad(for renderer: any PluginRenderer)
  /// The ad failed to load.
  func adDidFailToLoad(for renderer: any PluginRenderer, error: any Error)
  /// An ad is about to be shown.
  func adWillPresent(for renderer: any PluginRenderer)
  /// An ad is on the screen.
  func adDidPresent(for renderer: any PluginRenderer)
  /// An ad is about to be removed from the screen.
  func adWillDismiss(for renderer: any PluginRenderer)
  /// An ad is no longer on the screen.
  func adDidDismiss(for renderer: any PluginRenderer)
  /// The user clicked an ad.
  func adDidClick(for renderer: any PluginRenderer)
  /// The user is about to leave the app for the target of an ad.
  func adWillLeaveApplication(for renderer: any PluginRenderer)
}

extension SeedAdDelegate {
  /// Does nothing.
  public func adDidLoad(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidFailToLoad(for renderer: any PluginRenderer, error: any Error) {}
  /// Does nothing.
  public func adWillPresent(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidPresent(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adWillDismiss(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidDismiss(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adDidClick(for renderer: any PluginRenderer) {}
  /// Does nothing.
  public func adWillLeaveApplication(for renderer: any PluginRenderer) {}

  /// Calls the method for an event, without the ad.
  public func report(_ event: AdEvent, of ad: AdFingerprint, for renderer: any PluginRenderer) {
    switch event {
    case .didLoad: adDidLoad(for: renderer)
    case .didFailToLoad(let error): adDidFailToLoad(for: renderer, error: error)
    case .willPresent: adWillPresent(for: renderer)
    case .didPresent: adDidPresent(for: renderer)
    case .didFailToPresent: break
    case .didClick: adDidClick(for: renderer)
    case .willLeaveApplication: adWillLeaveApplication(for: renderer)
    case .willDismiss: adWillDismiss(for: renderer)
    case .didDismiss: adDidDismiss(for: renderer)
    }
  }
}
