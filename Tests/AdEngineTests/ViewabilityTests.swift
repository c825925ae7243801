import AdEngine
import TestSupport
import Testing

/// What was seen, how much of it and for how long: an ad 100 by 100 in a viewport 800 high.
@Suite(.tags(.fast)) struct ViewabilityTests {
  /// A page whose only ad has just been rendered out of view: below a viewport at 0, its top edge at 900.
  ///
  /// The log is empty and the moment is 1000. A scroll to `100 + x` brings `x` points of the ad into view.
  private func stage(
    _ size: Size = Size(width: 100, height: 100), media: AdMedia = .display,
    viewport: Double = 800, impressionDelay: Int64 = 0
  ) -> Stage {
    var stage = Stage(
      slots: [slot(at: viewport + 100, height: size.height, width: size.width)],
      viewport: viewport, consent: .granted, impressionDelay: impressionDelay
    ).scrolled(to: 0)
    stage.deliver(1, size.width, by: size.height, media: media, at: 0)
    stage.run(until: 1000)
    #expect(stage.log.last == "100 slot 1 render 1")
    stage.clear()
    return stage
  }

  /// What happens from 1000 on, and what is decided then.
  static let lives: [(String, Life, [String])] = [
    (
      "VIEW-1, S3.14 and D49 half of the ad counts, 49 hundredths do not",
      [1000: .scrolled(to: 149), 5000: .scrolled(to: 150)],
      ["5000 slot 1 ad impressed", "6000 slot 1 viewable"]
    ),
    (
      "VIEW-2 in view, viewable after exactly a second without any input", [2000: inView],
      ["2000 slot 1 ad impressed", "3000 slot 1 viewable"]
    ),
    (
      "VIEW-3 below half for a moment, the second starts again",
      [2000: inView, 2700: .scrolled(to: 140), 2800: inView],
      ["2000 slot 1 ad impressed", "3800 slot 1 viewable"]
    ),
    (
      "VIEW-4 while the app is inactive is a break",
      [2000: inView, 2900: .activityChanged(false), 4000: .activityChanged(true)],
      ["2000 slot 1 ad impressed", "5000 slot 1 viewable"]
    ),
    (
      "VIEW-6 impressed and viewable once",
      [2000: inView, 4000: .scrolled(to: 0), 5000: inView, 7000: .scrolled(to: 0), 8000: inView],
      ["2000 slot 1 ad impressed", "3000 slot 1 viewable"]
    ),
    (
      "VIEW-8 without a viewport nothing is in view",
      [2000: .viewportResized(Size(width: 400, height: 0)), 2001: .scrolled(to: 950)], []
    ),
    (
      "each scroll is measured, also between two checks",
      [2000: .scrolled(to: 0), 2001: inView, 2002: .scrolled(to: 140), 2003: inView],
      ["2001 slot 1 ad impressed", "3003 slot 1 viewable"]
    ),
    (
      "at the deadline's own moment, before the ad scrolls away",
      [2000: inView, 3000: .scrolled(to: 0)],
      ["2000 slot 1 ad impressed", "3000 slot 1 viewable"]
    ),
    (
      "moved away and back, the second starts again",
      [2000: inView, 2500: moved(5000), 2600: moved(300)],
      ["2000 slot 1 ad impressed", "3600 slot 1 viewable"]
    ),
    (
      "in a slot smaller than the ad, less of it is seen",
      [2000: .scrolled(to: 200), 2500: resized(49), 5000: resized(50)],
      ["2000 slot 1 ad impressed", "6000 slot 1 viewable"]
    ),
    (
      "in a slot larger than the ad, the area is the ad's",
      [2000: .scrolled(to: 200), 2500: resized(4000)],
      ["2000 slot 1 ad impressed", "3000 slot 1 viewable"]
    ),
    (
      "removed, no longer seen", [2000: inView, 2500: .slotRemoved(SlotID(1))],
      ["2000 slot 1 ad impressed", "2500 slot 1 release 1"]
    ),
    (
      "without consent any more, no longer seen", [2000: inView, 2500: .consentChanged(.unset)],
      ["2000 slot 1 ad impressed", "2500 slot 1 release 1"]
    ),
    (
      "S3.16 seen, clicked once", [2000: inView, 2100: clicked, 2200: clicked],
      ["2000 slot 1 ad impressed", "2100 slot 1 ad clicked", "3000 slot 1 viewable"]
    ),
    (
      "FLOW-8 not seen, the click is refused with a sentence", [2000: clicked],
      [
        "2000 refused: slot 1: a click on an ad that is loaded:"
          + " only an ad that was seen can be clicked"
      ]
    ),
  ]
  private static let inView = Engine.Input.scrolled(to: 180)
  private static let clicked = Engine.Input.clicked(SlotID(1))
  private static func moved(_ top: Double) -> Engine.Input {
    .slotMoved(SlotID(1), slot(at: top, height: 100, width: 100))
  }
  private static func resized(_ height: Double) -> Engine.Input {
    .slotResized(SlotID(1), Size(width: 320, height: height))
  }

  @Test(arguments: lives)
  func `VIEW-1 to VIEW-8 an ad is impressed at once and viewable after a second in view`(
    what: String, life: Life, log: [String]
  ) {
    #expect(stage().lived(life, until: 10_000).log == log, "\(what)")
  }

  @Test(arguments: [-5000, 0, 1e8, 2e9])
  func `an ad is seen at whatever height of a page it lies, also after it was passed`(top: Double) {
    var stage = Stage(
      slots: [slot(at: top + 900, height: 100, width: 100)], viewport: 800, lazyLoading: nil,
      consent: .granted
    ).scrolled(to: top)
    stage.deliver(1, 100, by: 100, at: 0)
    stage.run(until: 1000)
    stage.clear()
    stage.scroll((to: top + 50_000, at: 1000), (to: top + 951, at: 2000), until: 5000)
    #expect(stage.log == [])
    stage.scroll((to: top + 950, at: 5000), until: 9000)
    #expect(stage.log == ["5000 slot 1 ad impressed", "6000 slot 1 viewable"])
  }

  @Test func `an ad that a collapse below the viewport has moved up is seen where it lies now`() {
    var stage = Stage(
      slots: [slot(at: 900, height: 1000), slot(at: 1900, height: 100, width: 100)],
      viewport: 800, lazyLoading: nil, consent: .granted
    ).scrolled(to: 0)
    stage.deliver(2, 100, by: 100, at: 0)
    stage.run(until: 1000)
    stage.clear()
    stage.resize(1, to: 500, at: 1000)  // the ad comes to 1400
    stage.resize(1, to: 0, at: 1100)  // … and to 900
    stage.expect(until: 2000)
    stage.scroll((to: 149, at: 2000), until: 3000)
    #expect(stage.log == [])
    stage.scroll((to: 150, at: 3000), until: 9000)
    #expect(stage.log == ["3000 slot 2 ad impressed", "4000 slot 2 viewable"])
  }

  @Test func `an ad that has moved down below the viewport still counts what moves above it`() {
    var stage = Stage(
      slots: [
        slot(at: 900, height: 100), slot(at: 1000, height: 500),
        slot(at: 1500, height: 100, width: 100),
      ], viewport: 800, lazyLoading: nil, consent: .granted
    ).scrolled(to: 0)
    stage.deliver(3, 100, by: 100, at: 0)
    stage.run(until: 1000)
    stage.clear()
    stage.resize(1, to: 201, at: 1000)  // the second slot comes to 1101, the ad to 1601
    stage.resize(2, to: 0, at: 1100)  // the ad comes to 1101, nearer than it ever was
    stage.scroll((to: 400, at: 2000), until: 9000)
    #expect(stage.log == ["2000 slot 3 ad impressed", "3000 slot 3 viewable"])
  }

  @Test func `VIEW-5 a video needs two seconds`() {
    let stage = stage(media: .video).scrolled((to: 180, at: 2000), until: 10_000)
    #expect(stage.log == ["2000 slot 1 ad impressed", "4000 slot 1 viewable"])
  }

  @Test func `VIEW-7 viewable stays so, until a reload`() {
    var stage = stage().scrolled((to: 180, at: 2000), (to: 0, at: 4000))
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == true)
    stage.reload(1, at: 20_000)
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == false)
    stage.deliver(1, generation: 2, 100, by: 100, at: 20_000)
    stage.scroll(to: 180)
    stage.clear()
    stage.expect(
      "20100 slot 1 render 2", "20100 slot 1 ad impressed", "21100 slot 1 viewable", until: 30_000)
  }

  @Test func `VIEW-8 without an area or without a viewport no share is in view`() {
    let viewport = Viewport(size: Size(width: 400, height: 800))
    let ad = Size(width: 100, height: 100)
    for (size, frame, viewport) in [
      (Size(width: 0, height: 100), slot(at: 0), viewport),
      (Size(width: 100, height: 0), slot(at: 0), viewport), (ad, slot(at: 0, height: 0), viewport),
      (ad, slot(at: 0), Viewport(size: Size(width: 0, height: 0))),
    ] {
      let exposure = Exposure(of: size, in: frame, viewport)
      #expect(exposure.ratio == 0)
      let rule = ViewabilityRule.viewable(size, .display)
      #expect(!rule.isSatisfied(visible: exposure.visibleArea, of: exposure.area))
    }
  }

  // MARK: - The numbers of the MRC

  @Test func `MRC-1 half of 300 by 250 for a second is viewable`() {
    let size = Size(width: 300, height: 250)
    let rule = ViewabilityRule.viewable(size, .display)
    #expect(rule.isSatisfied(visible: 37_500, of: size.area))
    #expect(!rule.isSatisfied(visible: 37_499, of: size.area))

    for (position, end, log) in [
      (225, 3000, ["2000 slot 1 ad impressed", "3000 slot 1 viewable"]),
      (225, 2999, ["2000 slot 1 ad impressed"]), (224.99, 9999, []),
    ] as [(Double, Int64, [String])] {
      let stage = stage(size).scrolled((to: position, at: 2000), (to: 0, at: end), until: 10_000)
      #expect(stage.log == log, "at \(position) until \(end)")
    }
  }

  @Test
  func `MRC-2 from 970 by 250 on three tenths are enough, below that and of a video it takes half`()
  {
    let large = Size(width: 970, height: 250)
    let small = Size(width: 970, height: 249)
    #expect(ViewabilityRule.viewable(large, .display) == ViewabilityRule(tenths: 3, duration: 1000))
    #expect(ViewabilityRule.viewable(large, .video) == ViewabilityRule(tenths: 5, duration: 2000))
    #expect(ViewabilityRule.viewable(small, .display) == ViewabilityRule(tenths: 5, duration: 1000))
    for (size, enough) in [(large, 72_750.0), (small, 120_765)] {
      let rule = ViewabilityRule.viewable(size, .display)
      #expect(rule.isSatisfied(visible: enough, of: size.area))
      #expect(!rule.isSatisfied(visible: enough - 1, of: size.area))
    }
  }

  @Test func `MRC-2 a large ad three tenths in view is viewable, though not yet impressed`() {
    var stage = stage(Size(width: 970, height: 250)).scrolled((to: 174.9, at: 2000), until: 5000)
    #expect(stage.log == [])
    stage.scroll((to: 175, at: 5000), until: 10_000)
    stage.scroll(to: 225, at: 10_000)
    #expect(stage.log == ["6000 slot 1 viewable", "10000 slot 1 ad impressed"])
  }

  @Test(arguments: [(844.0, true), (845.0, false), (843.0, true)])
  func `MRC-4 what passes a viewport of 844 at 844 points a second is just viewable`(
    speed: Double, isViewable: Bool
  ) {
    var stage = stage(Size(width: 300, height: 250), viewport: 844)
    for moment in 0...1100 {
      stage.scroll(to: 225 + speed * Double(moment) / 1000, at: 2000 + Int64(moment))
    }
    stage.run(until: 10_000)
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == isViewable)
  }

  // MARK: - What is measured

  @Test func `time counts from rendering on, however long the slot has been in view`() {
    var stage = Stage(slots: [slot(at: 0)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, at: 7000)
    stage.clear()
    stage.run(until: 20_000)
    stage.expect("7100 slot 1 render 1", "7100 slot 1 ad impressed", "8100 slot 1 viewable")
  }

  @Test func `an ad taller than twice the viewport is never half in view`() {
    var stage = stage(Size(width: 100, height: 1601)).scrolled((to: 1200, at: 2000), until: 10_000)
    #expect(stage.log == [])
    stage.resizeViewport(to: 800.5, at: 10_000)
    #expect(stage.log == ["10000 slot 1 ad impressed"])
  }

  // MARK: - Impressions

  @Test func `D49 with a delay an impression takes as long, without a break`() {
    var stage = stage(impressionDelay: 300)
    stage.scroll((to: 150, at: 2000), (to: 140, at: 2299), (to: 150, at: 2300), until: 10_000)
    #expect(stage.log == ["2600 slot 1 ad impressed", "3300 slot 1 viewable"])
  }
}
