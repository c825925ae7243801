/// The SDK's side of one ad, to which the ad reports its events; it ends with the ad, so that ads do not mix (D61).
public final class AdEvents {
  /// The identity of the ad.
  public let fingerprint: AdFingerprint
  private let log: CallLog
  private let connection: AdConnection
  /// The records of the renderer; `nil` after the end of the ad.
  weak var ads: RenderedAds?
  /// Whether the ad was removed or replaced; after that, queued callbacks are dropped.
  var isRemoved = false

  init(
    _ fingerprint: AdFingerprint, _ ads: RenderedAds, _ log: CallLog, _ connection: AdConnection
  ) {
    (self.fingerprint, self.ads, self.log, self.connection) = (fingerprint, ads, log, connection)
  }

  /// Reports that the ad is loaded and can be shown.
  public func adDidLoad() { report(.didLoad) }
  /// Reports that the ad failed to load.
  public func adDidFailToLoad(_ error: AdRenderingError) { report(.didFailToLoad(error)) }
  /// Reports that the ad is about to be shown.
  public func adWillPresent() { report(.willPresent) }
  /// Reports that the ad is on the screen.
  public func adDidPresent() { report(.didPresent) }
  /// Reports that the loaded ad cannot be presented.
  public func adDidFailToPresent(_ error: AdRenderingError) { report(.didFailToPresent(error)) }
  /// Reports a click of the user.
  public func adDidClick() { report(.didClick) }
  /// Reports that the user is about to leave the app.
  public func adWillLeaveApplication() { report(.willLeaveApplication) }
  /// Reports that the ad is about to be removed from the screen.
  public func adWillDismiss() { report(.willDismiss) }
  /// Reports that the ad is no longer on the screen.
  public func adDidDismiss() { report(.didDismiss) }

  /// Reports an event; one that is out of order is logged and ignored.
  public func report(_ event: AdEvent) { report(event, .plugin) }

  func report(_ event: AdEvent, _ caller: CallLog.Caller) {
    guard let ads else {
      return log.add(.violation(.afterEnd(event)), caller, of: fingerprint, at: connection.now)
    }
    ads.handle(event, of: self, caller)
  }
}
