import AdEngine
import AdLab
import TestSupport
import Testing

/// The preload lab's machine (`S2.6`–`S2.29`, LAB-1 to LAB-7).
@Suite(.tags(.fast)) struct PreloadMachineTests {
  @Test func `S2.27 the defaults are the seed's`() {
    let settings = PreloadSettings()
    #expect(settings.unit == "celtra18")
    #expect(
      PreloadOption.allCases.filter { settings[$0] }
        == [.preload, .waitForCompletionEvent, .autoPresent])
    #expect(PreloadMachine.preloadTime == 5_000)
    #expect(PreloadMachine.standardWatchdog == 30_000)
  }

  @Test func `S2.29 a creative is informed of its visibility by the seed's script`() {
    #expect(
      LabCreative.visibilityScript
        == "if (typeof setFlipboardAdIsVisible === 'function') { setFlipboardAdIsVisible(true); }")
  }

  @Test func `S2.29 the sub-settings keep their value and mean nothing while preload is off`() {
    var settings = PreloadSettings(options: Set(PreloadOption.allCases))
    settings[.preload] = false
    for option in PreloadOption.allCases where option.belongsToPreload {
      #expect(!settings.isEnabled(option))
      #expect(settings[option])
      #expect(!settings.isInForce(option))
      #expect(!settings.inForce[option])
    }
    settings[.preload] = true
    #expect(PreloadOption.allCases.allSatisfy(settings.isInForce))
  }

  // MARK: - LAB

  @Test func `LAB-1 preloading without waiting is over at 5.000 s exactly, with no input needed`() {
    var stage = PreloadStage(on: [.preload])
    stage.fetch(at: 0)
    stage.arrive(at: 600)
    #expect(stage.machine.nextDeadline == Instant(milliseconds: 5_600))
    stage.wake(upTo: 5_599)
    #expect(stage.state == .preloading)
    stage.clear()
    stage.wake(upTo: 5_600)
    #expect(stage.log == ["5600 1 is ready"])
    #expect(stage.machine.nextDeadline == nil)
  }

  @Test func `LAB-2 waiting is over with the creative's event at 1.7 s`() {
    var stage = PreloadStage(holdingAdWith: [.preload, .waitForCompletionEvent])
    stage.hear(.completed, at: 1_700)
    #expect(stage.log.last == "1700 1 is ready")
    stage.wake(upTo: 100_000)
    #expect(stage.state == .ready)
  }

  @Test func `LAB-3 D39 without an event the watchdog says so after 30 s`() {
    var stage = PreloadStage(on: [.preload, .waitForCompletionEvent, .inDetachedParentView])
    stage.fetch(at: 0)
    stage.arrive(at: 500)
    #expect(stage.log.last == "500 1 place detachedParent")
    stage.wake(upTo: 30_499)
    #expect(stage.state == .preloading)
    stage.wake(upTo: 30_500)
    #expect(stage.log.last == "30500 1 is timedOut")
    #expect(stage.machine.canPresent)
    #expect(stage.machine.canReset)
  }

  @Test func `LAB-4 D40 a reset at 4.9 s and a fetch give the new ad its own full 5 s`() {
    var stage = PreloadStage(holdingAdWith: [.preload])
    stage.reset(at: 4_900)
    stage.fetch(at: 4_900)
    stage.arrive(at: 4_950)
    stage.wake(upTo: 9_949)
    #expect(stage.state == .preloading)
    stage.wake(upTo: 9_950)
    #expect(stage.log.last == "9950 2 is ready")
  }

  @Test func `LAB-4 D40 what the ad before still says is not taken for the new one's`() {
    var stage = PreloadStage(on: [.preload, .waitForCompletionEvent])
    stage.fetch(at: 0)
    stage.reset(at: 100)
    stage.fetch(at: 200)
    stage.arrive(at: 300, generation: 1)
    #expect(stage.state == .fetching)
    stage.arrive(at: 400)
    stage.clear()
    stage.hear(.completed, at: 500, generation: 1)
    stage.hear(.autoplayed, at: 500, generation: 1)
    #expect(stage.log == [])
    #expect(stage.state == .preloading)
  }

  @Test
  func `LAB-5 what plays before presenting is early, after it seen; it is told if it is to be`() {
    var stage = PreloadStage(holdingAdWith: [.preload])
    stage.hear(.autoplayed, at: 1_200)
    #expect(stage.log.last == "1200 1 autoplay early")
    var other = PreloadStage(holdingAdWith: [.preload, .injectVisibilityJavascript])
    other.present(at: 6_000)
    #expect(other.log.last == "6000 1 place presented")
    other.clear()
    other.wake(upTo: 6_001)
    #expect(other.log == ["6001 1 inject"])
    other.hear(.autoplayed, at: 6_001)
    #expect(other.log.last == "6001 1 autoplay seen")
    var untold = PreloadStage(holdingAdWith: [])
    untold.present(at: 10)
    #expect(untold.machine.nextDeadline == nil && !untold.log.contains { $0.hasSuffix("inject") })
  }

  @Test
  func `LAB-6 an automatic impression before presenting is early, a manual one comes with it`() {
    var stage = PreloadStage(holdingAdWith: [.preload])
    stage.hear(.impressed, at: 0)
    #expect(stage.log.last == "0 1 impression early")
    var manual = PreloadStage(holdingAdWith: [.preload, .manualImpressions])
    manual.present(at: 5_000)
    #expect(manual.log.suffix(2) == ["5000 1 record", "5000 1 impression seen"])
  }

  @Test func `LAB-7 without auto-present the button goes from Fetch to Present`() {
    var stage = PreloadStage(on: [.preload])
    #expect(stage.machine.canFetch && !stage.machine.canPresent && !stage.machine.canReset)
    stage.fetch(at: 0)
    #expect(stage.machine.isFetching && stage.machine.canReset && !stage.machine.canFetch)
    stage.arrive(at: 100)
    #expect(stage.machine.isPreloading && !stage.machine.isFetching && !stage.machine.canPresent)
    stage.wake(upTo: 5_100)
    #expect(stage.machine.canPresent && !stage.machine.canFetch)
    stage.present(at: 6_000)
    #expect(!stage.machine.canPresent && !stage.machine.canFetch && stage.machine.canReset)
  }

  @Test func `LAB-7 with auto-present the whole way is one input`() {
    var stage = PreloadStage()
    stage.fetch(at: 0)
    stage.arrive(at: 700)
    stage.clear()
    stage.hear(.completed, at: 2_400)
    #expect(stage.log == ["2400 1 is ready", "2400 1 is presented", "2400 1 place presented"])
  }

  // MARK: - D39–D43

  @Test func `D39 an event that comes after the watchdog still makes the ad ready`() {
    var stage = PreloadStage(holdingAdWith: [.preload, .waitForCompletionEvent], watchdog: 1_000)
    stage.hear(.completed, at: 1_000)
    #expect(stage.log.suffix(2) == ["1000 1 is timedOut", "1000 1 is ready"])
  }

  @Test func `D39 an ad that timed out is not presented by itself but can be by hand`() {
    var stage = PreloadStage(holdingAdWith: PreloadSettings.standardOptions)
    stage.wake(upTo: 60_000)
    #expect(stage.state == .timedOut)
    stage.set(.autoPresent, false, at: 60_000)
    stage.set(.autoPresent, true, at: 60_000)
    #expect(stage.state == .timedOut)
    stage.present(at: 61_000)
    #expect(stage.state == .presented)
    stage.hear(.completed, at: 62_000)
    #expect(stage.state == .presented)
  }

  @Test func `D41 turning auto-present on while ready presents at once`() {
    var stage = PreloadStage(holdingAdWith: [.preload])
    stage.set(.autoPresent, true, at: 4_000)
    #expect(stage.state == .preloading)
    stage.set(.autoPresent, false, at: 4_100)
    stage.wake(upTo: 6_000)
    stage.clear()
    stage.set(.autoPresent, true, at: 7_000)
    #expect(stage.log == ["7000 1 is presented", "7000 1 place presented"])
  }

  static let afterwards: [(PreloadOption, PreloadPlacement)] = [
    (.hideAfterwards, .hidden), (.removeFromParentAfterwards, .removed),
  ]

  @Test(arguments: afterwards)
  func `D42 what was not preloaded is neither hidden nor removed`(
    option: PreloadOption, placement: PreloadPlacement
  ) {
    let stage = PreloadStage(holdingAdWith: [option])
    #expect(stage.machine.banner?.placement == .unattached)
    var preloaded = PreloadStage(holdingAdWith: [.preload, option])
    preloaded.wake(upTo: 5_000)
    #expect(preloaded.machine.banner?.placement == placement)
    preloaded.present(at: 5_500)
    #expect(preloaded.machine.banner?.placement == .presented)
  }

  @Test func `D42 an impression is counted once for each ad`() {
    var stage = PreloadStage(on: [.manualImpressions])
    for generation in 1...2 {
      stage.fetch(at: 0)
      stage.arrive(at: 0)
      stage.present(at: 0)
      stage.hear(.impressed, at: 0)
      stage.hear(.impressed, at: 0)
      #expect(stage.log.count { $0.hasSuffix("\(generation) impression seen") } == 1)
      stage.reset(at: 0)
    }
  }

  @Test func `D43 a failure is a state with its reason, and Fetch is there again`() {
    var stage = PreloadStage()
    stage.fetch(at: 0)
    stage.give(.answered(generation: 1, .failed(.noFill)), at: 400)
    #expect(stage.log.last == "400 1 is failed")
    #expect(stage.machine.failure == .noFill)
    #expect(stage.machine.canFetch && !stage.machine.canReset && !stage.machine.canPresent)
    stage.fetch(at: 500)
    #expect(stage.state == .fetching)
    #expect(stage.machine.failure == nil)
  }

  // MARK: - Where and how large

  static let places: [(Set<PreloadOption>, PreloadPlacement)] = [
    ([], .behindViews), ([.outsideScreenBounds], .outsideScreenBounds),
    ([.inDetachedParentView], .detachedParent),
    ([.outsideScreenBounds, .inDetachedParentView], .detachedParent),
  ]

  @Test(arguments: places)
  func `S2.13–S2.15 each technique has its place`(
    options: Set<PreloadOption>, placement: PreloadPlacement
  ) {
    let stage = PreloadStage(holdingAdWith: options.union([.preload]))
    #expect(stage.machine.banner?.placement == placement)
  }

  @Test func `S2.28 1×1 is the whole screen above the bar, before the banner is placed`() {
    var stage = PreloadStage()
    stage.fetch(at: 0)
    stage.clear()
    stage.arrive(Size(width: 1, height: 1), at: 0)
    #expect(stage.log == ["0 1 size 390.0×800.0", "0 1 is preloading", "0 1 place behindViews"])
    let screen = PreloadMachine.standardScreen
    let size = Size(width: 300, height: 250)
    let middle = BannerFrame(of: size, .presented, on: screen)
    #expect((middle.x, middle.y) == (45, 275))
    #expect(BannerFrame(of: size, .outsideScreenBounds, on: screen).x == 390)
  }

  @Test(arguments: [
    Size(width: 0, height: 50), Size(width: .nan, height: 50), Size(width: 300, height: .infinity),
    Size(width: 5_000, height: 50),
  ])
  func `A banner of an impossible size is a failure, not a crash`(size: Size) {
    var stage = PreloadStage()
    stage.fetch(at: 0)
    stage.arrive(size, at: 10)
    #expect(stage.state == .failed)
    #expect(stage.machine.canFetch)
  }

  // MARK: - Settings count from the step on that reads them

  @Test func `Who counts impressions is settled by the fetch, afterwards by the end of preloading`()
  {
    var stage = PreloadStage(on: [.preload])
    stage.fetch(at: 0)
    stage.set(.manualImpressions, true, at: 10)
    stage.arrive(at: 20)
    stage.set(.waitForCompletionEvent, true, at: 30)
    stage.set(.hideAfterwards, true, at: 40)
    stage.wake(upTo: 5_020)
    #expect(stage.state == .ready)
    #expect(stage.machine.banner?.placement == .hidden)
    stage.clear()
    stage.present(at: 6_000)
    #expect(stage.log == ["6000 1 is presented", "6000 1 place presented"])
  }

  @Test func `What cannot be done now is refused with a sentence and changes nothing`() {
    var stage = PreloadStage()
    for input in [PreloadInput.presentRequested, .resetRequested] {
      let before = stage.machine
      stage.give(input, at: 0)
      #expect(stage.machine == before)
    }
    stage.fetch(at: 0)
    let before = stage.machine
    stage.fetch(at: 0)
    #expect(stage.machine == before)
    #expect(
      stage.log.filter { $0.contains("refuse") } == [
        "0 refuse present while no ad: there is nothing to present",
        "0 refuse reset while no ad: there is nothing to reset",
        "0 refuse fetch while fetching: only one ad at a time; reset removes this one",
      ])
  }

  @Test func `Woken late, the machine finds the same decisions as in time`() {
    var stage = PreloadStage(holdingAdWith: [.preload, .autoPresent, .injectVisibilityJavascript])
    let late = stage.machine
    stage.wake(upTo: 9_000)
    var machine = late
    let effects = machine.handle(.woken, at: Instant(milliseconds: 9_000))
    #expect(machine == stage.machine)
    #expect(effects.count == 4)
  }
}
