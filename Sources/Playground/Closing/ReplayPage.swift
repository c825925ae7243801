internal import AdEngine
internal import AdRendering
internal import AdSessions
import AdSimulation
internal import AdTuning

/// A session from its beginning to its end as a page of HTML that stands alone: its figures, its captions, its last screen.
package struct ReplayPage {
  private let screen: PageScreen
  private let picture: String
  private let name: String

  /// Plays what a playground was opened on to its end; `nil` if that is no session of a page.
  package init?(replaying model: Model, name: String, theme: Theme) {
    guard model.page.visit.isReplay else { return nil }
    var model = model
    model.page.visit.seekAndStay(Instant(milliseconds: .max))
    screen = model.page
    picture = view(model).svg(theme, title: name)
    self.name = name
  }

  package var html: String {
    ReportPage(
      title: name,
      body: """
        <p>\(facts.joined(separator: ", ").escapedForXML).</p>
        <h2>Figures</h2>
        \(ReportPage.table(figures, head: head, texts: 2))
        \(captions)
        <h2>At the end</h2>
        <img alt="the screen of AdView at the end of the session" src="\(imageAddress)">
        """
    ).html
  }

  /// The picture as an address, so that the page's style is not the picture's.
  private var imageAddress: String { "data:image/svg+xml," + PercentEncoding.component(picture) }

  private var facts: [String] {
    let engine = screen.visit.run.engine
    var facts = [
      screen.visit.pages.top.page.title, "\(screen.visit.replay?.end.clock ?? "") long",
      "viewport \(engine.viewport.size.words) pt",
    ]
    facts += thresholds
    if let network = screen.visit.network { facts.append("network \(network.rawValue)") }
    return facts
  }

  /// The thresholds; where they were changed on the way, since when each was in force.
  private var thresholds: [String] {
    guard let settings = screen.visit.run.engine.lazyLoading else { return [] }
    guard let replay = screen.visit.replay, replay.script.thresholds(until: replay.end).count > 1
    else {
      return [settings.words]
    }
    return ThresholdKind.allCases.map {
      "\($0.rawValue) \(replay.script.words(of: $0, until: replay.end))"
    } + ["unloading \(settings.unloadingEnabled ? "on" : "off")"]
  }

  private var isCompared: Bool { screen.visit.replay?.recorded != nil }

  private var head: [String] {
    ["metric", "what it is"] + (isCompared ? ["recorded", "now", ""] : ["", ""])
  }

  private var figures: [[String]] {
    let megabytes = screen.visit.options.megabytesPerAd
    let after = screen.visit.wholeReport ?? screen.visit.report
    let comparison = screen.visit.replay?.recorded.map {
      MetricsComparison(
        names: [], before: $0.report(isOver: true), after: after, megabytesPerAd: megabytes)
    }
    func number(_ reading: Metric.Reading) -> String {
      [reading.value, reading.unit].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return screen.metrics.map { metric in
      let sides = [metric.explanation, metric.direction.words, metric.band?.words]
      let words = sides.compactMap { $0 }.joined(separator: "; ")
      if let row = comparison?.row(metric) {
        return [metric.name, words, number(row.before), number(row.after), row.change.word]
      }
      let reading = metric.reading(after, megabytesPerAd: megabytes)
      return [metric.name, words, number(reading), reading.note]
    }
  }

  private var captions: String {
    let rows = (screen.visit.replay?.script.steps ?? []).compactMap { step -> [String]? in
      guard case .take(_, let caption?) = step.action else { return nil }
      return [step.at.clock, caption.scrubbed]
    }
    guard !rows.isEmpty else { return "" }
    return "<h2>What happens</h2>\n" + ReportPage.table(rows, head: ["at", "caption"], texts: 2)
  }
}
