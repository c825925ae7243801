import AdEngine
import TestSupport
import Testing

@Suite(.tags(.fast)) struct WebAdViewTests {
  @Test func `S0.76–S0.85: a place with a unit alone has the seeds' defaults`() {
    let ad = WebAdView(adUnitId: "div-gpt-ad-mobile_1")
    #expect(ad.adUnitId == "div-gpt-ad-mobile_1")
    #expect(ad.initialSize == Size(width: 320, height: 320))
    #expect(ad.constraints == .none)
    #expect(ad.label == nil)
    #expect(ad.targeting.isEmpty)
    #expect(ad.id == nil)
    #expect(ad.problem == nil)
  }

  @Test func `S0.67, D1: the label is in bold 10, as the seeds' code has it, or not there`() {
    let ad = WebAdView(adUnitId: "u").showAdLabel(true, text: "Ad")
    #expect(ad.label == WebAdView.Label("Ad", font: .system(size: 10, weight: .bold)))
    #expect(ad.showAdLabel(false, text: "Ad").label == nil)
  }

  @Test func `S0.68, S0.69, S0.99, D37: text and font of the label are the app's`() {
    let danish = WebAdView(adUnitId: "u")
      .showAdLabel(true, text: "artikel forsætter efter annonce", font: .caption.bold())
    #expect(danish.label?.text == "artikel forsætter efter annonce")
    #expect(danish.label?.font == .captionBold)
    let sponsored = WebAdView(adUnitId: "u")
      .showAdLabel(true, text: "Sponsored", font: .system(size: 12, weight: .semibold))
    #expect(sponsored.label?.font == .system12Semibold)
  }

  @Test func `S0.79, S0.99: the presets have the names that pages write, the default first`() {
    #expect(
      LabelFont.presets.map(\.name) == ["bold 10", "bold 14", "caption bold", "system 12 semibold"])
  }

  @Test(arguments: [
    (LabelFont.system(size: 17), "system 17 regular"), (.caption, "caption"),
    (.system(size: 10.5).bold(), "bold 10.5"),
    (.system(size: .infinity, weight: .semibold), "system inf semibold"),
  ])
  func `a font that is no preset has a name too`(
    font: LabelFont, name: String
  ) {
    #expect(font.name == name)
    #expect(!LabelFont.presets.contains(font))
  }

  @Test func `S1.25–S1.27, D8: targeting keeps its order, a key set again takes the new values`() {
    let ad = WebAdView(adUnitId: "u")
      .customTargeting("section", "homepage")
      .customTargeting("tags", ["breaking", "featured"])
      .customTargeting("section", ["a", "b"])
      .customTargeting("topics", [])
    #expect(ad.targeting.entries.map(\.key) == ["section", "tags"])
    #expect(ad.targeting["section"] == ["a", "b"])
    #expect(ad.targeting.emptyLists == ["topics"])
  }

  @Test func `S0.23: a modifier leaves the value it is called on as it is`() {
    let plain = WebAdView(adUnitId: "u")
    _ = plain.showAdLabel(true, text: "Ad").customTargeting("a", "b").id(1).overflow(.preferFullAd)
    #expect(plain == WebAdView(adUnitId: "u"))
  }

  @Test(
    arguments: [
      (0, 320), (-1, 320), (.nan, 320), (.infinity, 320), (4097, 320), (4096, 4096), (0.5, 0.5),
    ] as [(Double, Double)])
  func `D25: an initial side that no ad can have becomes 320`(side: Double, taken: Double) {
    let ad = WebAdView(adUnitId: "u", initialHeight: side)
    #expect(ad.initialSize == Size(width: 320, height: taken))
  }

  @Test func `D24: bounds that cross are left out, and the problem names them`() {
    let ad = WebAdView(adUnitId: "u", minWidth: 400, maxWidth: 200)
    #expect(ad.constraints == .none)
    #expect(ad.problem?.description == "maxWidth 200.0: expected at least minWidth, 400.0")
  }
}
