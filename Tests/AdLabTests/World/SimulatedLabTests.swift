import AdEngine
import AdLab
import TestSupport
import Testing

/// The creatives of the preload lab, by where their banners are (`S2.13`–`S2.18`).
@Suite(.tags(.fast)) struct SimulatedLabTests {
  /// What a creative does when it is fetched at 0 and then put into places at moments after it came.
  private func life(
    of unit: String, _ places: [(after: Int64, PreloadPlacement)], manual: Bool = false,
    told: Int64? = nil, until end: Int64 = 60_000
  ) -> [String] {
    var lab = SimulatedLab(seed: 1)
    lab.perform(.fetch(1, unit: unit, manual ? .manual : .automatic), at: .start)
    guard let arrival = lab.nextAnswer?.milliseconds,
      lab.takeAnswer(dueAt: Instant(milliseconds: arrival)) != nil
    else { return ["nothing came"] }
    var effects: [(Int64, PreloadEffect)] = places.map { (arrival + $0.after, .place(1, $0.1)) }
    if let told { effects.append((arrival + told, .injectVisibilityScript(1))) }
    effects.sort { $0.0 < $1.0 }
    var log: [String] = []
    func run(to moment: Int64) {
      while let next = lab.nextAnswer, next.milliseconds <= moment,
        case .heard(_, let event)? = lab.takeAnswer(dueAt: next)
      {
        log.append("\(next.milliseconds - arrival) \(event)")
      }
    }
    for (moment, effect) in effects {
      run(to: moment - 1)
      lab.perform(effect, at: Instant(milliseconds: moment))
    }
    run(to: arrival + end)
    return log
  }

  @Test func `S2.26 all units of the seed are known, by name and by path`() {
    let names = LabCreative.all.map(\.unit)
    for name in [
      "celtra1", "celtra2", "celtra3", "celtra4", "celtra5", "celtra6", "celtra18", "celtra20",
      "display_300_250", "display_300_600", "static_fsa", "cinemaloop_horizontal",
      "cinemaloop_vertical",
    ] { #expect(names.contains(name)) }
    #expect(LabCreative.named("/21709104563/testing/celtra/celtra18")?.unit == "celtra18")
    #expect(LabCreative.named("display_300_250")?.path == "/21709104563/testing/display_300_250")
    #expect(LabCreative.named("celtra7") == nil)
    #expect(Set(names).count == names.count)
  }

  @Test func `behind other views a creative without a gate plays and is counted`() {
    #expect(
      life(of: "celtra18", [(0, .behindViews)])
        == ["0 timers(AdLab.TimerPace.run)", "0 impressed", "1200 autoplayed", "1700 completed"])
  }

  @Test func `S2.20 a gated creative plays once it is told, and never if it is not`() {
    #expect(
      !life(of: "celtra20", [(0, .behindViews), (6_000, .presented)]).joined()
        .contains("autoplayed"))
    #expect(
      life(of: "celtra20", [(0, .behindViews), (6_000, .presented)], told: 6_001).last
        == "6001 autoplayed")
  }

  @Test func `S2.23 with manual impressions the network counts none`() {
    #expect(!life(of: "celtra18", [(0, .behindViews)], manual: true).joined().contains("impressed"))
  }

  @Test(arguments: [PreloadPlacement.unattached, .detachedParent, .removed])
  func `in no hierarchy timers crawl for 10 s, then stop, and nothing loads`(
    placement: PreloadPlacement
  ) {
    #expect(
      life(of: "celtra18", [(0, placement)])
        == ["0 timers(AdLab.TimerPace.crawl)", "10000 timers(AdLab.TimerPace.stop)"])
  }

  @Test func `outside the screen timers run, but only few creatives load`() {
    #expect(life(of: "celtra18", [(0, .outsideScreenBounds)]) == ["0 timers(AdLab.TimerPace.run)"])
    #expect(
      life(of: "cinemaloop_horizontal", [(0, .outsideScreenBounds)])
        == ["0 timers(AdLab.TimerPace.run)", "2600 completed"])
  }

  @Test func `hidden it stands still and keeps what it has, and goes on when it is shown`() {
    let log = life(
      of: "cinemaloop_horizontal", [(0, .behindViews), (2_601, .hidden), (9_000, .presented)])
    #expect(
      log == [
        "0 timers(AdLab.TimerPace.run)", "0 impressed", "2600 completed",
        "2601 timers(AdLab.TimerPace.stop)", "9000 timers(AdLab.TimerPace.run)", "9199 autoplayed",
      ])
  }

  @Test func `half loaded and presented it loads the rest`() {
    let log = life(of: "celtra18", [(0, .detachedParent), (5_000, .presented)])
    #expect(log.suffix(3) == ["5000 impressed", "6200 autoplayed", "6700 completed"])
  }

  @Test func `progress is what is there of the content`() {
    var lab = SimulatedLab(seed: 1)
    lab.perform(.fetch(1, unit: "celtra18", .automatic), at: .start)
    #expect(lab.progress(at: .start) == nil)
    let arrival = lab.nextAnswer ?? .start
    _ = lab.takeAnswer(dueAt: arrival)
    lab.perform(.place(1, .behindViews), at: arrival)
    #expect(lab.progress(at: arrival) == 0)
    #expect(lab.progress(at: arrival + 850) == 0.5)
    #expect(lab.progress(at: arrival + 9_000) == 1)
  }

  @Test func `the seed decides how long a fetch takes, and a release ends everything`() {
    var latencies: Set<Int64> = []
    for seed in 1...40 {
      var lab = SimulatedLab(seed: UInt64(seed))
      lab.perform(.fetch(1, unit: "celtra18", .automatic), at: .start)
      var same = SimulatedLab(seed: UInt64(seed))
      same.perform(.fetch(1, unit: "/21709104563/testing/celtra/celtra18", .automatic), at: .start)
      #expect(lab.nextAnswer == same.nextAnswer)
      let latency = lab.nextAnswer?.milliseconds ?? -1
      #expect(SimulatedLab.latency.contains(latency))
      latencies.insert(latency)
      lab.perform(.release(1), at: .start)
      #expect(lab.nextAnswer == nil)
    }
    #expect(latencies.count > 20)
  }

  @Test(arguments: [("no_fill", AdFailure.noFill), ("promo?load=soon", .error), ("", .error)])
  func `D43 the unit that fails comes to no fill, and a text that is no unit to an error`(
    unit: String, failure: AdFailure
  ) {
    var lab = SimulatedLab()
    lab.perform(.fetch(3, unit: unit, .automatic), at: .start)
    #expect(
      lab.takeAnswer(dueAt: Instant(milliseconds: 5_000))
        == .answered(generation: 3, .failed(failure)))
  }

  @Test func `S2.26 an unknown unit has a plausible creative, always the same for its name`() throws
  {
    var sizes: Set<Size> = []
    var plays = 0
    for number in 0..<200 {
      let creative = try LabCreative(unit: "/1/shop/unit\(number)")
      #expect(try creative == LabCreative(unit: "/1/shop/unit\(number)"))
      #expect(creative.source == .drawn && creative.path == "/1/shop/unit\(number)")
      #expect((600...4_000).contains(creative.loadTime) && creative.fails == nil)
      #expect(!creative.isGated || creative.autoplay != nil)
      sizes.insert(creative.size)
      plays += creative.autoplay == nil ? 0 : 1
    }
    #expect(sizes == [Size(width: 1, height: 1), Size(width: 300, height: 250)])
    #expect((100..<170).contains(plays))
    #expect(try LabCreative(unit: "shop_320x100").size == Size(width: 320, height: 100))
    #expect(try LabCreative(unit: "shop_9999x100").size != Size(width: 9_999, height: 100))
  }

  @Test func `a unit can describe its creative, the known ones too`() throws {
    let promo = try LabCreative(
      unit: "promo?size=300x600&load=2400&autoplay=1800&event=never&gated=on&outside=on")
    #expect(
      promo.words
        == "300×600, loads in 2.4 s, no event, plays from 1.8 s on if told, loads outside")
    let known = try LabCreative(unit: "celtra18?load=100")
    #expect(known.loadTime == 100 && known.autoplay == 1_200 && known.source == .described)
    #expect(try LabCreative(unit: "promo?").source == .drawn)
    for text in ["?load=1", "a\u{200B}b", "a\n", "a?load=60001", "a?&", "a?load=1&load="] {
      #expect(throws: LabUnitError.self) { try LabCreative(unit: text) }
    }
    #expect(throws: LabUnitError.text) {
      try LabCreative(unit: String(repeating: "a", count: 201))
    }
  }
}
