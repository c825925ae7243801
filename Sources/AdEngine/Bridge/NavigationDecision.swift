/// Where a navigation is to happen.
public enum NavigationFrame: String, CaseIterable, Sendable {
  /// The page of the ad itself.
  case main
  /// A frame inside the page of the ad.
  case sub
  /// None that exists: a new window (`target=_blank`, `window.open`).
  case none
}

/// What becomes of a navigation, and why.
public struct NavigationDecision: Hashable, Sendable {
  /// What the host does with a navigation.
  public enum Verdict: String, CaseIterable, Sendable {
    /// It happens in the ad's own page.
    case `internal`
    /// The address is opened in the user's browser or app.
    case external
    /// It is not carried out.
    case block
  }

  /// Which rule decided.
  public enum Reason: Hashable, Sendable {
    /// The text is no URL that could be decided on.
    case invalid(URLSyntaxError)
    /// The scheme runs code or reads this machine's files.
    case forbiddenScheme(String)
    /// The scheme makes a document of its own, which may not take the ad's place or a window.
    case documentOutsideSubframe(scheme: String)
    /// An empty page in a window of its own.
    case emptyWindow
    /// The host is on this machine or in its network.
    case nearHost(URLHost, URLHost.Reach)
    /// It would leave the ad, for this reason, without a touch of the ad (D32).
    case noGesture(Departure)
    /// `about:blank` or `about:srcdoc` in the ad's page or a frame of it.
    case blank
    /// A document of its own in a frame inside the ad.
    case documentInSubframe(scheme: String)
    /// A command to the bridge, not an address.
    case bridgeCommand
    /// A page in a frame inside the ad.
    case subframe
    /// The host of the ad's own page.
    case sameHost(URLHost)
    /// Another host of the domain that counts as the ad's own site.
    case sameSite(URLHost)
    /// A redirect before the page has begun; its host is now the ad's own (D31).
    case redirect(to: URLHost)
    /// It leaves the ad, for this reason, within user activation.
    case departure(Departure)
  }

  /// Why a navigation leaves the ad.
  public enum Departure: Hashable, Sendable {
    /// A new window for this host.
    case newWindow(URLHost)
    /// Another host than the ad's own.
    case otherHost(URLHost)
    /// Another port of the ad's own host, where that counts as another site.
    case otherPort(URLHost)
    /// A scheme that another app is for.
    case otherApp(scheme: String)
  }

  /// Something that the user should know before following the address.
  public enum Warning: Hashable, Sendable, CaseIterable {
    /// User info stood before the host, and may look like one.
    case userInfo
    /// The page came by https, the address is http.
    case downgrade
  }

  /// What the host does with it.
  public var verdict: Verdict
  /// Which rule decided, with what it looked at.
  public var reason: Reason
  /// What the user should know before following the address.
  public var warnings: [Warning]
  /// The address, where there is one.
  public var url: URLParts?
}

extension NavigationDecision.Reason: CustomStringConvertible {
  /// The reason in words; what it quotes must be scrubbed.
  public var description: String {
    switch self {
    case .invalid(let problem): "\(problem)"
    case .forbiddenScheme(let scheme): "\(scheme): runs code or reads files"
    case .documentOutsideSubframe(let scheme): "\(scheme): only in a frame inside the ad"
    case .emptyWindow:
      "an empty new window: an address that is set later would not open in it"
    case .nearHost(let host, .loopback): "\(host) is this machine"
    case .nearHost(let host, .linkLocal): "\(host) is on this machine's own link"
    case .nearHost(let host, _): "\(host) is in a private network"
    case .noGesture(let departure): "\(departure), and nobody has touched the ad"
    case .blank: "an empty page"
    case .documentInSubframe(let scheme): "\(scheme): in a frame inside the ad"
    case .bridgeCommand: "a command to the bridge"
    case .subframe: "in a frame inside the ad"
    case .sameHost(let host): "\(host) is the ad's own host"
    case .sameSite(let host): "\(host) is a host of the ad's own site"
    case .redirect(let host): "a redirect before the page has begun: \(host) is now its host"
    case .departure(let departure): "\(departure)"
    }
  }
}

extension NavigationDecision.Departure: CustomStringConvertible {
  /// The reason in words; what it quotes must be scrubbed.
  public var description: String {
    switch self {
    case .newWindow(let host): "a new window for \(host)"
    case .otherHost(let host): "another host: \(host)"
    case .otherPort(let host): "another port of \(host)"
    case .otherApp(let scheme): "\(scheme): is for another app"
    }
  }
}

extension NavigationDecision.Warning: CustomStringConvertible {
  /// The warning as a clause for people.
  public var description: String {
    switch self {
    case .userInfo: "user info before the host was removed"
    case .downgrade: "from https to http"
    }
  }
}
