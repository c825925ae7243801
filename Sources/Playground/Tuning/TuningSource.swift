package import AdEngine
internal import AdRendering
package import AdSessions
package import AdTuning

/// The sessions that the tuning screen compares settings over, and the settings that count now.
package struct TuningSource: Sendable {
  /// A recorded session, and the pages that its replay shows.
  package struct Session: Sendable {
    package var session: TuningSession
    /// The page that it begins with; `nil` of a bare session.
    package var page: PageFile?
    package var others: [String: PageFile]

    package init(_ session: TuningSession, page: PageFile?, others: [String: PageFile] = [:]) {
      (self.session, self.page, self.others) = (session, page, others)
    }
  }

  /// Simulated readers of a page, who are made one after the other.
  package struct Readers: Sendable {
    package var count: Int
    package var page: PageFile
    package var layout: PageLayout
    package var setup: RunSetup
    /// How deep into the page each comes, as shares of it.
    package var leaves: ClosedRange<Double>

    package init(
      _ count: Int, of page: PageFile, _ layout: PageLayout, _ setup: RunSetup,
      leaves: ClosedRange<Double> = 0.1...1
    ) {
      (self.count, self.page, self.layout, self.setup) = (count, page, layout, setup)
      self.leaves = leaves
    }
  }

  package enum Content: Sendable {
    case readers(Readers)
    case sessions([Session])
  }

  package var content: Content
  /// The settings that the page has now; `nil` where there is no lazy loading.
  package private(set) var present: LazyLoadingSettings?
  /// The present settings in place of those that the sessions have.
  private var given: Fork.Settings?

  /// Makes a source; settings that depend on the viewport are taken in that of the first session.
  package init(_ content: Content, present: LazyLoadingSettings?) {
    self.content = content
    self.present = present?.inPoints(for: Self.viewport(of: content))
  }

  /// Takes these for the present settings, in place of those that the sessions have.
  package mutating func setPresent(_ settings: LazyLoadingSettings) {
    given = Fork.Settings(settings, over: present)
    present = settings
  }

  /// The viewport that the first session begins with.
  package var viewport: Size { Self.viewport(of: content) }

  private static func viewport(of content: Content) -> Size {
    switch content {
    case .readers(let readers): readers.setup.engine.viewport
    case .sessions(let sessions): sessions.first?.session.viewport ?? Size(width: 0, height: 0)
    }
  }

  package var count: Int {
    switch content {
    case .readers(let readers): readers.count
    case .sessions(let sessions): sessions.count
    }
  }

  /// What the sessions are, in a word or two.
  var name: String {
    switch content {
    case .readers(let readers): readers.count.counted("simulated reader")
    case .sessions(let sessions): sessions.count.counted("session")
    }
  }

  /// What has to be known of them before the numbers are believed; `nil` for recorded sessions.
  var caution: String? {
    guard case .readers(let readers) = content else { return nil }
    let depth = [readers.leaves.lowerBound, readers.leaves.upperBound].map {
      ($0 * 100).rounded().points
    }
    return "The readers are simulated (slow, skimmer and flinger in turn) and leave the page at "
      + "\(depth[0])% to \(depth[1])% of it: their habits are chosen, not measured."
  }

  /// The session of a number, with the latency of the plan; a reader is made by reading the page.
  package func session(_ number: Int, _ plan: TuningPlan) -> TuningSession {
    var session =
      switch content {
      case .sessions(let sessions): sessions[number].session
      case .readers(let readers):
        TuningSession(
          reader: number, of: readers.layout, readers.setup, leaves: readers.leaves,
          seed: plan.seed)
      }
    if let given { session = session.under(given) }
    return plan.latency.map(session.with) ?? session
  }

  /// How a session is run under settings that are compared: the present ones are those that it has itself.
  func fork(_ settings: LazyLoadingSettings?) -> Fork.Settings {
    settings == present ? .own : Fork.Settings(settings, over: present)
  }

  func replay(
    of session: TuningSession, _ number: Int, under settings: Fork.Settings,
    _ options: PlaygroundOptions
  ) -> Replay {
    let script = session.script(under: settings)
    switch content {
    case .readers(let readers):
      return Replay(script, page: readers.page, name: session.name, options: options)
    case .sessions(let sessions):
      let source = sessions[number]
      return Replay(
        script, page: source.page, others: source.others, name: session.name, options: options)
    }
  }
}
