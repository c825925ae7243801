import AdEngine
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions
@testable import AdTuning

/// Seeded pages, users and settings for the tests of the module.
extension SeededGenerator {
  /// What sizes a page's ads have.
  enum Sizes { case reserved, free }

  /// A page of up to ten slots; `isMeasured`: with left edges, as a recorder measures them, within the viewport or not.
  mutating func page(_ sizes: Sizes, isMeasured: Bool = false) -> [RunSlot] {
    var y = Double(number(0...6) * 100)
    return (0..<number(1...10)).map { index in
      let height = Double(pick([0, 1, 2, 50, 100, 250, 250, 320, 600]))
      let size = Size(width: pick([300, 320, 970]), height: height)
      let x: Double? = isMeasured ? pick([nil, 0, 0, 16, 16, 42, 64, 84, 85, -1]) : nil
      let frame = SlotFrame(x: x, y: y, width: size.width, height: size.height)
      y += chance(10) ? height / 2 : height + Double(number(0...9) * 100 + pick([0, 0, 1, 67]))
      var slot = RunSlot("\(index + 1)", unit: "unit \(index % 3)", frame: frame)
      slot.ad.creative = CreativeSettings(
        size: sizes == .reserved && height > 0 ? size : nil,
        latency: chance(20) ? pick([0...0, 1...1, 67...67, 100...100]) : nil,
        fails: chance(8) ? pick(AdFailure.allCases) : height > 0 || sizes == .free ? nil : .noFill)
      return slot
    }
  }

  /// A session of somebody who does anything, now and then several things at one instant.
  mutating func session(
    _ sizes: Sizes = .reserved, isMeasured: Bool = false, isAnchored: Bool = false
  ) -> TuningSession {
    var engine = Engine.Configuration()
    engine.scrollAnchoring = isAnchored
    engine.viewport = Size(
      width: 384, height: chance(10) ? pick([0, 1, 2]) : pick([300, 667, 780, 780]))
    engine.consent = pick([.granted, .granted, .granted, .unset, .denied])
    engine.policy = pick([.strict, .determined])
    engine.impressionDelay = pick([0, 0, 0, 500])
    let slots = page(sizes, isMeasured: isMeasured)
    let world = AdServerSettings(
      seed: UInt64(number(0...1_000_000)),
      latency: pick([400...2500, 400...2500, 0...3000, 50...50]), failureRate: pick([0, 0, 0.2]),
      noFillRate: pick([0, 0, 0.2]), redirectRate: pick([0, 0, 0.5]))
    let setup = RunSetup(engine: engine, slots: slots, world: chance(95) ? world : nil)
    let bottom = Int((slots.map(\.frame.maxY).max() ?? 0)) + 500
    var given: [(at: Int64, input: RunInput)] = []
    var time = Int64(pick([0, 0, 0, 300]))
    var y = 0.0
    let pauses =
      chance(40) ? [16, 400, 1000, 1500, 2500] : [1, 16, 16, 17, 33, 67, 68, 100, 400, 1000, 2000]
    for _ in 0..<number(0...60) {
      switch number(0...40) {
      case 0: given.append((time, .input(.activityChanged(chance(50)), page: 1)))
      case 1:
        let width: Double = isMeasured ? pick([384, 384, 340]) : 384
        let size = Size(width: width, height: Double(pick([0, 1, 300, 600, 780])))
        given.append((time, .input(.viewportResized(size), page: 1)))
      case 2: given.append((time, .choice(pick([.granted, .granted, .denied]))))
      case 3: given.append((time, .input(.clicked(SlotID(0)), page: 1)))
      case 4, 5:
        y = Double(number(-100...bottom))
        given.append((time, .input(.scrolled(to: y), page: 1)))
      default:
        y = min(max(y + Double(number(-60...200)), -50), Double(bottom))
        if chance(3) { y += 0.5 }
        given.append((time, .input(.scrolled(to: y), page: 1)))
      }
      time += chance(5) ? 0 : Int64(pick(pauses))
    }
    let steps = Dictionary(grouping: given, by: \.at).sorted { $0.key < $1.key }.map { at, lines in
      let inputs = lines.map(\.input)
      if inputs.count == 1, case .input(.scrolled(let position), page: _) = inputs[0] {
        return TuningSession.Step(at: Instant(milliseconds: at), action: .scroll(to: position))
      }
      return TuningSession.Step(at: Instant(milliseconds: at), action: .take(inputs))
    }
    let end = Instant(milliseconds: time + Int64(pick([0, 100, 1000, 5000, 5000])))
    return TuningSession(name: "session", setup: setup, steps: steps, end: end)
  }

