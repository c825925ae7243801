/// Is told what becomes of ads; each call says of which (D52), and every method may be left out.
public protocol AdDelegate: AnyObject {
  /// The ad can be shown.
  func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// There is no ad.
  func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError)
  /// The ad is about to be shown.
  func adWillPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad is shown.
  func adDidPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad was to be shown and cannot be (D57).
  func adDidFailToPresent(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError)
  /// The person clicked the ad.
  func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The person is about to leave for what the ad leads to.
  func adWillLeaveApplication(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad is about to go away.
  func adWillDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer)
  /// The ad went away.
  func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer)
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

  /// Tells of an event by the method that belongs to it.
  func report(_ event: AdEvent, of ad: AdFingerprint, for renderer: any PluginRenderer) {
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

/// The delegate as the seed draws it, which is not told of which ad (`S4.36`–`S4.43`); every method may be left out.
public protocol SeedAdDelegate: AnyObject {
  /// An ad can be shown.
  func adDidLoad(for renderer: any PluginRenderer)
  /// There is no ad.
  func adDidFailToLoad(for renderer: any PluginRenderer, error: any Error)
  /// An ad is about to be shown.
  func adWillPresent(for renderer: any PluginRenderer)
  /// An ad is shown.
  func adDidPresent(for renderer: any PluginRenderer)
  /// An ad is about to go away.
  func adWillDismiss(for renderer: any PluginRenderer)
  /// An ad went away.
  func adDidDismiss(for renderer: any PluginRenderer)
  /// The person clicked an ad.
  func adDidClick(for renderer: any PluginRenderer)
  /// The person is about to leave for what an ad leads to.
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
}

/// Tells a delegate of the seed's shape what becomes of ads, without saying of which (D52).
///
/// An ad that fails to present has no method there, so nothing is told of that.
public final class SeedAdDelegateAdapter: AdDelegate {
  private weak var delegate: (any SeedAdDelegate)?

  /// Makes an adapter; it does not keep the delegate.
  public init(_ delegate: any SeedAdDelegate) {
    self.delegate = delegate
  }

  /// Passes it on without the fingerprint.
  public func adDidLoad(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adDidLoad(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adDidFailToLoad(
    _ ad: AdFingerprint, for renderer: any PluginRenderer, error: AdRenderingError
  ) {
    delegate?.adDidFailToLoad(for: renderer, error: error)
  }

  /// Passes it on without the fingerprint.
  public func adWillPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adWillPresent(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adDidPresent(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adDidPresent(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adDidClick(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adDidClick(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adWillLeaveApplication(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adWillLeaveApplication(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adWillDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adWillDismiss(for: renderer)
  }

  /// Passes it on without the fingerprint.
  public func adDidDismiss(_ ad: AdFingerprint, for renderer: any PluginRenderer) {
    delegate?.adDidDismiss(for: renderer)
  }
}
