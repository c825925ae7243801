import AdEngine
import AdRendering
import AdSimulation
import Testing

@testable import AdSessions

/// Sessions on pages whose scroll position is adjusted to the ads above the viewport (`S0.57`).
@Suite struct AnchoredSessionTests {
  /// Twenty slots of 50 points, 700 points apart, whose ads have 250 points and come after a second.
  private func page(anchors: Bool = true, latency: Int64 = 1000) -> PageConfiguration {
    var page = PageConfiguration(
      slots: (0..<20).map {
        let frame = SlotFrame(y: 300 + Double($0) * 700, height: 50)
        var slot = RunSlot("\($0 + 1)", unit: "u", frame: frame)
        slot.ad.creative = CreativeSettings(
          size: Size(width: 300, height: 250), latency: latency...latency)
        return slot
      })
    page.settings.lazyLoading = settings(fetch: 200)
    page.settings.viewport = Size(width: 390, height: 800)
    page.settings.scrollAnchoring = anchors
    return page
  }

  private func settings(fetch: Double) -> LazyLoadingSettings {
    let change = LazyLoadingChange(
      fetchThreshold: .points(fetch), displayThreshold: .points(min(fetch, 200)))
    return (try? LazyLoadingSettings.standard.applying(change)) ?? .standard
  }

  /// A session in which a person flings past the first two slots and then reads on slowly, to 1800.
  private func recording() throws -> (header: SessionHeader, lines: NumberedLines) {
    let setup = try RunSetup(page: page(), overrides: SettingOverrides())
    let header = SessionHeader(recording: "page.md", digest: nil, setup, columns: 48)
    var recorded = RecordingRun(header, setup)
    for step in 0...40 {
      let position = min(Double(step) * 150, 1500) + Double(max(0, step - 10)) * 10
      recorded.apply(.scrolled(to: position), at: Instant(milliseconds: Int64(step) * 50))
    }
    return try SessionReader.session(in: recorded.finish())
  }

  /// The engine at the end of the recording, which is run under these settings.
  private func play(
    _ overrides: SettingOverrides, world: SessionWorld = .simulated,
    where isPlayed: (SessionLine) -> Bool = { $0.entry != .end() }
  ) throws -> Engine {
    let (header, lines) = try recording()
    var player = try SessionPlayer(header, page: page(), overrides: overrides, world: world)
    for (number, line) in lines where isPlayed(line) { try player.receive(line, number: number) }
    player.finishStep()
    return player.run.engine
  }

  @Test func `a recording says that the page anchors, and each adjustment`() throws {
    let (header, lines) = try recording()
    #expect(header.settings.scrollAnchoring == true)
    #expect(
      lines.map(\.line.text.json).contains {
        $0.hasSuffix(#""size":{"width":300,"height":250},"scrollBy":200}}"#)
      })
  }

  @Test(arguments: SessionWorld.allCases)
  func `a recording passes its check`(world: SessionWorld) throws {
    let (header, lines) = try recording()
    var checker = try SessionChecker(header, page: page(), world: world)
    #expect(try checker.check(lines).outcome == .passed)
  }

  @Test func `under the recorded settings a position is the recorded one`() throws {
    #expect(try play(SettingOverrides(), world: .recorded).viewport.y == 1800)
  }

  @Test func `under other thresholds a person reads the same place of the page`() throws {
    let recorded = try play(SettingOverrides())
    let change = LazyLoadingChange(fetchThreshold: 2500, displayThreshold: 200)
    let other = try play(SettingOverrides(lazyLoading: change))
    // What came while it was in view pushed the text away; what came above adjusted the position.
    let moved = other.scrollAdjustment - recorded.scrollAdjustment
    #expect(other.viewport.y == recorded.viewport.y + moved)
    #expect(recorded.scrollAdjustment == 400)
  }

  @Test func `a person whose page anchored is at the same line of one that does not`() throws {
    var overrides = SettingOverrides()
    overrides.scrollAnchoring = false
    let other = try play(overrides)
    #expect(other.scrollAdjustment == 0)
    #expect(other.viewport.y == 1800 - 400)
  }

  @Test func `a session that says no decisions means its positions as they are`() throws {
    let overrides = SettingOverrides(lazyLoading: LazyLoadingChange(fetchThreshold: 900))
    let engine = try play(overrides) { if case .cause = $0.entry { true } else { false } }
    #expect(engine.viewport.y == 1800)
  }

  @Test func `a session from before the rule does not anchor, whatever its page says`() throws {
    let page = page()
    let setup = try RunSetup(
      SessionHeader(.page("page.md", digest: nil)), page: page, page.settings.lazyLoading,
      SettingOverrides())
    #expect(!setup.engine.scrollAnchoring)
    #expect(try RunSetup(page: page, overrides: SettingOverrides()).engine.scrollAnchoring)
  }

  @Test func `a bare session never anchors`() throws {
    var header = SessionHeader(.slots([]))
    header.settings.scrollAnchoring = true
    let player = try SessionPlayer(header)
    #expect(!player.run.engine.scrollAnchoring)
  }

  @Test(arguments: [true, false])
  func `an adjustment is no layout shift, and no way that a person scrolled`(anchors: Bool) throws {
    let page = page(anchors: anchors)
    var run = SessionRun(try RunSetup(page: page, overrides: SettingOverrides()))
    run.scroll(to: 0, at: .start)
    run.scroll(to: 1500, at: Instant(milliseconds: 100))
    run.runUntilIdle()
    let report = run.report
    #expect(report.distance == 1500)
    // Slot 3, at 1700, is in view when it grows; slots 1 and 2 lie above.
    #expect(report.shifts == (anchors ? 1 : 3), "\(report.shifts)")
  }

  @Test func `what is compared live is adjusted as well`() throws {
    let setup = try RunSetup(page: page(), overrides: SettingOverrides())
    var run = SessionRun(setup, keepsHistory: true)
    for step in 0...200 {
      run.scroll(to: Double(step) * 30, at: Instant(milliseconds: Int64(step) * 50))
    }
    let end = Instant(milliseconds: 12_000)
    run.advance(to: end)
    var same = Rerun(setup, under: settings(fetch: 200))
    same.catchUp(run.history)
    #expect(same.run(at: end).report(at: end) == run.report)
  }

  @Test func `a simulated reader goes on from the line that they read`() throws {
    let text = (0..<60).map { "Paragraph \($0) of a text that is long enough for two lines." }
      .enumerated().map { index, text in
        index % 12 == 3 ? text + "\n\n```ad\nunit: u\nsize: 320x50\nlatency: 3s..3s\n```" : text
      }.joined(separator: "\n\n")
    let source = "---\nadServer: { sizes: { u: [300x250] } }\n---\n" + text
    let layout = PageLayout(Page.read(Array(source.utf8), name: "page.md").page)
    let setup = try RunSetup(page: PageConfiguration(layout), overrides: SettingOverrides())
    var run = SessionRun(setup, keepsHistory: true)
    var visit = ReaderVisit(of: layout, Reader.flinger.habits, seed: 5, height: 300)
    var jumps: [Double] = []
    while let step = visit.next() {
      let before = run.engine.viewport.y - run.engine.scrollAdjustment
      run.scroll(to: step.position, recordedAdjustment: visit.scrollAdjustment, at: step.at)
      jumps.append(abs(run.engine.viewport.y - run.engine.scrollAdjustment - before))
      visit.observe(run.drainHistory())
    }
    #expect(run.engine.scrollAdjustment > 0)
    // A fling makes up to 8,000 points a second, which is 128 in a frame.
    #expect(jumps.max() ?? 0 <= 130)
  }
}
