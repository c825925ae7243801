/// Decides where an ad's navigations lead by a ``HostRule`` (D30): into the page, out, or nowhere (`S1.54`–`S1.58`, D29–D33).
public struct NavigationPolicy: Hashable, Sendable {
  /// The address of the ad's page, to which relative URLs are relative.
  public private(set) var page: URLParts
  /// Whether the page has begun to show; until then redirects lead wherever they lead.
  public private(set) var hasCommitted: Bool
  /// Which addresses count as the ad's own.
  public let hosts: HostRule
  /// How many navigations were blocked.
  public private(set) var blocked = 0
  /// The latest actions that left the page or were blocked.
  private var decidedActions: [Int] = []

  /// A policy for a page that is being opened, or has already begun to show.
  public init(page: URLParts, hasCommitted: Bool = false, hosts: HostRule = HostRule()) {
    (self.page, self.hasCommitted, self.hosts) = (page, hasCommitted, hosts)
  }

  /// The page has begun to show.
  public mutating func commit() { hasCommitted = true }

  /// Decides on an address, or why it cannot be read, and remembers what follows from it.
  ///
  /// `hasGesture` says whether a user has just touched the ad (see `UserActivation`). A link in a new window is reported
  /// twice: of an `action` that has been decided on already the decision is `nil` (D33).
  public mutating func decide(
    _ url: Result<URLParts, URLSyntaxError>, frame: NavigationFrame, hasGesture: Bool,
    action: Int? = nil
  ) -> NavigationDecision? {
    if let action, decidedActions.contains(action) { return nil }
    let decision = decision(on: url, frame: frame, hasGesture: hasGesture)
    switch decision.verdict {
    case .internal:
      if frame == .main, let url = decision.url, url.isWeb { page = url }
      return decision
    case .block: blocked += 1
    case .external: break
    }
    if let action {
      // The two reports of an action follow each other closely.
      if decidedActions.count == 32 { decidedActions.removeFirst() }
      decidedActions.append(action)
    }
    return decision
  }

  /// Decides on an address that a user follows from a text that is no ad's: as on a new window, after a touch.
  public static func decision(
    followedByHand url: Result<URLParts, URLSyntaxError>
  ) -> NavigationDecision {
    let page = (try? url.get()) ?? .blank
    return NavigationPolicy(page: page, hasCommitted: true)
      .decision(on: url, frame: .none, hasGesture: true)
  }

  /// Decides on an address, or why it cannot be read, without remembering it.
  public func decision(
    on url: Result<URLParts, URLSyntaxError>, frame: NavigationFrame, hasGesture: Bool
  ) -> NavigationDecision {
    switch url {
    case .success(let url):
      let (verdict, reason) = outcome(url, frame, hasGesture)
      return NavigationDecision(
        verdict: verdict, reason: reason, warnings: verdict == .block ? [] : warnings(url),
        url: url)
    case .failure(let problem):
      return NavigationDecision(verdict: .block, reason: .invalid(problem), warnings: [], url: nil)
    }
  }

  private typealias Outcome = (NavigationDecision.Verdict, NavigationDecision.Reason)

  private func outcome(_ url: URLParts, _ frame: NavigationFrame, _ hasGesture: Bool) -> Outcome {
    switch url.scheme {
    case "mraid": return (.internal, .bridgeCommand)
    case "about" where url.path == "blank" || url.path == "srcdoc":
      return frame == .none ? (.block, .emptyWindow) : (.internal, .blank)
    case "data", "blob":
      return frame == .sub
        ? (.internal, .documentInSubframe(scheme: url.scheme))
        : (.block, .documentOutsideSubframe(scheme: url.scheme))
    case let scheme where Self.isForbidden(scheme): return (.block, .forbiddenScheme(scheme))
    case "intent", "android-app":
      for destination in url.destinations {
        let outcome = outcome(destination, .none, true)
        if outcome.0 == .block { return outcome }
      }
    default: break
    }
    guard url.isWeb, let host = url.host else {
      return departure(.otherApp(scheme: url.scheme), to: url.host, hasGesture)
    }
    switch frame {
    case .sub: return (.internal, .subframe)
    case .none: return departure(.newWindow(host), to: host, hasGesture)
    case .main where hosts.isOwn(url, of: page):
      return (.internal, host == page.host ? .sameHost(host) : .sameSite(host))
    case .main where !hasCommitted && (host.reach == .everywhere || host.reach == page.host?.reach):
      return (.internal, .redirect(to: host))
    case .main where host == page.host: return departure(.otherPort(host), to: host, hasGesture)
    case .main: return departure(.otherHost(host), to: host, hasGesture)
    }
  }

  private func departure(
    _ departure: NavigationDecision.Departure, to host: URLHost?, _ hasGesture: Bool
  ) -> Outcome {
    if let host, host.reach != .everywhere { return (.block, .nearHost(host, host.reach)) }
    return hasGesture ? (.external, .departure(departure)) : (.block, .noGesture(departure))
  }

  private func warnings(_ url: URLParts) -> [NavigationDecision.Warning] {
    var warnings: [NavigationDecision.Warning] = []
    if url.hasUserInfo { warnings.append(.userInfo) }
    if url.scheme == "http", page.scheme == "https" { warnings.append(.downgrade) }
    return warnings
  }

  /// Schemes that run code, read files, show another URL or belong to a browser itself (those that Chromium, Firefox and WebKit
  /// register, November 2026): never followed, never given to the system.
  private static func isForbidden(_ scheme: String) -> Bool {
    forbiddenSchemes.contains(scheme) || scheme.hasSuffix("-extension")
      || scheme.hasPrefix("chrome-") || scheme.hasPrefix("moz-")
  }

  private static let forbiddenSchemes: Set<String> = [
    "about", "android.resource", "applewebdata", "brave", "chrome", "content", "devtools", "edge",
    "file", "filesystem", "jar", "javascript", "mhtml", "ms-appdata", "opera", "res", "resource",
    "vbscript", "view-source", "vivaldi",
  ]
}
