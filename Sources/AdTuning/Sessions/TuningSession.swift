package import AdEngine
package import AdSessions
import AdSimulation

/// A session that settings are compared over: a fork with a name.
package struct TuningSession: Sendable {
  package typealias Step = Fork.Step

  /// What the session is called in reports: its file, or the number of a simulated reader.
  package let name: String
  package private(set) var fork: Fork
  /// The names of the slots of its first page.
  private let slots: SlotTable
  /// The most slots that are compared: memory and time grow with their square.
  package static let maxSlots = 1000
  /// How many slots its first page has.
  package var slotCount: Int { slots.count }
  private let isBare: Bool
  /// The number of slots without a recorded answer: theirs are drawn, or never come.
  package let drawnAnswers: Int
  /// The slots that its lines name and its page, which has changed, does not have.
  package internal(set) var missingSlots: [MissingSlot] = []
  /// Made of what its user did: says which group of sessions it belongs to, whatever it is called.
  package let key: UInt64

  package init(
    name: String, _ fork: Fork, slots: SlotTable? = nil, isBare: Bool = false, drawnAnswers: Int = 0
  ) {
    self.name = name
    self.fork = fork
    self.slots =
      slots
      ?? fork.setup.slots.reduce(into: SlotTable()) { _ = $0.add($1.name, unit: $1.unit) }
    self.isBare = isBare
    self.drawnAnswers = drawnAnswers
    key = Self.key(of: fork.steps, fork.end)
  }

  /// Makes a session whose user does nothing but scroll, until the last scroll.
  package init(name: String, setup: RunSetup, scrolls: [(at: Instant, to: Double)]) {
    self.init(
      name: name,
      Fork(
        setup, steps: scrolls.map { Step(at: $0.at, action: .scroll(to: $0.to)) },
        end: scrolls.last?.at ?? .start))
  }

  /// What the run begins with, its thresholds included.
  package var setup: RunSetup { fork.setup }
  var steps: [Step] { fork.steps }
  package var end: Instant { fork.end }
  /// The viewport that it begins with, in points.
  package var viewport: Size { setup.engine.viewport }

  /// The same session with another setup of each of its pages, and without the report of its recording.
  package func changed(_ change: (inout RunSetup) -> Void) -> TuningSession {
    var other = self
    other.fork.change(change)
    return other
  }

  package func under(_ settings: Fork.Settings) -> TuningSession {
    var other = self
    other.fork = fork.under(settings)
    return other
  }

  // MARK: - Reports

  /// The metrics under these settings, up to the last line.
  package func report(under settings: Fork.Settings) -> MetricsReport {
    fork.report(under: settings)
  }

  /// The report of the recording, where these thresholds are its own.
  func recordedReport(under pair: (fetch: Double, display: Double)) -> MetricsReport? {
    fork.isOwn(.thresholds(fetch: pair.fetch, display: pair.display)) ? fork.recordedReport : nil
  }

  package func script(under settings: Fork.Settings) -> ReplayScript {
    ReplayScript(fork.under(settings), slots: slots, isBare: isBare)
  }

  /// An ad that would be viewable without lazy loading and is not under some settings.
  package struct Loss: Hashable, Sendable {
    /// The number of its page, and its slot.
    package var page: Int
    package var slot: SlotID
    /// When it would have become viewable.
    package var at: Instant
  }

  package func firstLoss(under settings: Fork.Settings) -> Loss? {
    let kept = Set(viewable(under: settings).map { [$0.page, $0.slot.rawValue] })
    return viewable(under: .off).first { !kept.contains([$0.page, $0.slot.rawValue]) }
  }

  private func viewable(under settings: Fork.Settings) -> [Loss] {
    fork.run(under: settings, keepsHistory: true).history.compactMap { event in
      guard event.page > 0, case .effect(.reportViewable(let slot)) = event.content
      else { return nil }
      return Loss(page: event.page, slot: slot, at: event.at)
    }
  }

  // MARK: - Coverage

  /// Whether a run under one fetch threshold never stands for others: unloading, or rules other than distances, decide too.
  var runsEachFetch: Bool {
    fork.setups.contains { setup in
      setup.engine.lazyLoading.map { !$0.isPlain } ?? false
        || setup.slots.contains { slot in
          guard case .settings(let own)? = slot.lazyLoading else { return false }
          return own.unloadThreshold != nil || own.unloadingEnabled != nil
        }
    }
      || steps.contains { step in
        guard case .take(let given) = step.action else { return false }
        return given.contains { given in
          guard case .input(.lazyLoadingChanged(let change), _) = given else { return false }
          return !change.isOfThresholds
        }
      }
  }

  /// The least unload threshold of a page, in points; `nil` where no ads are unloaded.
  var unload: Double? {
    fork.setups.compactMap { setup in
      setup.engine.lazyLoading.flatMap { settings in
        settings.unloadingEnabled
          ? settings.distance(of: settings.unloadThreshold.ahead, in: viewport) : nil
      }
    }.min()
  }
}

extension LazyLoadingChange {
  /// The change to a fetch and a display threshold, in points.
  package init(fetch: Double, display: Double) {
    self.init(fetchThreshold: .points(fetch), displayThreshold: .points(display))
  }

  /// The fetch and the display threshold that are changed, where both are, and are points.
  var pair: (fetch: Double, display: Double)? {
    guard let fetch = fetchThreshold?.points, let display = displayThreshold?.points else {
      return nil
    }
    return (fetch, display)
  }

  /// Whether nothing but the fetch and the display threshold changes.
  package var isOfThresholds: Bool {
    self
      == LazyLoadingChange(fetchThreshold: fetchThreshold, displayThreshold: displayThreshold)
  }
}

extension Fork.Settings {
  package static func thresholds(fetch: Double, display: Double) -> Self {
    .changed(LazyLoadingChange(fetch: fetch, display: display))
  }

  /// Settings over the present ones: their fetch and display thresholds, and what else differs.
  package init(_ settings: LazyLoadingSettings?, over present: LazyLoadingSettings?) {
    guard let settings else {
      self = .off
      return
    }
    let base = present ?? .standard
    var change = LazyLoadingChange(
      fetchThreshold: settings.fetchThreshold, displayThreshold: settings.displayThreshold)
    if settings.unloadingEnabled != base.unloadingEnabled {
      change.unloadingEnabled = settings.unloadingEnabled
    }
    if settings.unloadThreshold != base.unloadThreshold {
      change.unloadThreshold = settings.unloadThreshold
    }
    self = .changed(change)
  }
}
