import AdEngine
import AdRendering
import AdSimulation
import TestSupport
import Testing

@Suite(.tags(.fast)) struct DemoPublisherTests {
  @Test func `D7 the ad unit's id is a safe literal`() {
    let script = DemoPublisher.script(adUnitID: "\"; evil(); </script>")
    #expect(script.contains(#"adUnitId = "\"; evil(); \u003C/script\u003E";"#))
  }

  @Test func `the template's parts are those of its text`() throws {
    #expect(try URLReader.read(DemoPublisher.adTemplate.text) == DemoPublisher.adTemplate)
  }
}
