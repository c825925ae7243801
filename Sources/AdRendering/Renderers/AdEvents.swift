/// What an ad tells the SDK by: it belongs to one ad and dies with it, so that ads never cross (D61).
public final class AdEvents {
  /// The ad.
  public let fingerprint: AdFingerprint
  private let ledger: AdLedger
  private let connection: AdConnection
  /// Whom it tells; `nil` once the ad is gone.
  weak var ads: RenderedAds?
  /// Whether the ad was removed, or made anew; then nobody is told even of what is on its way.
  var isRemoved = false

  init(
    _ fingerprint: AdFingerprint, _ ads: RenderedAds, _ ledger: AdLedger, _ connection: AdConnection
  ) {
    self.fingerprint = fingerprint
    self.ads = ads
    self.ledger = ledger
    self.connection = connection
  }

  /// The ad can be shown.
  public func adDidLoad() { tell(.didLoad) }
  /// There is no ad.
  public func adDidFailToLoad(_ error: AdRenderingError) { tell(.didFailToLoad(error)) }
  /// The ad is about to be shown.
  public func adWillPresent() { tell(.willPresent) }
  /// The ad is shown.
  public func adDidPresent() { tell(.didPresent) }
  /// The ad was to be shown and cannot be.
  public func adDidFailToPresent(_ error: AdRenderingError) { tell(.didFailToPresent(error)) }
  /// The person clicked the ad.
  public func adDidClick() { tell(.didClick) }
  /// The person is about to leave for what the ad leads to.
  public func adWillLeaveApplication() { tell(.willLeaveApplication) }
  /// The ad is about to go away.
  public func adWillDismiss() { tell(.willDismiss) }
  /// The ad went away.
  public func adDidDismiss() { tell(.didDismiss) }

  /// Tells of an event.
  public func tell(_ event: AdEvent) { tell(event, .plugin) }

  func tell(_ event: AdEvent, _ caller: AdLedger.Caller) {
    guard let ads else {
      return ledger.add(.breach(.afterEnd(event)), caller, of: fingerprint, at: connection.now)
    }
    ads.take(event, of: self, caller)
  }
}
