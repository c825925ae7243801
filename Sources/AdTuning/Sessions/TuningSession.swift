package import AdEngine
package import AdSessions
import AdSimulation

/// A session that can be run under any thresholds: what it begins with, what its user did, and when it ended.
///
/// What the user did is kept as it is recorded; how they would have scrolled had the ads come at other times is unknown.
/// Answers are those of the simulated world, or the recorded ones, each as late after its request as it was recorded.
/// Changes of the thresholds within the session are left out.
package struct TuningSession: Sendable {
  /// What the session is called in reports: its file, or the number of a simulated reader.
  package let name: String
  /// What the run begins with, its thresholds included; its world answers every fetch.
  package let setup: RunSetup
  /// The instant of the last line.
  ///
  /// What is pending then is not waited for, so that a session is as long under all thresholds.
  package let end: Instant
  /// How many slots the recording knows no answer of; theirs are drawn.
  package let drawnAnswers: Int
  /// Whether its answers are those of a recording, which came over the network of its own.
  package let isAnsweredByRecording: Bool
  let steps: [Step]

  /// What the user or the app did at one instant; no two steps on one page have the same.
  struct Step: Sendable {
    var at: Instant
    var action: Action
  }

  // Nearly all are scrolls, so what else there is lies beside.
  enum Action: Sendable {
    /// A scroll position, and what is said of the scroll adjustments of its recording.
    case scroll(to: Double, recordedAdjustment: Double? = nil)
    /// All that was given in the step, and what the world knows of slots that it adds.
    indirect case take([RunInput], ads: [SlotID: SimulatedSlot] = [:])
    indirect case open(SessionOpening, RunSetup)
    case goBack
  }

  init(
    name: String, setup: RunSetup, steps: [Step], end: Instant, drawnAnswers: Int = 0,
    isAnsweredByRecording: Bool = false
  ) {
    self.name = name
    self.setup = setup
    self.steps = steps
    self.end = end
    self.drawnAnswers = drawnAnswers
    self.isAnsweredByRecording = isAnsweredByRecording
    key = Self.key(of: steps, end)
  }

  /// Makes a copy with other setups, whose user did the same.
  private init(_ other: TuningSession, setup: RunSetup, steps: [Step]) {
    name = other.name
    self.setup = setup
    self.steps = steps
    end = other.end
    drawnAnswers = other.drawnAnswers
    isAnsweredByRecording = other.isAnsweredByRecording
    key = other.key
  }

  /// Makes a session whose user does nothing but scroll, until the last scroll.
  package init(name: String, setup: RunSetup, scrolls: [(at: Instant, to: Double)]) {
    self.init(
      name: name, setup: setup,
      steps: scrolls.map { Step(at: $0.at, action: .scroll(to: $0.to)) },
      end: scrolls.last?.at ?? .start)
  }

  /// A number made of what its user did: it says which group of sessions it belongs to, and seeds its answers, wherever
  /// it stands among others and whatever it is called.
  let key: UInt64

  /// The same session with draws of its own: sessions of a page have the page's seed in common, and with it its luck.
  package func withOwnAnswers(seed: UInt64) -> TuningSession {
    changed { $0.world?.seed = key ^ seed }
  }

  /// The same session with another setup of each of its pages, and other ads in the slots that come later.
  func changed(
    _ change: (inout RunSetup) -> Void, ads changeAd: (inout SimulatedSlot) -> Void = { _ in }
  ) -> TuningSession {
    var setup = setup
    change(&setup)
    let steps = steps.map { step in
      switch step.action {
      case .take(let given, let ads) where !ads.isEmpty:
        let changed = ads.mapValues { ad in
          var ad = ad
          changeAd(&ad)
          return ad
        }
        return Step(at: step.at, action: .take(given, ads: changed))
      case .open(let opening, var setup):
        change(&setup)
        return Step(at: step.at, action: .open(opening, setup))
      case .take, .scroll, .goBack: return step
      }
    }
    return TuningSession(self, setup: setup, steps: steps)
  }

  /// Whether a slot of one of its pages has something of its own to say about unloading.
  var hasOwnUnloading: Bool {
    func unloads(_ setup: RunSetup) -> Bool {
      setup.slots.contains { slot in
        guard case .settings(let own)? = slot.lazyLoading else { return false }
        return own.unloadThreshold != nil || own.unloadingEnabled != nil
      }
    }
    return unloads(setup)
      || steps.contains { step in
        if case .open(_, let setup) = step.action { unloads(setup) } else { false }
      }
  }

  /// The viewport that it begins with, in points.
  package var viewport: Size { setup.engine.viewport }

  // MARK: - Runs

  /// Runs the session under these settings on all of its pages; `nil` is no lazy loading: every slot loads at once.
  ///
  /// - Returns: What was counted up to the last line.
  package func report(under settings: LazyLoadingSettings?) -> MetricsReport {
    run(under: settings).report
  }

  /// The run under these settings, up to the last line.
  func run(under settings: LazyLoadingSettings?, keepsHistory: Bool = false) -> SessionRun {
    var setup = setup
    setup.engine.lazyLoading = settings
    var run = SessionRun(setup, keepsHistory: keepsHistory)
    for step in steps { step.take(&run, settings) }
    run.advance(to: end)
    return run
  }
}

extension TuningSession.Step {
  fileprivate func take(_ run: inout SessionRun, _ settings: LazyLoadingSettings?) {
    switch action {
    case .scroll(let position, let adjustment):
      run.scroll(to: position, recordedAdjustment: adjustment, at: at)
    case .take(let given, let ads):
      for (slot, ad) in ads { run.addToWorld(ad, as: slot) }
      run.apply(given, at: at)
    case .open(_, var setup):
      setup.engine.lazyLoading = settings
      run.open(setup, at: at)
    case .goBack: run.goBack(at: at)
    }
  }
}
