import AdEngine

/// The metrics of a session's own decisions: ``Metrics`` for each page that is open, by its number.
struct RecordedMetrics: Sendable {
  private var pages: [Int: Metrics]
  private var shown = 1
  /// What was counted on pages that are closed.
  private var past = MetricsReport()

  /// Begins with a first page without slots, whose viewport and consent are those of an engine.
  init(_ engine: Engine) {
    var first = Metrics(viewport: engine.viewport.size)
    first.begin(consent: engine.consent, policy: engine.policy)
    pages = [1: first]
  }

  /// The numbers as of this instant, or as of the last event if that is later.
  func report(at end: Instant) -> MetricsReport {
    var report = pages[shown]?.report(at: end) ?? MetricsReport()
    for (number, metrics) in pages.sorted(by: { $0.key < $1.key }) where number != shown {
      report.add(metrics.report(at: end))
    }
    report.add(past)
    return report
  }

  /// Takes note of something that happened on a page; on one that is not open it counts for nothing.
  mutating func observe(_ event: RunEvent) {
    let page = event.page
    switch event.content {
    case .input(let input):
      if let host = ScreenHost(page: page), pages[page] == nil {
        var metrics = Metrics(viewport: ScreenHost.viewport)
        metrics.isActive = host == .interstitial || pages[shown]?.isActive != false
        pages[page] = metrics
      }
      observe(page) { $0.observe(input, at: event.at) }
      if input == .pageClosed, let closed = pages.removeValue(forKey: page) {
        past.add(closed.report(at: event.at))
      }
    case .effect(let effect): observe(page) { $0.observe(effect, at: event.at) }
    case .opened:
      var metrics = Metrics(viewport: pages[shown]?.viewportSize ?? Size(width: 0, height: 0))
      metrics.isActive = pages[shown]?.isActive ?? true
      pages[page] = metrics
      shown = page
    case .wentBack: shown = page
    }
  }

  private mutating func observe(_ page: Int, _ body: (inout Metrics) -> Void) {
    guard let own = pages[page]?.liveAds else { return }
    let elsewhere = pages.count > 1 ? pages.values.reduce(-own) { $0 + $1.liveAds } : 0
    // In place: the metrics of a page are many slots long.
    pages[page]?.liveAdsElsewhere = elsewhere
    body(&pages[page, default: Metrics()])
  }
}
