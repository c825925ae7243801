import AdEngine
import Testing

/// Which scripts go into an ad's page, and in which order (`S1.63`, D27).
@Suite struct InjectedScriptTests {
  private func scripts(
    consent: String = "c();", tags: [String] = ["a"], isDebugging: Bool
  ) -> [InjectedScript] {
    var targeting = CustomTargeting()
    targeting.set("tags", to: tags)
    return InjectedScript.all(
      consent: consent, adUnitID: "u", targeting: targeting, isDebugging: isDebugging)
  }

  @Test func `S1.63 consent comes first, then the panel, the ad unit's id and the targeting`() {
    let all = scripts(isDebugging: true)
    #expect(all.map(\.purpose) == [.consent, .debugPanel, .adUnitID, .targeting])
    #expect(all.map(\.moment) == [.documentStart, .documentEnd, .documentEnd, .documentEnd])
    #expect(all[0].text == "c();")
    #expect(all[1].text == DebugPanel.showing)
  }

  @Test func `D27 the panel is there only while the ladybug is on`() {
    #expect(scripts(isDebugging: false).map(\.purpose) == [.consent, .adUnitID, .targeting])
  }

  @Test func `S0.25 the targeting goes in without the ladybug, and nothing empty goes in`() {
    #expect(
      scripts(isDebugging: false).last?.text.contains("setTargeting(\"tags\", \"a\")") == true)
    #expect(scripts(consent: "", tags: [], isDebugging: false).map(\.purpose) == [.adUnitID])
  }

  @Test func `D7 the ad unit's id is a safe literal`() {
    let script = InjectedScript.script(adUnitID: "\"; evil(); </script>")
    #expect(script.contains(#"adUnitId = "\"; evil(); \u003C/script\u003E";"#))
  }

  @Test func `the bridge has the name that pages know`() {
    #expect(BridgeMessage.handlerName == "nativeBridge")
  }
}
