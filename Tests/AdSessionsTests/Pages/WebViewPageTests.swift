import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import Testing

/// Pages that set up the web views of their ads (S0.30, S0.90, S1.49, D2).
@Suite struct WebViewPageTests {
  private func settings(_ yaml: String) -> PageSettings {
    read("---\n\(yaml)\n---\nText\n").page.settings
  }

  @Test func `the settings are WebKit's and the two of the host rule`() {
    let view = settings(
      """
      webView:
        allowsInlineMediaPlayback: false
        mediaTypesRequiringUserActionForPlayback: [video, audio]
        javaScriptCanOpenWindowsAutomatically: false
        strictPort: true
        sameSite: stepdev.dk
      """
    ).webView
    #expect(!view.allowsInlineMediaPlayback && !view.javaScriptCanOpenWindowsAutomatically)
    #expect(view.mediaTypesRequiringUserActionForPlayback == [.audio, .video])
    #expect(view.hosts == HostRule(isPortStrict: true, site: .domain("stepdev.dk")))
    #expect(settings("title: T").webView == WebViewConfiguration())
  }

  @Test(
    arguments: refusals(
      #"""
      webView: { allowsInlineMediaPlaybook: true }
        → 2: webView: unknown key 'allowsInlineMediaPlaybook'; did you mean 'allowsInlineMediaPlayback'?
      webView: { mediaTypesRequiringUserActionForPlayback: [film] }
        → 2: webView: mediaTypesRequiringUserActionForPlayback (a list): expected a list of audio and video
      webView: { sameSite: 127.0.0.1 }
        → 2: webView: sameSite '127.0.0.1': expected a domain such as stepdev.dk
      webView: 1 → 2: front matter: webView '1': expected a map of settings
      """#))
  func `D2 what is wrong is said with its line`(yaml: String, problem: String) {
    #expect(problems(ofFrontMatter: yaml) == [problem])
  }

  /// What is decided on a page whose only ad tries a popup, a redirect and a message.
  private func effects(_ front: String, _ creative: String) -> [Engine.Effect] {
    let page = read(
      """
      ---
      adServer: { latency: 50ms }
      \(front)
      ---
      ```ad
      unit: u
      creative:
        \(creative)
      ```
      """
    ).page
    guard
      let setup = try? RunSetup(
        page: PageConfiguration(PageLayout(page)), overrides: SettingOverrides())
    else { return [] }
    var run = SessionRun(setup, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.runUntilIdle()
    return run.history.effects
  }

  @Test func `a block that names its unit as Swift does is told of its other names, too`() {
    #expect(
      problems(ofAd: "adUnitId: u\nshowAdLabel: true") == [
        "1: ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`",
        "2: ad block: unknown key 'adUnitId'; here it is written `unit: div-gpt-ad-mobile_1`",
        "3: ad block: unknown key 'showAdLabel'; here it is written `label: true`",
      ])
  }

  @Test(
    arguments: refusals(
      """
      showAdLabel: true → set it in each `ad` block: `label: true`
      customTargeting: { a: b } → set it in each `ad` block: `targeting: { section: news }`
      initialWidth: 300 → set it in each `ad` block: `size: 300x_`
      adUnitId: u → set it in each `ad` block: `unit: div-gpt-ad-mobile_1`
      isDebugEnabled: true
        → not a setting of pages: the playground's ladybug switches the debug log on and off
      """))
  func `what is said of each ad, or by no page, is known at the head of a page`(
    key: String, clause: String
  ) {
    let name = key.split(separator: ":")[0]
    #expect(problems(ofFrontMatter: key) == ["2: front matter: unknown key '\(name)'; \(clause)"])
  }

  private static let log = #"messages: ['{"type":"console","message":"m"}']"#

  @Test(arguments: [
    ("title: T", log, 1), ("title: T", "\(log)\n  handler: nativeBridge", 1),
    ("title: T", "\(log)\n  handler: other", 0),
  ])
  func `S1.50 messages reach the app through the handler nativeBridge alone`(
    front: String, creative: String, count: Int
  ) {
    #expect(effects(front, creative).count { if case .log = $0 { true } else { false } } == count)
  }

  private static let script = "popup: https://a.example/\n  redirect: https://b.example/"
  private static let own = "redirect: [https://m.stepdev.dk/, https://adops.stepdev.dk:8443/]"

  @Test(arguments: [
    ("title: T", script, 2),
    ("webView: { javaScriptCanOpenWindowsAutomatically: false }", script, 1),
    ("title: T", own, 1), ("webView: { sameSite: stepdev.dk }", own, 0),
    ("webView: { strictPort: true }", own, 2),
  ])
  func `S0.90 a page says which hosts are its ads' own, and whether scripts may ask for windows`(
    front: String, creative: String, count: Int
  ) {
    #expect(effects(front, creative).count { if case .block = $0 { true } else { false } } == count)
  }

  @Test
  func
    `S4.13 S4.30 an interstitial may be chosen for a reward, with sound and a delay before it closes`()
  {
    let ad = settings("interstitial: { unit: full, optIn: true, muted: false, closeDelay: 5s }")
      .interstitial
    #expect(ad?.isOptIn == true)
    #expect(ad?.controls == VideoControlsConfig(isMuted: false, closeDelay: 5000))
    #expect(
      problems(ofFrontMatter: "screenBanner: { unit: low, optIn: true }").first?
        .contains("unknown key 'optIn'") == true)
  }
}
