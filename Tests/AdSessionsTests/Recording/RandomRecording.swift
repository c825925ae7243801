import AdEngine
import AdSimulation
import TestSupport

@testable import AdSessions

/// A session that was recorded while somebody did things at random to random pages.
struct RandomRecording {
  let header: SessionHeader
  let page: PageConfiguration
  /// The pages that links lead to, by their paths.
  let others: [String: PageConfiguration]
  var lines: [SessionLine] = []

  /// The decisions in it.
  var decisions: [SessionLine] { lines.filter(\.isDecision) }

  /// The lines with their numbers.
  var numbered: NumberedLines { lines.enumerated().map { ($0 + 2, $1) } }

  /// The same session on pages in another world.
  func elsewhere(seed: UInt64) -> (page: PageConfiguration, others: [String: PageConfiguration]) {
    func elsewhere(_ page: PageConfiguration) -> PageConfiguration {
      var page = page
      page.settings.adServer.seed = seed
      return page
    }
    return (elsewhere(page), others.mapValues(elsewhere))
  }

  /// With `isRound`, answers take 100 or 200 ms and steps come at such times too, on up to five pages that lie on each other.
  init(seed: Int, isRound: Bool = false) throws {
    var draw = SeededGenerator(seed: seed)
    page = draw.page(isRound: isRound)
    let others = ["a.md": draw.page(isRound: isRound), "b.md": draw.page(isRound: isRound)]
    self.others = others
    var setup = try RunSetup(page: page, overrides: SettingOverrides())
    setup.engine.consent = draw.pick([.granted, .granted, .granted, .unset, .denied])
    setup.engine.viewport = Size(width: 384, height: Double(draw.number(1...9) * 100))
    header = SessionHeader(recording: "page.md", digest: nil, setup, columns: 48)
    var slots = SessionSlots(setup)
    var recorder = SessionRecorder(header, lazyLoading: setup.engine.lazyLoading)
    var run = SessionRun(setup, keepsHistory: true)
    for event in run.drainHistory() {
      if case .effect = event.content { record(event, slots, &recorder) }
    }
    var time: Int64 = 0
    for _ in 0..<draw.number(0...14) {
      time += Int64(
        draw.pick(isRound ? [0, 100, 100, 200, 1000] : [0, 0, 1, 16, 67, 100, 400, 1000, 3000]))
      let moment = Instant(milliseconds: time)
      var opening: SessionOpening?
      if draw.number(0...15) == 0 {
        run.advance(to: moment)
        for event in run.drainHistory() { record(event, slots, &recorder) }
        var instant = run.freeInstant(from: moment)
        // A remark stands at an instant of its own: beside an answer, who answers would decide which comes first.
        while true {
          run.advance(to: instant)
          let news = run.drainHistory()
          for event in news { record(event, slots, &recorder) }
          if news.last?.at != instant { break }
          instant = instant + 1
        }
        lines.append(recorder.line(for: .caption(draw.name()), at: instant))
        time = instant.milliseconds
      } else if draw.number(0...(isRound ? 3 : 7)) == 0, run.pages.count < 5 {
        let path = draw.pick(["a.md", "b.md"])
        let next = try RunSetup(page: others[path] ?? page, overrides: SettingOverrides())
        opening = SessionOpening(recording: path, digest: nil, next)
        run.open(next, at: moment)
        slots.open(path, next)
      } else if draw.number(0...7) == 0 {
        let choice = draw.choice()
        recorder.learn(choice)
        run.choose(choice, at: moment)
      } else if draw.number(0...7) == 0 {
        run.goBack(at: moment)
      } else {
        run.apply(draw.input(slots: setup.slots.count), at: moment)
      }
      for event in run.drainHistory() { record(event, slots, &recorder, opening) }
    }
    run.runUntilIdle()
    for event in run.drainHistory() { record(event, slots, &recorder) }
    lines.append(recorder.end(at: run.now))
  }

  private mutating func record(
    _ event: RunEvent, _ slots: SessionSlots, _ recorder: inout SessionRecorder,
    _ opening: SessionOpening? = nil
  ) {
    let line = recorder.line(for: event, slots[event.page], opening: opening)
    if let line { lines.append(line) }
  }
}

extension SeededGenerator {
  /// A page of up to six slots, with all that can go wrong about them.
  fileprivate mutating func page(isRound: Bool) -> PageConfiguration {
    var page = PageConfiguration()
    page.settings.adServer = AdServerSettings(
      seed: UInt64(number(0...1000)),
      latency: isRound
        ? pick([100...100, 200...200]) : pick([0...0, 50...50, 400...2500, 0...3000]),
      failureRate: pick([0, 0.3]), noFillRate: pick([0, 0.3]),
      messageRate: pick([0, 0.5]), redirectRate: pick([0, 0.5]))
    page.settings.consent.policy = pick([.strict, .determined])
    page.settings.consent.needed = TCFRequirement(
      purposes: pick([[], [1], [1, 3, 4]]), vendors: pick([[], [755]]))
    let lazyLoading: LazyLoadingSettings? = pick([.standard, .standard, .standard, nil])
    page.settings.lazyLoading = lazyLoading.flatMap { try? $0.applying(change()) }
    var y = 0.0
    for number in 0..<number(0...6) {
      y += Double(self.number(0...900))
      let height = pick([0.0, 100, 250, 320, 320, 600])
      var slot = RunSlot(
        String(number + 1), unit: "u", frame: SlotFrame(y: y, height: height))
      slot.ad.creative = CreativeSettings(page: creativePage())
      slot.renewal = pick([.never, .never, .visit])
      page.slots.append(slot)
      y += height
    }
    return page
  }

  /// The page of an ad, which may do and want anything, or is left to the seed.
  private mutating func creativePage() -> CreativeBehavior? {
    guard number(0...3) == 0 else { return nil }
    var page = CreativeBehavior()
    if flag() { page.link = CreativeLink(address(), frame: pick(NavigationFrame.allCases)) }
    if flag() {
      page.activity = CreativeActivity(
        messages: (0..<number(0...3)).map { _ in
          pick([
            #"{"type":"console","message":"here"}"#, #"{"type":"adSize","width":300,"height":90}"#,
            #"{"type":"adSize","width":-1,"height":1e999}"#, #"{"type":"odd","a":[1,{}]}"#, "{",
            "\u{1B}[31m",
          ])
        },
        departures: (0..<number(0...2)).map { _ in
          CreativeLink(address(), frame: pick(NavigationFrame.allCases))
        })
    }
    return page
  }

  /// Something that a person, or the app, does; some of it makes no sense and is refused.
  fileprivate mutating func input(slots: Int) -> Engine.Input {
    let slot = SlotID(number(0...slots))
    switch number(0...13) {
    case 0: return .lazyLoadingChanged(change())
    case 1: return .lazyLoadingChanged(LazyLoadingChange(displayThreshold: 1e6))
    case 2: return .consentChanged(pick([.granted, .denied, .unset]))
    case 3: return .policyChanged(pick([.strict, .determined]))
    case 4: return .reloadRequested(slot)
    case 5: return .activityChanged(flag())
    case 6: return .clicked(slot)
    case 7: return .viewportResized(Size(width: 384, height: pick([0, 300, 780, -1])))
    case 8: return .scrolled(to: pick([.nan, .infinity, -50, 1e12]))
    default: return .scrolled(to: Double(number(0...4000)))
    }
  }
}

extension SessionLine {
  var isDecision: Bool { if case .decision = entry { true } else { false } }
}
