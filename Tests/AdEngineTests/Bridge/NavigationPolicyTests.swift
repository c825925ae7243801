import AdEngine
import TestSupport
import Testing

private func web(_ host: URLHost, _ path: String = "/") -> URLParts {
  URLParts(scheme: "https", host: host, path: path, text: "https://\(host)\(path)")
}

extension NavigationPolicy {
  fileprivate mutating func decide(
    _ host: URLHost, _ frame: NavigationFrame = .main, hasGesture: Bool = true, action: Int? = nil
  ) -> NavigationDecision? {
    decide(.success(web(host)), frame: frame, hasGesture: hasGesture, action: action)
  }

  fileprivate func decision(
    on host: URLHost, _ frame: NavigationFrame = .main
  ) -> NavigationDecision {
    decision(on: .success(web(host)), frame: frame, hasGesture: true)
  }
}

/// What the policy remembers, and which hosts are near (D31–D33).
@Suite(.tags(.fast)) struct NavigationPolicyTests {
  private let own = URLHost.domain("a.dk")
  private let other = URLHost.domain("b.dk")

  @Test func `D31 a redirect before the first commit makes its host the ad's own`() {
    var policy = NavigationPolicy(page: web(own))
    #expect(policy.decide(other, hasGesture: false)?.reason == .redirect(to: other))
    policy.commit()
    #expect(policy.decide(other, hasGesture: false)?.reason == .sameHost(other))
    #expect(policy.decide(own)?.reason == .departure(.otherHost(own)))
    #expect(policy.page == web(other))
  }

  @Test func `D31 no redirect leads from the web to a host that is near`() {
    let near = URLHost.ipv4(0x7F00_0001)
    let policy = NavigationPolicy(page: web(own))
    #expect(policy.decision(on: near).reason == .nearHost(near, .loopback))
    let atHome = NavigationPolicy(page: web(.domain("localhost")))
    #expect(atHome.decision(on: near).verdict == .internal)
  }

  @Test func `D33 an action that is reported twice is decided once`() {
    var policy = NavigationPolicy(page: web(own), hasCommitted: true)
    #expect(policy.decide(other, .none, action: 1)?.verdict == .external)
    #expect(policy.decide(other, .none, action: 1) == nil)
    #expect(policy.decide(other, .none, action: 2)?.verdict == .external)
    #expect(policy.decide(other, .none)?.verdict == .external)
    #expect(policy.decide(other, .none)?.verdict == .external)
  }

  @Test func `D33 what stays inside may be asked for again, and a flood of actions is forgotten`() {
    var policy = NavigationPolicy(page: web(own), hasCommitted: true)
    #expect(policy.decide(own, action: 1)?.verdict == .internal)
    #expect(policy.decide(own, action: 1)?.verdict == .internal)
    for action in 0..<10_000 { _ = policy.decide(other, action: action) }
    #expect(policy.decide(other, action: 9999) == nil)
    #expect(policy.decide(other, action: 1)?.verdict == .external)
  }

  @Test func `D32 what is blocked is counted`() {
    var policy = NavigationPolicy(page: web(own), hasCommitted: true)
    _ = policy.decide(other, hasGesture: false)
    _ = policy.decide(other)
    _ = policy.decide(.failure(.empty), frame: .main, hasGesture: true)
    #expect(policy.blocked == 2)
  }

  @Test func `D32 a touch counts for a second, and for one thing`() {
    func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }
    var activation = UserActivation()
    #expect(!activation.isActive(at: at(0)))
    activation.touch(at: at(500))
    #expect(activation.isActive(at: at(500)))
    #expect(activation.isActive(at: at(1500)))
    #expect(!activation.isActive(at: at(1501)))
    #expect(!activation.isActive(at: at(499)))
    #expect(!activation.isActive(at: at(.max)))
    activation.use()
    #expect(!activation.isActive(at: at(500)))
  }

  @Test(
    arguments: [
      (.domain("localhost"), .loopback), (.domain("a.localhost"), .loopback),
      (.domain("notlocalhost.org"), .everywhere), (.domain("ip6-loopback"), .loopback),
      (.domain("ip6-localhost"), .loopback), (.domain("printer.local"), .linkLocal),
      (.domain("a.internal"), .privateNetwork), (.domain("router.home.arpa"), .privateNetwork),
      (.ipv4(0x7F00_0001), .loopback), (.ipv4(0x7FFF_FFFF), .loopback), (.ipv4(0), .loopback),
      (.ipv4(0x0A00_0001), .privateNetwork), (.ipv4(0xAC10_0000), .privateNetwork),
      (.ipv4(0xAC1F_FFFF), .privateNetwork), (.ipv4(0xAC20_0000), .everywhere),
      (.ipv4(0xC0A8_0101), .privateNetwork), (.ipv4(0xA9FE_0001), .linkLocal),
      (.ipv4(0xC000_0001), .privateNetwork), (.ipv4(0xC612_0001), .privateNetwork),
      (.ipv4(0xE000_0001), .linkLocal), (.ipv4(.max), .linkLocal),
      (.ipv6(0x0064_FF9B_0001_0000, 0x0A00_0001), .privateNetwork),
      (.ipv6(0xFF02 << 48, 1), .linkLocal), (.ipv4(0x6440_0001), .privateNetwork),
      (.ipv4(0x0808_0808), .everywhere), (.ipv6(0, 0), .loopback), (.ipv6(0, 1), .loopback),
      (.ipv6(0, 0xFFFF_7F00_0001), .loopback), (.ipv6(0, 0xFFFF_0808_0808), .everywhere),
      (.ipv6(0, 0x7F00_0001), .loopback),
      (.ipv6(0x0064_FF9B_0000_0000, 0x0A00_0001), .privateNetwork),
      (.ipv6(0x2002_7F00_0001_0000, 0), .loopback), (.ipv6(0xFE80 << 48, 1), .linkLocal),
      (.ipv6(0xFEBF << 48, 1), .linkLocal), (.ipv6(0xFC00 << 48, 1), .privateNetwork),
      (.ipv6(0xFDFF << 48, 1), .privateNetwork), (.ipv6(0x2001_0DB8 << 32, 1), .everywhere),
    ] as [(URLHost, URLHost.Reach)])
  func `a host that is near is never opened`(host: URLHost, reach: URLHost.Reach) {
    #expect(host.reach == reach)
    let policy = NavigationPolicy(page: web(own), hasCommitted: true)
    for frame in [NavigationFrame.main, .none] {
      let verdict = policy.decision(on: host, frame).verdict
      #expect(verdict == (reach == .everywhere ? .external : .block))
    }
  }

  @Test func `a window of its own is never inside, whatever the address`() {
    let policy = NavigationPolicy(page: web(own))
    for scheme in ["about", "data", "blob"] {
      let url = URLParts(scheme: scheme, path: "blank", text: "\(scheme):blank")
      let decision = policy.decision(on: .success(url), frame: .none, hasGesture: true)
      #expect(decision.verdict == .block)
    }
    #expect(policy.decision(on: own, .none).reason == .departure(.newWindow(own)))
  }
}
