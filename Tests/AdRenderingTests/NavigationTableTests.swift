import AdEngine
import AdRendering
import TestSupport
import Testing

/// The table of navigations (U1 to U31), row by row, on the text that a creative gives (`S1.54`–`S1.58`, D29–D33).
@Suite(.tags(.fast)) struct NavigationTableTests {
  /// A row: its number, the URL, the frame, and what is expected of it.
  struct Row: CustomTestStringConvertible {
    let number: String
    let url: String
    let frame: NavigationFrame
    let verdict: NavigationDecision.Verdict
    var warnings: [NavigationDecision.Warning] = []
    /// The host that is shown.
    var host: String?
    var hasGesture = true
    var isCommitted = true

    var testDescription: String { "\(number) \(url.debugDescription) \(frame)" }
  }

  private static let evil = "evil.example"

  static let rows: [Row] = [
    Row(number: "U1", url: "https://adops.stepdev.dk/other", frame: .main, verdict: .internal),
    Row(number: "U2", url: "https://ADOPS.STEPDEV.DK/other", frame: .main, verdict: .internal),
    Row(number: "U3", url: "HTTPS://adops.stepdev.dk/x", frame: .main, verdict: .internal),
    Row(number: "U4", url: "https://adops.stepdev.dk:8443/x", frame: .main, verdict: .internal),
    Row(
      number: "U5", url: "http://adops.stepdev.dk/x", frame: .main, verdict: .internal,
      warnings: [.downgrade]),
    Row(number: "U7", url: "https://www.adops.stepdev.dk/", frame: .main, verdict: .external),
    Row(number: "U7", url: "https://m.stepdev.dk/", frame: .main, verdict: .external),
    Row(number: "U7", url: "https://stepdev.dk/", frame: .main, verdict: .external),
    Row(
      number: "U8", url: "https://adops.stepdev.dk.evil.example/", frame: .main,
      verdict: .external, host: "adops.stepdev.dk.evil.example"),
    Row(
      number: "U9", url: "https://adops.stepdev.dk@evil.example/", frame: .main,
      verdict: .external, warnings: [.userInfo], host: evil),
    Row(
      number: "U9", url: "https://adops.stepdev.dk:pw@evil.example/", frame: .main,
      verdict: .external, warnings: [.userInfo], host: evil),
    Row(
      number: "U11", url: #"https://adops.stepdev.dk\@evil.example/"#, frame: .main,
      verdict: .block),
    Row(
      number: "U13", url: "http://adops.stepdev.dk%00.evil.example/", frame: .main, verdict: .block),
    Row(number: "U14", url: "https://evil.example/", frame: .sub, verdict: .internal),
    Row(number: "U15", url: "https://adops.stepdev.dk/x", frame: .none, verdict: .external),
    Row(number: "U16", url: "https://apps.apple.com/app/id1", frame: .main, verdict: .external),
    Row(number: "U17", url: "about:blank", frame: .main, verdict: .internal),
    Row(number: "U17", url: "about:blank", frame: .sub, verdict: .internal),
    Row(number: "U17", url: "about:srcdoc", frame: .main, verdict: .internal),
    Row(number: "U17", url: "about:srcdoc", frame: .sub, verdict: .internal),
    Row(number: "U18", url: "data:text/html,hi", frame: .sub, verdict: .internal),
    Row(number: "U18", url: "blob:https://adops.stepdev.dk/u", frame: .sub, verdict: .internal),
    Row(number: "U19", url: "data:text/html,hi", frame: .main, verdict: .block),
    Row(number: "U20", url: "javascript:alert(1)", frame: .main, verdict: .block),
    Row(number: "U20", url: "javascript:alert(1)", frame: .sub, verdict: .block),
    Row(number: "U20", url: "javascript:alert(1)", frame: .none, verdict: .block),
    Row(number: "U20", url: "file:///etc/passwd", frame: .main, verdict: .block),
    Row(number: "U20", url: "file:///etc/passwd", frame: .sub, verdict: .block),
    Row(number: "U20", url: "file:///etc/passwd", frame: .none, verdict: .block),
    Row(number: "U21", url: "tel:+4512345678", frame: .main, verdict: .external),
    Row(number: "U21", url: "TEL:123", frame: .main, verdict: .external),
    Row(number: "U21", url: "mailto:a@b.dk", frame: .main, verdict: .external),
    Row(number: "U21", url: "sms:123", frame: .sub, verdict: .external),
    Row(number: "U22", url: "itms-apps://…", frame: .main, verdict: .external),
    Row(
      number: "U22", url: "itms-appss://itunes.apple.com/app/1", frame: .main, verdict: .external),
    Row(number: "U22", url: "market://details?id=dk.app", frame: .main, verdict: .external),
    Row(number: "U22", url: "intent://scan/#Intent;end", frame: .none, verdict: .external),
    Row(
      number: "U23", url: "mraid://open?url=https%3A%2F%2Fevil.example", frame: .main,
      verdict: .internal),
    Row(number: "U25", url: "//evil.example/x", frame: .main, verdict: .external, host: evil),
    Row(number: "U27", url: "", frame: .main, verdict: .block),
    Row(number: "U27", url: " https://evil.example/", frame: .main, verdict: .external, host: evil),
    Row(
      number: "U28", url: "https://stępdev.dk/", frame: .main, verdict: .external,
      host: "xn--stpdev-x4a.dk"),
    Row(
      number: "U30", url: "https://other.example/", frame: .main, verdict: .internal,
      hasGesture: false, isCommitted: false),
    Row(
      number: "U31", url: "https://ads.example/", frame: .main, verdict: .block, hasGesture: false),
  ]

  static func policy(isCommitted: Bool = true) throws -> NavigationPolicy {
    let page = try URLReader.read("https://adops.stepdev.dk/wp-content/ad-template.html?a=1")
    return NavigationPolicy(page: page, hasCommitted: isCommitted)
  }

  @Test(arguments: rows)
  func `D29 D30 each row of the table is decided as it says`(row: Row) throws {
    let decision = try #require(
      try Self.policy(isCommitted: row.isCommitted)
        .decisions(on: row.url, frame: row.frame, hasGesture: row.hasGesture).first)
    #expect(decision.verdict == row.verdict, "\(decision.reason)")
    #expect(decision.warnings == row.warnings)
    if let host = row.host { #expect(decision.url?.host?.description == host) }
  }

  @Test(
    arguments: [
      ("https://adops.stepdev.dk:8443/x", HostRule(isPortStrict: true), .external),
      ("https://adops.stepdev.dk:443/x", HostRule(isPortStrict: true), .internal),
      ("https://www.adops.stepdev.dk/", HostRule(site: .domain("stepdev.dk")), .internal),
      ("https://m.stepdev.dk/", HostRule(site: .domain("stepdev.dk")), .internal),
      ("https://stepdev.dk/", HostRule(site: .domain("stepdev.dk")), .internal),
      ("https://notstepdev.dk/", HostRule(site: .domain("stepdev.dk")), .external),
      ("https://m.stepdev.dk/", HostRule(site: .domain("evil.example")), .external),
      ("https://evil.example/", HostRule(site: .domain("evil.example")), .external),
    ] as [(String, HostRule, NavigationDecision.Verdict)])
  func `S0.90 U4 U7 which hosts are the ad's own can be set`(
    url: String, hosts: HostRule, verdict: NavigationDecision.Verdict
  ) throws {
    let page = try URLReader.read("https://adops.stepdev.dk/ad.html")
    let policy = NavigationPolicy(page: page, hasCommitted: true, hosts: hosts)
    #expect(policy.decisions(on: url, frame: .main, hasGesture: true).map(\.verdict) == [verdict])
  }

  @Test(arguments: rows.filter { $0.verdict == .external })
  func `D32 what leaves the ad is blocked when nobody has touched it`(row: Row) throws {
    let decision = try #require(
      try Self.policy().decisions(on: row.url, frame: row.frame, hasGesture: false).first)
    #expect(decision.verdict == .block)
    guard case .noGesture = decision.reason else { throw TestSupportError("\(decision.reason)") }
  }

  @Test func `U23 the address that a command carries goes through the policy again`() throws {
    let policy = try Self.policy()
    func verdicts(_ url: String, _ hasGesture: Bool = true) -> [NavigationDecision.Verdict] {
      policy.decisions(on: url, frame: .main, hasGesture: hasGesture).map(\.verdict)
    }
    let open = "mraid://open?url=https%3A%2F%2Fevil.example"
    #expect(verdicts(open) == [.internal, .external])
    #expect(verdicts(open, false) == [.internal, .block])
    #expect(verdicts("mraid://open?x=1&url=javascript%3Aalert(1)") == [.internal, .block])
    #expect(verdicts("mraid://open?url=http%3A%2F%2F127.1") == [.internal, .block])
    #expect(verdicts("mraid://close") == [.internal])
    let deep = String(repeating: "mraid:?url=", count: 5000) + "https://evil.example"
    #expect(verdicts(deep).count == 4)
  }
}
