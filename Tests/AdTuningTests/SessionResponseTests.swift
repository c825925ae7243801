import AdEngine
import AdRendering
import AdSessions
import AdSimulation
import TestSupport
import Testing

@testable import AdTuning

@Suite struct SessionResponseTests {
  @Test(.tags(.sweep)) func `quadrants add up to the metrics of a run at every pair of a grid`()
    throws
  {
    for seed in 1...Sweep.rounds(200) {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session()
      guard let trace = try? SessionTrace(session) else { continue }
      let gaps = trace.gaps
      let pairs = (0..<4).map { _ in draw.thresholds(gaps) }
      let grid = SettingGrid(
        fetches: pairs.map(\.fetch) + [0, 800], displays: pairs.map(\.display) + [0])
      let response = SessionResponse(trace, on: grid, Metric.tuned)
      try response.expectCounted(on: grid, "seed \(seed)") {
        session.report(under: try LazyLoadingSettings($0, $1))
      }
    }
  }

  @Test func `where a plug-in of an app makes the ads every setting is run`() throws {
    for seed in 1...15 {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session().changed {
        $0.world?.supply = .plugin(PluginCatalog.Plugin("every other") { EveryOther($0) })
      }
      guard session.setup.world != nil else { continue }
      #expect(throws: SessionTrace.TraceError.appCode) { try SessionTrace(session) }
      let grid = SettingGrid(fetches: [0, 400, 800], displays: [0, 200])
      let response = SessionResponse(session, on: grid, Metric.tuned)
      try response.expectCounted(on: grid, "seed \(seed)") {
        session.report(under: try LazyLoadingSettings($0, $1))
      }
    }
  }

  @Test(
    arguments: [
      (.slotLazyLoadingChanged(.init(1), .off), .ownThresholds), (.slotRenewed(.init(1)), .reloads),
      (.slotRemoved(.init(1)), .slots), (.pageClosed, .pages),
      (.slotMovedAcross(.init(1), to: 5), .across),
    ] as [(Engine.Input, SessionTrace.TraceError)])
  func `a session that no trace can follow says which of its inputs is why`(
    input: Engine.Input, reason: SessionTrace.TraceError
  ) throws {
    var draw = SeededGenerator(seed: 1)
    let session = draw.session()
    let stirred = TuningSession(
      name: session.name, setup: session.setup,
      steps: session.steps + [
        TuningSession.Step(at: session.end, action: .take([.input(input, page: 1)]))
      ], end: session.end)
    #expect(throws: reason) { try SessionTrace(stirred) }
  }

  @Test(.tags(.sweep), arguments: [nil, 0, 700, 1600] as [Double?])
  func `one run answers for all thresholds under which it would decide the same`(
    unload: Double?
  ) throws {
    var runs = 0
    var pairs = 0
    for seed in 1...Sweep.rounds(30) {
      var draw = SeededGenerator(seed: seed)
      let session = draw.session(.free)
      let grid = SettingGrid(
        fetches: (0...12).map { Double($0 * 100) }, displays: [0, 100, 200, 400, 800])
      let own = try LazyLoadingSettings(
        unloadThreshold: .points(unload ?? 1600), unloadingEnabled: unload != nil)
      let response = SessionResponse(session.under(own), on: grid, Metric.tuned)
      try response.expectCounted(on: grid, "seed \(seed)") {
        session.report(under: try LazyLoadingSettings($0, $1, unload: unload))
      }
      runs += response.runs
      pairs += grid.valid.count
    }
    #expect(runs < pairs)
  }
}

/// A plug-in that remembers: every other load fails.
private final class EveryOther: AdPlugin {
  private let timeline: AdTimeline
  fileprivate var loads = 0

  init(_ context: AdPluginContext) { timeline = context.timeline }

  func createAdPresenter(adView: any AdView, parent: any AdParent) -> any AdPresenter {
    Presenter(adView, self, timeline.connect())
  }

  func size(forInlineBannerSize name: String) -> Size { .zero }
  func providerName() -> String { "every other" }

  private final class Presenter: AdPresenter {
    private weak var view: (any AdView)?
    private let plugin: EveryOther
    private let connection: AdConnection

    init(_ view: any AdView, _ plugin: EveryOther, _ connection: AdConnection) {
      (self.view, self.plugin, self.connection) = (view, plugin, connection)
    }

    func load(adConfig: AdConfig) {
      plugin.loads += 1
      let fails = plugin.loads % 2 == 0
      view?.stateChanged(adViewState: .loading)
      connection.after(150) { [weak view] in
        if fails { view?.adLoadFailed(error: .renderer("every other")) }
        if !fails { view?.adLoaded(view: AdContent(size: Size(width: 300, height: 250))) }
        view?.stateChanged(adViewState: fails ? .failed : .loaded)
      }
    }

    func getSize() -> Size { Size(width: 300, height: 250) }
    func showInterstitial() -> Bool { false }
  }
}
