import AdEngine
import AdSimulation
import Testing

@testable import AdSessions

private let keys =
  "title, viewport, lazyLoad, adServer, auction, network, screenBanner, interstitial, consent, template, impressionDelay, refresh, recycle, scrollAnchoring, plugin, webView or knownTargeting"
private let latency = "a time like 800ms or 2s, or a range like 400ms..2500ms, at most 1h"
private let aliases = "aliases (*name) are not supported: expected the value itself"
private let thresholds = "expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload"

@Suite struct FrontMatterProblemTests {
  @Test(
    arguments: refusals(
      #"""
      titel: T → 2: front matter: unknown key 'titel'; did you mean 'title'?
      lazyLoad: off
      colour: red → 3: front matter: unknown key 'colour'; expected \#(keys)
      title: [a] → 2: front matter: title (a list): expected a text
      title: {a: b} → 2: front matter: title (a map): expected a text
      lazyLoad: fast → 2: front matter: lazyLoad 'fast': expected off, or a map of thresholds
      lazyLoad:
        fetchTreshold: 1 → 3: lazyLoad: unknown key 'fetchTreshold'; did you mean 'fetchThreshold'?
      lazyLoad:
        fetchThreshold: near
        → 3: lazyLoad: fetchThreshold 'near': expected \#(Threshold.Side.expected)
      lazyLoad: { fetchThreshold: 2x% }
        → 2: lazyLoad: fetchThreshold '2x%': expected \#(Threshold.Side.expected)
      lazyLoad: { mobileScaling: two } → 2: lazyLoad: mobileScaling 'two': expected a number above 0
      lazyLoad: { fetchThreshold: 50%, displayThreshold: 60% }
        → 2: lazyLoad: thresholds fetch 50%, display 60%, unload 1600: \#(thresholds)
      lazyLoad: { fetchThreshold: { ahead: 5 } }
        → 2: lazyLoad: fetchThreshold: expected thresholds ahead and behind, as in `{ ahead: 1200, behind: 200 }`
      lazyLoad: { requests: all } → 2: lazyLoad: requests 'all': expected each or single
      lazyLoad: { fetchAfter: 2min }
        → 2: lazyLoad: fetchAfter 120000: expected milliseconds, 0 to 60000
      auction: { timeout: 0ms }
        → 2: front matter: auction: timeout 0: expected milliseconds, 1 to 60000
      auction: soon
        → 2: front matter: auction 'soon': expected on, off, or a map of threshold, latency, timeout and expires
      auction: { bidders: 3 }
        → 2: auction: unknown key 'bidders'; expected threshold, latency, timeout or expires
      lazyLoad: { auction: on }
        → 2: lazyLoad: unknown key 'auction'; here it is written `auction: { threshold: 300% } beside lazyLoad`
      lazyLoad: off
      auction: on
        → 3: front matter: auction: expected a page with lazy loading, whose checks begin auctions
      requests: single
        → 2: front matter: unknown key 'requests'; here it is written `lazyLoad: { requests: single }`
      lazyLoad: { mobileScaling: 0 }
        → 2: lazyLoad: mobileScaling 0.0: expected a finite number above 0
      lazyLoad: { fetchMarginPercent: 500 }
        → 2: lazyLoad: unknown key 'fetchMarginPercent'; here it is written `fetchThreshold: 500%`
      lazyLoad: { unloadingEnabled: 1 } → 2: lazyLoad: unloadingEnabled '1': expected true or false
      lazyLoad: { displayThreshold: 900 }
        → 2: lazyLoad: thresholds fetch 800, display 900, unload 1600: \#(thresholds)
      title: T
      lazyLoad:
        fetchThreshold: .inf
        → 4: lazyLoad: thresholds fetch inf, display 200, unload 1600: \#(thresholds)
      adServer: 7 → 2: front matter: adServer '7': expected a map of settings
      adServer: { seed: -1 } → 2: adServer: seed '-1': expected a whole number, not negative
      adServer: { latency: 800 } → 2: adServer: latency '800': expected \#(latency)
      adServer: { latency: 6s..2s } → 2: adServer: latency '6s..2s': expected \#(latency)
      adServer: { sizes: [320x50] }
        → 2: adServer: sizes (a list): expected a map of units, each with a list of sizes
      adServer: { sizes: { u: [320x50, _x50], w: 300x250 } }
        → 2: adServer: sizes of 'u': expected a list such as [320x50, 300x250]
      adServer: { failureRate: 5% } → 2: adServer: failureRate '5%': expected a share from 0 to 1
      adServer: { noFillRate: 1.5 } → 2: adServer: noFillRate '1.5': expected a share from 0 to 1
      adServer: { nofilRate: 1 } → 2: adServer: unknown key 'nofilRate'; did you mean 'noFillRate'?
      screenBanner: true
        → 2: front matter: screenBanner 'true': expected an ad unit, a map with a unit, or off
      interstitial: [a]
        → 2: front matter: interstitial (a list): expected an ad unit, a map with a unit, or off
      title: T
      interstitial: { creative: { size: 300x250 } }
        → 3: interstitial: expected a unit, as in `unit: div-gpt-ad-mobile_1`
      screenBanner: { unit: u, sise: 1 }
        → 2: screenBanner: unknown key 'sise'; expected unit or creative
      screenBanner: { unit: u, creative: { popup: x } }
        → 2: creative: unknown key 'popup'; expected size, latency, media, fails, link or window
      consent: granted → 2: front matter: consent 'granted': expected a map of settings
      consent: { policy: strickt }
        → 2: consent: policy 'strickt': expected strict or determined; did you mean 'strict'?
      consent: { purposes: [1, 25] }
        → 2: consent: purposes (a list): expected a list of whole numbers from 1 to 24
      consent: { vendors: x }
        → 2: consent: vendors 'x': expected a list of whole numbers from 1 to 65535
      viewport: 0x844
        → 2: front matter: viewport '0x844': expected WxH in points, each side more than 0 and at most 4096, such as 390x844
      template: [] → 2: front matter: template (a list): expected a URL
      knownTargeting: { a: b } → 2: front matter: knownTargeting (a map): expected a list of keys
      just words → 2: front matter: expected keys and their values, as in `key: value`
      - a
      - b → 2: front matter: expected keys and their values, as in `key: value`
      ? [a]
      : b → 2: front matter: expected a text as key
      title: a: b → 2: front matter: not YAML: mapping values are not allowed in this context
      title: T
      title: U → 3: front matter: the key 'title' is given twice; the first one counts
      title: T
      lazyLoad: { a: 1, a: 2 } → 3: front matter: the key 'a' is given twice
      title: &a T
      template: *a → 3: front matter: \#(aliases)
      title: *a → 2: front matter: \#(aliases)
      title: &a T

      lazyLoad:
        fetchThreshold: *a → 5: front matter: \#(aliases)
      allowsInlineMediaPlaybook: true
        → 2: front matter: unknown key 'allowsInlineMediaPlaybook'; here it is written `webView: { allowsInlineMediaPlayback: true }`
      title: [[[[[[[[[]]]]]]]]] → 2: front matter: expected no more than 8 levels of maps and lists
      title: \#(String(repeating: "[", count: 20_000))
        → 2: front matter: expected no more than 8 levels of maps and lists
      title: \#(String(repeating: "x", count: 70_000))
        → 2: front matter: expected at most 65536 bytes of YAML
      lazyLoad: off
      \#(String(repeating: "k", count: 100)): 1
        → 3: front matter: unknown key '\#(String(repeating: "k", count: 40))…'; expected \#(keys)
      lazyLoad: off
      "\e[2J": 1 → 3: front matter: unknown key '�[2J'; expected \#(keys)
      """#))
  func `front matter that is not as it should be is reported with its line`(
    yaml: String, problem: String
  ) { #expect(problems(ofFrontMatter: yaml) == [problem]) }

  @Test func `one slip costs one key`() {
    let (page, problems) = read(
      "---\ntitle: T\nadServer: { seed: 7, latency: }}\nconsent: { policy: determined }\n---\n")
    #expect(page.title == "T")
    #expect(page.settings.consent.policy == .determined)
    #expect(page.settings.adServer.seed == 1)
    #expect(problems.map(\.line) == [3])
  }

  @Test func `front matter that never ends is Markdown`() {
    let (page, problems) = read("---\ntitle: T\n\nText")
    #expect(page.title == "page.md")
    let sentence = "front matter begins here and never ends: expected another line ---"
    #expect(problems.map(\.description) == ["demos/page.md:1: " + sentence])
  }

  @Test func `lines are counted below front matter`() {
    #expect(
      problems(of: "---\ntitle: T\n---\n\nText\n\n```ad\n# note\nunit: u\n\nlabl: x\n```\n")
        == ["11: ad block: unknown key 'labl'; did you mean 'label'?"])
  }

  @Test func `a problem is safe to print`() {
    let problem = Problem(file: "a\u{1B}b", line: 3, sentence: "x")
    #expect(problem.description == "a�b:3: x")
  }
}
