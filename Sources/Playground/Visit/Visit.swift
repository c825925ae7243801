internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// What a session decides: its pages and what happens on them, without viewer or screen.
struct Visit: Sendable {
  var options: PlaygroundOptions
  var settings: PlaygroundSettings
  var consent: ConsentState

  var pages: OpenPages
  @CopyOnWrite var run = SessionRun(RunSetup())
  var source: SessionSource
  var history = VisitHistory()
  var log = DebugLog()

  var clock: SessionClock
  var outbox = Outbox()

  /// Begins on a page, at the shell's time in milliseconds; of a replay what happens at its beginning has happened.
  init(
    _ page: OpenPage, _ source: SessionSource, _ options: PlaygroundOptions,
    _ settings: PlaygroundSettings, at real: Int64
  ) {
    (self.options, self.settings, self.source) = (options, settings, source)
    consent = ConsentState(options, settings)
    clock = SessionClock(startingAt: real, speed: options.speed)
    pages = OpenPages(page)
    pages.top.initialSetup = replay?.script.setup ?? pageSetup
    run = SessionRun(pages.top.initialSetup, keepsHistory: true)
    history = VisitHistory(of: pages.top, at: time)
    logConsentEvents()
    enterPage(scroll: 0)
    askForConsent()
    refreshScreenAds()
    guard isReplay else { return }
    keepCheckpoint()
    advance(to: .start)
  }

  /// The session's time up to which everything has happened.
  var time: Instant {
    get { clock.reached }
    set { clock.reached = newValue }
  }

  func engine(at place: Int) -> Engine {
    place == pages.topPlace ? run.engine : run[page: pages[place].number]?.engine ?? run.engine
  }

  /// The world that knows what the ads of a page look like, by its place; by default that of the page on the screen.
  func creativeWorld(ofPageAt place: Int? = nil) -> SimulatedWorld {
    let place = place ?? pages.topPlace
    if let looks = pages[place].looks { return looks }
    return place == pages.topPlace
      ? run.world : run[page: pages[place].number]?.world ?? run.world
  }

  /// Whether the session has ended, so that what was not seen is wasted.
  var isSessionOver: Bool { replay.map { !isFollowing && time >= $0.end } ?? false }

  /// What is counted on the page on the screen so far.
  var report: MetricsReport { run.pageReport(at: run.now, isOver: isSessionOver) }

  /// What is counted on all pages and of ads that stand in no slot, where there is more than the slots of this page.
  var wholeReport: MetricsReport? {
    run.countedPages > 1 || !run.screenAdPages.isEmpty
      ? run.report(at: run.now, isOver: isSessionOver) : nil
  }

  /// Counts from now on, on all pages.
  mutating func resetMetrics() {
    run.restartMetrics(at: time)
    outbox.notice = "the metrics count from \(time.clock) on"
  }

  /// Which slot of the page on the screen has cost what; `nil` where the history is not whole.
  var countedBlame: MetricsBlame? {
    guard history.state != .cut else { return nil }
    return run.blame(pages.top.initialSetup, historyOfPage, isOver: isSessionOver)
  }

  func status(ofSlot slot: Int) -> SlotStatus? {
    pages.top.page.slots.indices.contains(slot) ? run.engine.status(of: SlotID(slot)) : nil
  }
}

/// What has happened, looked at again.
extension Visit {
  /// Whether the page on the screen can be run again under other thresholds: all that happened is known, and it is the page
  /// that was opened.
  var canRunAgain: Bool {
    history.state != .cut
      && history.opening(ofPage: pages.top.number)?.bytes == pages.top.file.bytes
  }

  var historyOfPage: [RunEvent] { history.ofPage(pages.top.number) }

  /// The ad server's time for an ad that the page held back, in milliseconds; without a margin it renders within 100 ms.
  func heldBack(_ cause: Cause, _ slot: SlotID) -> Int64? {
    guard case .answered(_, let generation, let wait) = cause, let script = replay?.script,
      let latency = script.loader.latency(of: script.slots.name(of: slot), generation: generation),
      wait > latency + 100
    else { return nil }
    return latency
  }

  func causes(ofSlot slot: Int) -> CauseChain {
    CauseChain(of: SlotID(slot), in: historyOfPage, from: pages.top.initialSetup.engine, at: time)
  }
}

/// What a visit, or the lab, has to say to the user and to ask of the shell; the model takes it at each change.
struct Outbox: Sendable {
  var notice: String?
  var requests: [Request] = []
  /// Log entries: those of a visit are in its log already, and linear mode prints them; those of the lab go to both.
  var news: [LogEntry] = []
  /// Points that a page could not be scrolled by, being at its end.
  var overscroll = 0.0
  var asksForConsent = false
}

/// Where what happens on the pages comes from.
enum SessionSource: Sendable {
  /// From the user, which a session may be recorded of.
  case live(recording: Recording?)
  /// From a session that is shown again; in a box, since the compiler takes minutes to copy an enum of this size.
  indirect case replay(Replay)
}

extension Visit {
  /// Whether a session is shown again.
  var isReplay: Bool { if case .replay = source { true } else { false } }

  /// The session that is shown again, if one is; changed in place.
  var replay: Replay? {
    get { if case .replay(let replay) = source { replay } else { nil } }
    _modify {
      var replay = replay
      if replay != nil { source = .live(recording: nil) }
      defer { if let replay { source = .replay(replay) } }
      yield &replay
    }
  }

  /// The session that is being recorded of the pages, if one is; changed in place.
  var recording: Recording? {
    get { if case .live(let recording) = source { recording } else { nil } }
    _modify {
      guard case .live(var recording) = source else {
        var none: Recording?
        yield &none
        return
      }
      source = .live(recording: nil)
      defer { source = .live(recording: recording) }
      yield &recording
    }
  }
}
