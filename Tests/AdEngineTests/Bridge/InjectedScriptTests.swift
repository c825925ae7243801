import AdEngine
import TestSupport
import Testing

/// Which scripts go into an ad's page, and in which order (`S1.63`, D27).
@Suite(.tags(.fast)) struct InjectedScriptTests {
  private func scripts(
    consent: String = "c();", tags: [String] = ["a"], isDebugging: Bool
  ) -> [InjectedScript] {
    var targeting = CustomTargeting()
    targeting.set("tags", to: tags)
    return InjectedScript.all(
      consent: consent, debugPanel: isDebugging ? "panel();" : "", adUnit: "unit();",
      targeting: targeting)
  }

  @Test func `S1.63 consent comes first, then the panel, the ad unit's id and the targeting`() {
    let all = scripts(isDebugging: true)
    #expect(all.map(\.purpose) == [.consent, .debugPanel, .adUnitID, .targeting])
    #expect(all.map(\.injectionTime) == [.documentStart, .documentEnd, .documentEnd, .documentEnd])
    #expect(all.prefix(3).map(\.text) == ["c();", "panel();", "unit();"])
  }

  @Test func `D27 the panel is there only while the ladybug is on`() {
    #expect(scripts(isDebugging: false).map(\.purpose) == [.consent, .adUnitID, .targeting])
  }

  @Test func `S0.25 the targeting goes in without the ladybug, and nothing empty goes in`() {
    #expect(
      scripts(isDebugging: false).last?.text.contains("setTargeting(\"tags\", \"a\")") == true)
    #expect(scripts(consent: "", tags: [], isDebugging: false).map(\.purpose) == [.adUnitID])
  }

  @Test func `the bridge has the name that pages know`() {
    #expect(BridgeMessage.handlerName == "nativeBridge")
  }
}
