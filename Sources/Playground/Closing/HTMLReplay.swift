internal import AdEngine
internal import AdRendering
internal import AdSessions
import AdSimulation
internal import AdTuning

/// A session from its beginning to its end as a page of HTML that stands alone: its figures, its captions, its last screen.
package struct HTMLReplay {
  private let model: Model
  private let picture: String
  private let name: String
  private let warning: String?

  /// Plays what a playground was opened on to its end; `nil` if that is no session of a page.
  package init?(replaying model: Model, name: String, theme: Theme, warning: String? = nil) {
    guard model.visit.isReplay else { return nil }
    var model = model
    model.perform(.stay(at: Instant(milliseconds: .max)))
    self.model = model
    picture = view(model).svg(theme, title: name)
    (self.name, self.warning) = (name, warning)
  }

  package var html: String {
    HTMLReport.page(
      title: name,
      body: """
        <p>\(facts.joined(separator: ", ").escapedForXML).</p>
        \(warning.map { "<p>Note: \($0.scrubbed.escapedForXML).</p>" } ?? "")
        <h2>Figures</h2>
        \(HTMLReport.table(figures, head: head, texts: 2))
        \(captions)
        <h2>At the end</h2>
        <img alt="the screen of AdView at the end of the session" src="\(imageAddress)">
        """
    )
  }

  /// The picture as an address, so that the page's style is not the picture's.
  private var imageAddress: String { "data:image/svg+xml," + PercentEncoding.component(picture) }

  private var facts: [String] {
    let engine = model.engine
    var facts = [
      model.top.page.title, "\(model.visit.replay?.end.clock ?? "") long",
      "viewport \(engine.viewport.size.words) pt",
    ]
    facts += thresholds
    if let provider = model.visit.report.provider { facts.append("ads of \(provider)") }
    if let network = model.visit.network { facts.append("network \(network.rawValue)") }
    return facts
  }

  /// The thresholds; where they were changed on the way, since when each was in force.
  private var thresholds: [String] {
    guard let settings = model.engine.lazyLoading else { return [] }
    guard let replay = model.visit.replay, replay.script.thresholds(until: replay.end).count > 1
    else { return [settings.words] }
    return ThresholdKind.allCases.map {
      "\($0.rawValue) \(replay.script.words(of: $0, until: replay.end))"
    } + ["unloading \(settings.unloadingEnabled ? "on" : "off")"]
  }

  private var isCompared: Bool { model.visit.replay?.recorded != nil }

  private var head: [String] {
    ["metric", "what it is"] + (isCompared ? ["recorded", "now", ""] : ["figure", ""])
  }

  private var figures: [[String]] {
    let after = model.visit.wholeReport ?? model.visit.report
    let comparison = model.visit.replay?.recorded.map {
      MetricsComparison(
        names: [], before: $0.report(isOver: true), after: after)
    }
    return model.metrics.map { metric in
      let sides = [metric.explanation, metric.direction.words, metric.band?.words]
      let words = sides.compactMap { $0 }.joined(separator: "; ")
      if let row = comparison?.row(metric) {
        return [metric.name, words, row.before.amount, row.after.amount, row.change.word]
      }
      let reading = metric.reading(after)
      return [metric.name, words, reading.amount, reading.note]
    }
  }

  private var captions: String {
    let captions = model.visit.replay?.script.captions ?? []
    let rows = captions.map { [$0.at.clock, $0.text.scrubbed] }
    guard !rows.isEmpty else { return "" }
    return "<h2>What happens</h2>\n" + HTMLReport.table(rows, head: ["at", "caption"], texts: 2)
  }
}
