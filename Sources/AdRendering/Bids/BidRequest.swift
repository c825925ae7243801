import AdEngine

/// A request of OpenRTB 2.6, as Prebid's SDK sends it (Prebid Mobile for iOS 3.3.4, August 2026).
public struct BidRequest: Hashable, Sendable {
  /// What a request says about the user's choice, as Prebid's SDK sends it.
  public struct Consent: Hashable, Sendable {
    /// Whether the GDPR applies (`regs.ext.gdpr`).
    public var isGDPR: Bool
    /// The TC string (`user.ext.consent`), if there is one.
    public var string: String?

    /// Makes the consent data of a request.
    public init(isGDPR: Bool, string: String? = nil) {
      (self.isGDPR, self.string) = (isGDPR, string)
    }
  }

  /// The id of the request.
  public var id: String
  /// The account, sent as a stored request; without one the request has no `ext.prebid`.
  public var account: String?
  /// The ads that are requested; the id of each impression is the ad's fingerprint.
  public var ads: [AdUnitConfig]
  /// The announced renderers, in the order of their registration; the SDK's own is left out.
  public var renderers: [RendererAnnouncement]
  /// The time that bidders have, in milliseconds.
  public var timeout: Int
  /// What the user chose; without it the request says nothing about it.
  public var consent: Consent?

  /// Creates a request; of `renderers` the SDK's own is left out.
  public init(
    id: String, account: String? = nil, ads: [AdUnitConfig],
    renderers: [RendererAnnouncement] = [], timeout: Int = 2000
  ) {
    (self.id, self.account, self.ads) = (id, account, ads)
    self.renderers = renderers.filter { $0.identity.name != RendererIdentity.sdk.name }
    self.timeout = timeout
  }

  /// The request as OpenRTB has it.
  public var value: JSONValue {
    var fields: [String: JSONValue] = [
      "id": .text(id), "imp": .list(ads.map(impression)), "tmax": .number(Double(timeout)),
    ]
    if let account {
      var prebid: [String: JSONValue] = ["storedrequest": .object(["id": .text(account)])]
      if !renderers.isEmpty {
        prebid["sdk"] = .object(["renderers": .list(renderers.map(\.value))])
      }
      fields["ext"] = .object(["prebid": .object(prebid)])
    }
    if let consent {
      fields["regs"] = .object(["ext": .object(["gdpr": .number(consent.isGDPR ? 1 : 0)])])
      if let string = consent.string {
        fields["user"] = .object(["ext": .object(["consent": .text(string)])])
      }
    }
    return .object(fields)
  }

  /// The request as a JSON text, keys in alphabetical order.
  public var json: String { value.json }

  private func impression(_ ad: AdUnitConfig) -> JSONValue {
    var fields: [String: JSONValue] = [
      "id": .text(ad.fingerprint.description), "secure": .number(1),
      "ext": .object(["prebid": .object(["storedrequest": .object(["id": .text(ad.unit)])])]),
    ]
    let size: [String: JSONValue] = ["w": .number(ad.size.width), "h": .number(ad.size.height)]
    switch ad.format {
    case .banner: fields["banner"] = .object(["format": .list([.object(size)])])
    case .video:
      fields["video"] = .object(size.merging(["mimes": .list([.text("video/mp4")])]) { $1 })
    case .native: fields["native"] = .object(["ver": .text("1.2")])
    }
    if ad.isInterstitial { fields["instl"] = .number(1) }
    if ad.isOptIn { fields["rwdd"] = .number(1) }
    return .object(fields)
  }
}
