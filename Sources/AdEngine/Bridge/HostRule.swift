/// Which addresses count as those of an ad's own site (`S0.90`, D30); the others leave the ad.
///
/// The default is the demo app's rule: the same host, by http or https and on any port.
public struct HostRule: Hashable, Sendable {
  /// Whether another port is another site (the option `strictPort` of U4).
  public var isPortStrict: Bool
  /// A domain whose hosts all count as the ad's own if the ad's host is one of them (the option `sameSite` of U7).
  ///
  /// It is named, not guessed: which part of a name one owner has, no rule of names can say.
  public var site: URLHost?

  /// Makes a rule; the default is the demo app's.
  public init(isPortStrict: Bool = false, site: URLHost? = nil) {
    (self.isPortStrict, self.site) = (isPortStrict, site)
  }

  /// Whether an address of a host belongs to the site of an ad's page.
  func isOwn(_ url: URLParts, of page: URLParts) -> Bool {
    guard let host = url.host, let own = page.host else { return false }
    if isPortStrict, url.port != page.port { return false }
    return host == own || (isInSite(host) && isInSite(own))
  }

  private func isInSite(_ host: URLHost) -> Bool {
    guard case .domain(let site)? = site, case .domain(let name) = host else { return false }
    return name == site || name.hasSuffix("." + site)
  }
}