  /// Thresholds, a third of them at one of these gaps, a third one step of the number beside one.
  mutating func thresholds(_ gaps: [Double]) -> (fetch: Double, display: Double) {
    func one(_ draw: inout SeededGenerator) -> Double {
      let free = Double(draw.number(0...1500))
      guard !gaps.isEmpty, draw.chance(67) else { return free }
      let gap = max(0, draw.pick(gaps))
      return draw.pick([gap, gap, max(0, gap.nextDown), gap.nextUp])
    }
    let pair = (one(&self), one(&self))
    return (max(pair.0, pair.1), min(pair.0, pair.1))
  }
}

extension SessionTrace {
  /// The gaps at which something changes, of all slots.
  var gaps: [Double] {
    slots.flatMap { slot in (0..<slot.approach.count).map { slot.approach[$0].gap } }
  }
}

extension LazyLoadingSettings {
  init(_ fetch: Double, _ display: Double, unload: Double? = nil) throws {
    try self.init(
      fetchThreshold: .points(fetch), displayThreshold: .points(display),
      unloadThreshold: .points(unload ?? 1600), unloadingEnabled: unload != nil)
  }
}

extension LazyLoadingSettings {
  /// These rules with other thresholds; without an unload threshold nothing is unloaded.
  func with(_ fetch: Double, _ display: Double, unload: Double?) throws -> LazyLoadingSettings {
    try applying(
      LazyLoadingChange(
        fetchThreshold: .points(fetch), displayThreshold: .points(display),
        unloadThreshold: unloadThreshold.isDirectional ? nil : unload.map { .points($0) },
        unloadingEnabled: unload != nil))
  }
}

extension TuningSession {
  init(name: String, setup: RunSetup, steps: [Step], end: Instant) {
    self.init(name: name, Fork(setup, steps: steps, end: end))
  }

  /// The session with these settings as its own.
  func under(_ settings: LazyLoadingSettings?) -> TuningSession {
    changed { $0.engine.lazyLoading = settings }
  }

  /// The report with these settings on every page; `nil` for no lazy loading.
  func report(under settings: LazyLoadingSettings?) -> MetricsReport {
    report(under: settings.map { .changed(LazyLoadingChange(to: $0)) } ?? .off)
  }

  func run(under settings: LazyLoadingSettings?, keepsHistory: Bool = false) -> SessionRun {
    fork.run(
      under: settings.map { .changed(LazyLoadingChange(to: $0)) } ?? .off,
      keepsHistory: keepsHistory)
  }
}

/// Random sessions that can be traced, each with what was left to draw from.
func traced(
  _ seeds: ClosedRange<Int>
) -> [(seed: Int, draw: SeededGenerator, session: TuningSession, trace: SessionTrace)] {
  seeds.compactMap { seed in
    var draw = SeededGenerator(seed: seed)
    let session = draw.session()
    return (try? SessionTrace(session)).map { (seed, draw, session, $0) }
  }
}

extension [TuningSession] {
  /// Forty random sessions, of a quarter of which the ads have other sizes than their slots.
  static let random = (1...40).map { seed in
    var draw = SeededGenerator(seed: seed)
    return draw.session(seed % 4 == 0 ? .free : .reserved)
  }
}

extension PageLayout {
  /// A page of so many ads, each with text around it that fills more than a screen.
  static func ofAds(_ count: Int) -> PageLayout {
    let text = Array(repeating: "Text and more text, until the slot comes.", count: 12)
      .joined(separator: "\n\n")
    let ads = (1...count).map { number in
      "```ad\nunit: unit_\(number)\nsize: 300x250\ncreative: { size: 300x250 }\n```\n\n\(text)"
    }
    let source = (["# A page", text] + ads).joined(separator: "\n\n")
    return PageLayout(Page.read(PageSource(Array(source.utf8), name: "page.md")).page)
  }
}

extension SessionResponse {
  /// Expects that the metrics at every pair of a grid are what a run of the engine counts there.
  func expectCounted(
    on grid: SettingGrid, _ comment: String,
    by report: (_ fetch: Double, _ display: Double) throws -> MetricsReport
  ) throws {
    for number in grid.valid {
      let (fetch, display) = grid[number]
      let report = try report(fetch, display)
      for metric in Metric.tuned {
        try #require(
          self[metric][number] == metric.units(in: report),
          "\(comment), \(fetch)/\(display), \(metric)")
      }
    }
  }
}
