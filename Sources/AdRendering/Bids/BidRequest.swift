import AdEngine

/// A request of OpenRTB 2, as Prebid's SDK sends it.
public struct BidRequest: Hashable, Sendable {
  /// The way in which the SDK is used.
  public enum API: Hashable, Sendable {
    /// The SDK renders: the request tells about the renderers.
    case rendering
    /// The ad server's SDK renders.
    case original
  }

  /// The identity of the request.
  public var id: String
  /// The account, which is a stored request; without one the request's `ext.prebid` stays empty.
  public var account: String?
  /// What is asked for; the impression's id is the fingerprint.
  public var ads: [AdUnitConfig]
  /// Who would render.
  public var api: API
  /// What is told about the renderers, in the order in which they were registered; the SDK's own is not told about.
  public var renderers: [RendererAnnouncement]
  /// How long bidders may take, in milliseconds.
  public var timeout: Int

  /// Makes a request.
  public init(
    id: String, account: String? = nil, ads: [AdUnitConfig], api: API = .rendering,
    renderers: [RendererAnnouncement] = [], timeout: Int = 2000
  ) {
    self.id = id
    self.account = account
    self.ads = ads
    self.api = api
    self.renderers = renderers.filter { $0.identity.name != RendererIdentity.sdk.name }
    self.timeout = timeout
  }

  /// The request as JSON.
  public var value: JSONValue {
    var fields: [String: JSONValue] = [
      "id": .text(id), "imp": .list(ads.map(impression)), "tmax": .number(Double(timeout)),
    ]
    if let account {
      var prebid: [String: JSONValue] = ["storedrequest": .object(["id": .text(account)])]
      if api == .rendering, !renderers.isEmpty {
        prebid["sdk"] = .object(["renderers": .list(renderers.map(\.value))])
      }
      fields["ext"] = .object(["prebid": .object(prebid)])
    }
    return .object(fields)
  }

  /// The request as a JSON text, keys in alphabetical order.
  public var json: String { value.json }

  private func impression(_ ad: AdUnitConfig) -> JSONValue {
    var fields: [String: JSONValue] = [
      "id": .text(ad.fingerprint.description), "secure": .number(1),
      "ext": .object([
        "prebid": .object(["storedrequest": .object(["id": .text(ad.unit)])])
      ]),
    ]
    let size: [String: JSONValue] = [
      "w": .number(ad.size.width), "h": .number(ad.size.height),
    ]
    switch ad.format {
    case .banner: fields["banner"] = .object(["format": .list([.object(size)])])
    case .video:
      fields["video"] = .object(size.merging(["mimes": .list([.text("video/mp4")])]) { $1 })
    case .native: fields["native"] = .object(["ver": .text("1.2")])
    }
    if ad.isInterstitial { fields["instl"] = .number(1) }
    return .object(fields)
  }
}
