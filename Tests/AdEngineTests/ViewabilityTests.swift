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

  @Test func `VIEW-1 half of an ad counts, 49 hundredths do not`() {
    var stage = stage().scrolled((to: 149, at: 1000), until: 5000)
    #expect(stage.log == [])
    stage.scroll((to: 150, at: 5000), until: 10_000)
    #expect(stage.log == ["5000 slot 1 ad impressed", "6000 slot 1 viewable"])
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
    stage.resize(1, to: 1100, at: 1000)  // the second slot comes to 2000, the ad to 2500
    stage.resize(2, to: 0, at: 1100)  // the ad comes to 2000
    stage.scroll((to: 1250, at: 2000), until: 9000)
    #expect(stage.log == ["2000 slot 3 ad impressed", "3000 slot 3 viewable"])
  }

  @Test func `VIEW-2 an ad in view is viewable after exactly a second without any input`() {
    var stage = stage().scrolled(to: 180, at: 2000)
    #expect(stage.engine.nextDeadline == Instant(milliseconds: 3000))
    stage.run(until: 2999)
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == false)
    stage.expect("2000 slot 1 ad impressed", "3000 slot 1 viewable", until: 3000)
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == true)
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `VIEW-3 a dip below half starts the second anew`() {
    var stage = stage()
    stage.scroll((to: 180, at: 2000), (to: 140, at: 2700), (to: 180, at: 2800), until: 10_000)
    #expect(stage.log == ["2000 slot 1 ad impressed", "3800 slot 1 viewable"])
  }

  @Test func `VIEW-4 an inactive app is a break, and the second starts when it is active again`() {
    var stage = stage().scrolled(to: 180, at: 2000)
    stage.activity(false, at: 2900)
    #expect(stage.engine.nextDeadline == nil)
    stage.activity(true, at: 4000)
    stage.expect("2000 slot 1 ad impressed", "5000 slot 1 viewable", until: 10_000)
  }

  @Test func `VIEW-5 a video needs two seconds`() {
    let stage = stage(media: .video).scrolled((to: 180, at: 2000), until: 10_000)
    #expect(stage.log == ["2000 slot 1 ad impressed", "4000 slot 1 viewable"])
  }

  @Test func `VIEW-6 and VIEW-7 viewable is said once and stays so, until a reload`() {
    var stage = stage().scrolled((to: 180, at: 2000), until: 3000).cleared()
    for step in 1...6 {
      stage.scroll(to: step.isMultiple(of: 2) ? 180 : 0, at: 3000 + 1500 * Int64(step))
    }
    #expect(stage.log == [])
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == true)

    stage.reload(1, at: 20_000)
    #expect(stage.engine.status(of: SlotID(1))?.isViewable == false)
    stage.deliver(1, generation: 2, 100, by: 100, at: 20_000)
    stage.clear()
    stage.run(until: 30_000)
    stage.expect("20100 slot 1 render 2", "20100 slot 1 ad impressed", "21100 slot 1 viewable")
  }

  @Test func `VIEW-8 without an area or without a viewport nothing is in view`() {
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

    var stage = stage()
    stage.resizeViewport(to: 0, at: 2000)
    stage.scroll((to: 950, at: 2000), until: 10_000)
    #expect(stage.log == [])
  }

  // MARK: - The numbers of the MRC

  @Test func `MRC-1 half of 300 by 250 for a second is viewable`() {
    let size = Size(width: 300, height: 250)
    let rule = ViewabilityRule.viewable(size, .display)
    #expect(rule.isSatisfied(visible: 37_500, of: size.area))
    #expect(!rule.isSatisfied(visible: 37_499, of: size.area))

    var long = stage(size)
    long.scroll(to: 225, at: 2000)
    long.scroll(to: 0, at: 3000)
    #expect(long.log.last == "3000 slot 1 viewable")
    var short = stage(size)
    short.scroll(to: 225, at: 2000)
    short.scroll(to: 0, at: 2999)
    short.run(until: 10_000)
    #expect(short.log == ["2000 slot 1 ad impressed"])
    var low = stage(size)
    low.scroll(to: 224.99, at: 2000)
    low.run(until: 10_000)
    #expect(low.log == [])
  }

  @Test
  func `MRC-2 from 970 by 250 on three tenths are enough, below that and of a video it takes half`()
  {
    let large = Size(width: 970, height: 250)
    let small = Size(width: 970, height: 249)
    #expect(ViewabilityRule.viewable(large, .display) == ViewabilityRule(tenths: 3, duration: 1000))
    #expect(ViewabilityRule.viewable(large, .video) == ViewabilityRule(tenths: 5, duration: 2000))
    #expect(ViewabilityRule.viewable(small, .display) == ViewabilityRule(tenths: 5, duration: 1000))
    #expect(ViewabilityRule.viewable(large, .display).isSatisfied(visible: 72_750, of: large.area))
    #expect(!ViewabilityRule.viewable(large, .display).isSatisfied(visible: 72_749, of: large.area))
    #expect(ViewabilityRule.viewable(small, .display).isSatisfied(visible: 120_765, of: small.area))
    #expect(
      !ViewabilityRule.viewable(small, .display).isSatisfied(visible: 120_764, of: small.area))
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

  @Test func `between two checks each scroll is measured`() {
    var stage = stage().scrolled((to: 0, at: 2000), (to: 180, at: 2001))
    #expect(stage.log == ["2001 slot 1 ad impressed"])
    stage.scroll((to: 140, at: 2002), (to: 180, at: 2003), until: 10_000)
    #expect(stage.log.last == "3003 slot 1 viewable")
  }

  @Test func `at the deadline's own moment the second is full before the ad scrolls away`() {
    let stage = stage().scrolled((to: 180, at: 2000), (to: 0, at: 3000))
    #expect(stage.log == ["2000 slot 1 ad impressed", "3000 slot 1 viewable"])
  }

  @Test func `an ad moved away while it is seen breaks the second, moved back starts it anew`() {
    var stage = stage().scrolled(to: 180, at: 2000)
    stage.move(1, to: 5000, at: 2500)
    stage.move(1, to: 300, at: 2600)
    stage.expect("2000 slot 1 ad impressed", "3600 slot 1 viewable", until: 10_000)
  }

  @Test func `an ad pushed out of view by one above it breaks the second`() {
    var stage = Stage(
      slots: [slot(at: 0, height: 400), slot(at: 400, height: 400)], consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.deliver(2, 320, by: 400, at: 0)
    stage.run(until: 500)
    stage.clear()
    stage.resize(1, to: 601, at: 500)
    stage.expect(until: 5000)
    stage.resize(1, to: 600, at: 5000)
    stage.expect("6000 slot 2 viewable", until: 10_000)
  }

  @Test func `a slot made smaller than its ad shows less of it`() {
    var stage = stage().scrolled(to: 200, at: 2000)
    stage.resize(1, to: 49, at: 2500)
    stage.run(until: 5000)
    #expect(stage.log == ["2000 slot 1 ad impressed"])
    stage.resize(1, to: 50, at: 5000)
    stage.run(until: 10_000)
    #expect(stage.log.last == "6000 slot 1 viewable")
  }

  @Test func `a slot made larger than its ad changes nothing: the area is the ad's`() {
    var stage = stage().scrolled(to: 200, at: 2000)
    stage.resize(1, to: 4000, at: 2500)
    stage.expect("2000 slot 1 ad impressed", "3000 slot 1 viewable", until: 10_000)
  }

  @Test func `a viewport grown over the ad shows it, shrunk it breaks the second`() {
    var stage = stage()
    stage.resizeViewport(to: 950, at: 2000)
    stage.resizeViewport(to: 949, at: 2500)
    stage.resizeViewport(to: 1000, at: 2600)
    stage.expect("2000 slot 1 ad impressed", "3600 slot 1 viewable", until: 10_000)
  }

  @Test func `an ad taller than twice the viewport is never half in view`() {
    var stage = stage(Size(width: 100, height: 1601)).scrolled((to: 1200, at: 2000), until: 10_000)
    #expect(stage.log == [])
    stage.resizeViewport(to: 800.5, at: 10_000)
    #expect(stage.log == ["10000 slot 1 ad impressed"])
  }

  @Test func `an ad that is removed or whose consent is withdrawn is no longer seen`() {
    for input in [Engine.Input.slotRemoved(SlotID(1)), .consentChanged(.unset), .pageClosed] {
      var stage = stage().scrolled(to: 180, at: 2000)
      stage.happen(input, at: 2500)
      stage.run(until: 10_000)
      #expect(stage.log == ["2000 slot 1 ad impressed", "2500 slot 1 release 1"])
      #expect(stage.engine.nextDeadline == nil)
    }
  }

  // MARK: - Impressions

  @Test func `S3.14 and D49 half in view is impressed at once`() {
    let stage = stage().scrolled(to: 150, at: 2000)
    #expect(stage.log == ["2000 slot 1 ad impressed"])
    #expect(stage.adState(1) == .impressed)
  }

  @Test func `D49 with a delay an impression takes as long, without a break`() {
    var stage = stage(impressionDelay: 300)
    stage.scroll((to: 150, at: 2000), (to: 140, at: 2299), (to: 150, at: 2300), until: 10_000)
    #expect(stage.log == ["2600 slot 1 ad impressed", "3300 slot 1 viewable"])
  }

  @Test func `an ad is impressed once in a generation`() {
    var stage = stage()
    for step in 1...6 {
      stage.scroll(to: step.isMultiple(of: 2) ? 0 : 150, at: 2000 + 100 * Int64(step))
    }
    #expect(stage.log == ["2100 slot 1 ad impressed"])
  }

  @Test func `an inactive app makes no impression, becoming active does`() {
    var stage = stage()
    stage.activity(false, at: 1500)
    stage.scroll((to: 180, at: 2000), until: 5000)
    #expect(stage.log == [])
    stage.activity(true, at: 5000)
    stage.activity(true, at: 5500)
    stage.expect("5000 slot 1 ad impressed", "6000 slot 1 viewable", until: 10_000)
  }

  // MARK: - Clicks

  @Test func `S3.16 an ad that was seen can be clicked, and is clicked only once`() {
    var stage = stage().scrolled(to: 150, at: 2000)
    stage.click(1, at: 2100)
    stage.click(1, at: 2200)
    #expect(stage.log == ["2000 slot 1 ad impressed", "2100 slot 1 ad clicked"])
    stage.run(until: 10_000)
    #expect(stage.log.last == "3000 slot 1 viewable")
    #expect(stage.adState(1) == .clicked)
  }

  @Test func `FLOW-8 a click on an ad that nobody saw is refused with a sentence`() {
    var stage = stage()
    stage.click(1, at: 2000)
    stage.expect(
      "2000 refused: slot 1: a click on an ad that is loaded:"
        + " only an ad that was seen can be clicked")
    #expect(stage.adState(1) == .loaded)
  }
}
