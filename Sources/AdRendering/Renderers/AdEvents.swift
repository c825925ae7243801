/// What an ad tells the SDK by: it belongs to one ad and dies with it, so that ads never cross (D61).
public final class AdEvents {
  /// The ad.
  public let fingerprint: AdFingerprint
  private let log: CallLog
  private let connection: AdConnection
  /// Whom it tells; `nil` once the ad is gone.
  weak var ads: RenderedAds?
  /// Whether the ad was removed, or made anew; then nobody is told even of what is on its way.
  var isRemoved = false

  init(
    _ fingerprint: AdFingerprint, _ ads: RenderedAds, _ log: CallLog, _ connection: AdConnection
  ) {
    self.fingerprint = fingerprint
    self.ads = ads
    self.log = log
    self.connection = connection
  }

  /// The ad can be shown.
  public func adDidLoad() { report(.didLoad) }
  /// There is no ad.
  public func adDidFailToLoad(_ error: AdRenderingError) { report(.didFailToLoad(error)) }
  /// The ad is about to be shown.
  public func adWillPresent() { report(.willPresent) }
  /// The ad is shown.
  public func adDidPresent() { report(.didPresent) }
  /// The ad was to be shown and cannot be.
  public func adDidFailToPresent(_ error: AdRenderingError) { report(.didFailToPresent(error)) }
  /// The person clicked the ad.
  public func adDidClick() { report(.didClick) }
  /// The person is about to leave for what the ad leads to.
  public func adWillLeaveApplication() { report(.willLeaveApplication) }
  /// The ad is about to go away.
  public func adWillDismiss() { report(.willDismiss) }
  /// The ad went away.
  public func adDidDismiss() { report(.didDismiss) }

  /// Tells of an event.
  public func report(_ event: AdEvent) { report(event, .plugin) }

  func report(_ event: AdEvent, _ caller: CallLog.Caller) {
    guard let ads else {
      return log.add(.violation(.afterEnd(event)), caller, of: fingerprint, at: connection.now)
    }
    ads.handle(event, of: self, caller)
  }
}
