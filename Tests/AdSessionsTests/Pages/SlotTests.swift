import AdEngine
import AdSessions
import AdSimulation
import Testing

@Suite struct SlotTests {
  @Test func `a block with a unit alone has the seeds' defaults`() {
    let slot = slot("")
    #expect(slot?.name == "1")
    #expect(slot?.ad.adUnitId == "u")
    #expect(slot?.ad.initialSize == Size(width: 320, height: 320))
    #expect(slot?.ad.label == nil)
    #expect(slot?.ad.targeting.isEmpty == true)
    #expect(slot?.ad.constraints == ContainerConstraints.none)
    #expect(AdSessionsTests.slot("label: true")?.ad.label?.font == .bold10)
  }

  @Test func `a block sets everything that the table of keys names`() {
    let (page, problems) = read(
      """
      ```ad
      unit: div-gpt-ad-mobile_1
      id: top
      size: 300x250
      min: 200x100
      max: 400x600
      overflow: preferFullAd
      placeholder: initial
      label: artikel fortsætter efter annonce
      font: caption bold
      targeting: { section: homepage, tags: [breaking, featured, local], age: 7 }
      creative: { size: 300x600, latency: 2s, media: video, fails: noFill }
      ```
      """)
    #expect(problems == [])
    let slot = page.slots.first
    #expect(slot?.name == "top")
    #expect(slot?.line == 1)
    #expect(slot?.ad.initialSize == Size(width: 300, height: 250))
    #expect(slot?.ad.constraints.minSize == Size(width: 200, height: 100))
    #expect(slot?.ad.constraints.maxSize == Size(width: 400, height: 600))
    #expect(slot?.ad.constraints.overflow == .preferFullAd)
    #expect(slot?.ad.constraints.placeholder == .initial)
    #expect(slot?.ad.label?.text == "artikel fortsætter efter annonce")
    #expect(slot?.ad.label?.font == .captionBold)
    #expect(
      slot?.ad.targeting.entries.map { [$0.key] + $0.values } == [
        ["section", "homepage"], ["tags", "breaking", "featured", "local"], ["age", "7"],
      ])
    let creative = CreativeSettings(
      size: Size(width: 300, height: 600), latency: 2000...2000, media: .video, fails: .noFill)
    #expect(slot?.creative == creative)
  }

  @Test(arguments: [
    ("true", "annonce"), ("yes", "annonce"), ("false", nil), ("off", nil), ("", nil),
    ("Sponsored", "Sponsored"), ("'true'", "true"), ("\"\"", nil), ("7", "7"),
    ("\"a\\e\\nb\"", "a��b"),
  ])
  func `a label is annonce, nothing or a text`(value: String, label: String?) {
    #expect(slot("label: \(value)")?.ad.label?.text == label)
  }

  @Test(
    arguments: [
      ("system 20 light", .system(size: 20, weight: .light)), ("system 9", .system(size: 9)),
      ("bold 11", .system(size: 11, weight: .bold)), ("caption", .caption),
      ("caption heavy", .caption(weight: .heavy)), ("system 0 light", nil), ("system x", nil),
      ("system inf semibold", nil), ("bold inf", nil),
      ("caption 12", nil), ("bold", nil), ("", nil),
    ] + LabelFont.presets.map { ($0.name, $0) } as [(String, LabelFont?)])
  func `any size and weight of the system's font can be named, and every font of the seeds`(
    name: String, font: LabelFont?
  ) {
    #expect(slot("label: true\nfont: '\(name)'")?.ad.label?.font == font ?? .bold10)
  }

  @Test(
    arguments: [
      ("300x250", 300, 250), ("_x250", 320, 250), ("300x_", 300, 320), ("_x_", 320, 320),
      ("320 x 50", 320, 50), ("300×600", 300, 600), ("0.5x4096", 0.5, 4096), ("1X1", 1, 1),
    ] as [(String, Double, Double)])
  func `either side of a size may be left open`(text: String, width: Double, height: Double) {
    #expect(slot("size: \(text)")?.ad.initialSize == Size(width: width, height: height))
  }

  @Test(
    arguments: [
      (100, 50, 200, 100), (300, 250, 300, 250), (500, 700, 400, 600), (100, 700, 200, 600),
    ] as [(Double, Double, Double, Double)])
  func `a size is held within the slot's limits`(
    width: Double, height: Double, heldWidth: Double, heldHeight: Double
  ) {
    let clamped = slot("min: 200x100\nmax: 400x600\noverflow: clamp")?.ad.constraints
      .frame(for: Size(width: width, height: height))
    #expect(clamped == Size(width: heldWidth, height: heldHeight))
    // By default the whole ad is shown (S0.72).
    let whole = slot("min: 200x100\nmax: 400x600")?.ad.constraints
      .frame(for: Size(width: width, height: height))
    #expect(whole == Size(width: max(200, width), height: max(100, height)))
  }

  @Test(arguments: [
    (["", ""], ["1", "2"], 0), (["top", ""], ["top", "2"], 0),
    (["a", "a", "a"], ["a", "2", "3"], 2), (["2", ""], ["1", "2"], 1),
    (["1", "2"], ["1", "2"], 0), (["7", ""], ["7", "2"], 0), (["02", ""], ["02", "2"], 0),
    (["", "1", "2"], ["1", "2", "3"], 2),
  ])
  func `every slot has a name of its own`(ids: [String], names: [String], problems: Int) {
    let text = ids.map { "```ad\nunit: u\nid: \($0)\n```\n" }.joined()
    let reading = read(text)
    #expect(reading.page.slots.map(\.name) == names)
    #expect(reading.problems.count == problems)
  }

  @Test(
    arguments: [
      ("", []), ("knownTargeting: [section, age]", ["tags"]),
      ("knownTargeting: []", ["section", "tags"]),
    ] as [(String, [String])])
  func `a page can tell which targeting keys nobody has configured`(yaml: String, keys: [String]) {
    let block = "```ad\nunit: u\ntargeting: { section: a, tags: [b, c] }\n```\n"
    let (page, problems) = read("---\n\(yaml)\n---\n\(block)")
    #expect(page.targetingProblems(ofSlot: 0) == keys.map { .notConfigured(key: $0) })
    #expect(
      problems.map(\.sentence)
        == keys.map {
          "ad block: targeting: key \"\($0)\": not configured in the ad server, which ignores it until "
            + "it is"
        })
  }

  @Test func `a targeting key that a terminal might obey is scrubbed in the problem`() {
    let problems = read("```ad\nunit: u\ntargeting: { \"a=\u{202E}b\": c }\n```\n").problems
    #expect(problems.count == 1)
    #expect(problems.allSatisfy { $0.sentence.scrubbed == $0.sentence }, "\(problems)")
  }

  @Test(arguments: [
    ("```ad\nunit: a\n```\n\n~~~ad\nunit: a\n~~~\n", ["a on 1", "a on 5"]),
    ("> ```ad\n> unit: a\n> ```\n\n- x\n\n  ```ad\n  unit: b\n  ```\n", ["a on 1", "b on 7"]),
    ("```ad x\nunit: a\n```\n", []), ("```Ad\nunit: a\n```\n", []),
    ("```adx\nunit: a\n```\n", []), ("```\nunit: a\n```\n", []),
    ("```swift\nunit: a\n```\n", []),
  ])
  func `every block with the info string ad is a slot, in quotes and lists too`(
    text: String, slots: [String]
  ) {
    let (page, problems) = read(text)
    #expect(page.slots.map { "\($0.ad.adUnitId) on \($0.line)" } == slots)
    #expect(problems == [])
  }

  private func sizes(_ front: String, _ name: String) -> (Size?, [String]) {
    let text = "---\n\(front)\n---\n```ad\nunit: u\nsize: \(name)\n```\n"
    let (page, problems) = read(text)
    return (page.slots.first?.ad.initialSize, problems.map(\.sentence))
  }

  @Test
  func
    `S3.26 S3.29 D50 a size can be named, by the table of the tutorial or of the page's plug-in`()
  {
    let box = #"plugin: '{"name":"Harbour","sizes":{"BOX_BANNER":{"width":300,"height":250}}}'"#
    #expect(sizes("title: T", "BOX_BANNER").0 == Size(width: 320, height: 150))
    #expect(sizes("title: T", "SMART_BANNER").0 == Size(width: 384, height: 50))
    #expect(sizes(box, "BOX_BANNER").0 == Size(width: 300, height: 250))
    #expect(sizes(box, "BANNER").1.count == 1)
    #expect(sizes("title: T", "HUGE").1.first?.contains("size 'HUGE': expected WxH") == true)
    #expect(
      sizes(#"plugin: '{"name":"H","sized":1}'"#, "320x50").1 == [
        "front matter: plugin: sized: expected no keys but name, account and sizes"
      ])
  }
}
