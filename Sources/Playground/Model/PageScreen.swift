internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The pages: where what happens on them comes from, their time, and what the user does with the one on the screen.
struct PageScreen: Sendable {
  var shared: Shared
  var consent: ConsentState

  var pages: PageStack
  @CopyOnWrite var run = SessionRun(RunSetup())
  var source: SessionSource
  var history = PageHistory()
  /// The number that the run gives the interstitial on the screen; under it the page is inactive.
  var shownInterstitial: Int?
  /// The last ad that stood over a page, for its report after it was closed (`S4.21`).
  var dismissed: HostedAd?
  /// The heading to show once the page of the followed link is open.
  var fragment: String?

  var clock: SessionClock
  /// The session's time of the last message.
  var time = Instant.start
  var fling: RunningFling?
  /// A simulated reader who scrolls the page, until the user does.
  var reader: RunningReader?

  var viewer = Viewer()

  init(_ page: OpenPage, _ source: SessionSource, _ shared: Shared) {
    self.shared = shared
    self.source = source
    consent = ConsentState(shared.options, shared.settings)
    if case .live = source { self.shared.keepsLog = true }
    clock = SessionClock(startingAt: shared.real, speed: shared.options.speed)
    pages = PageStack(page)
    pages.top.opening = replay?.script.setup ?? pageSetup
    run = SessionRun(pages.top.opening, keepsHistory: true)
    history = PageHistory(of: pages.top, at: time)
    logConsentEvents()
    enterPage(scroll: 0)
    askForConsent()
    refreshHosts()
  }

  /// Where the panes are.
  var layout: ScreenLayout { measured(isZoomed: viewer.isZoomed) }

  /// The panes as they would be, with all the screen for the one that has the focus or not.
  func measured(isZoomed: Bool) -> ScreenLayout {
    ScreenLayout(
      columns: shared.columns, rows: shared.rows, articleColumns: pages.top.layout.columns,
      isLogOpen: shared.settings.isDebugEnabled, slotCount: pages.top.page.slots.count,
      isReplay: replay != nil, hasBanner: pages.top.page.settings.screenBanner != nil,
      zoomed: isZoomed ? viewer.focus : nil)
  }

  /// The engine of a page, by its place in the stack.
  func engine(at place: Int) -> Engine {
    place == pages.topPlace ? run.engine : run[page: pages[place].number]?.engine ?? run.engine
  }

  /// The world that knows what the ads of a page look like, by its place; by default that of the page on the screen.
  func looks(at place: Int? = nil) -> SimulatedWorld {
    let place = place ?? pages.topPlace
    if let looks = pages[place].looks { return looks }
    return place == pages.topPlace
      ? run.world : run[page: pages[place].number]?.world ?? run.world
  }

  /// The thresholds as they are drawn: those that are being set, else those in force; `nil` without lazy loading.
  var shownThresholds: LazyLoadingSettings? { viewer.edit?.shown ?? run.engine.lazyLoading }

  /// What the thresholds that are drawn come to below the viewport, or above it.
  func shownDistances(below isBelow: Bool) -> LazyLoadingDistances? {
    shownThresholds?.distances(
      in: run.engine.viewport.size, behind: isBelow != run.engine.isTravellingDown)
  }

  /// The thresholds that are drawn as a ghost beside these: those in force while others are being set, else those of the
  /// recording in a replay under others.
  var ghostThresholds: LazyLoadingSettings? {
    viewer.edit?.original ?? replay?.recorded?.lazyLoading
  }

  /// The state of a slot, if the page has it.
  func status(ofSlot slot: Int) -> SlotStatus? {
    pages.top.page.slots.indices.contains(slot) ? run.engine.status(of: SlotID(slot)) : nil
  }

  /// The place in the table of commands where a key counts first, as if nothing covered the page.
  var context: KeyContext {
    // In a replay the session closes it.
    if interstitial != nil, replay == nil { return .interstitial }
    if viewer.search?.isTyping == true, viewer.search?.isInOverlay == false { return .search }
    switch viewer.focus {
    case .article:
      if viewer.search?.isInArticle == true { return .hits }
      return replay == nil ? .article : .replay
    case .threshold: return .threshold
    case .slots: return .slots
    case .timeline: return .timeline
    case .metrics: return .numbers
    case .log: return .log
    }
  }

  /// What commands act on while the lab is closed.
  var stage: Stage { replay == nil ? .page : .replay }
}

/// What the user chose about consent, or what was given at the start, which counts until the user decides.
struct ConsentState: Sendable {
  var centre: ConsentCentre
  /// The choices with a TC string that counted so far: a session names them.
  var choices: [ConsentChoice] = []
  /// The policy that the user chose for all pages.
  var chosenPolicy: ConsentPolicy?
  /// The view that the SDK shows its notice in; `nil` if the app has forgotten it.
  let wrapper: DidomiWrapper?
  /// When the SDK becomes ready, and what it knows then; `nil` once it is, and if it never is.
  private(set) var pending: (at: Instant, choice: ConsentChoice)?
  /// When the SDK became ready, if that was after the start.
  private(set) var readyAt: Instant?

  init(_ options: PlaygroundOptions, _ settings: PlaygroundSettings) {
    let given = options.overrides.consent
    centre = ConsentCentre(
      regulation: given == nil ? settings.regulation : .gdpr, vendors: [DemoPublisher.vendor])
    wrapper = DidomiWrapper(options.launch)
    centre.initialize(apiKey: options.launch.apiKey)
    pending = options.launch.readyAt.map { ($0, given ?? settings.consent) }
    if pending?.at == .start { becomeReady() }
  }

  /// The SDK becomes ready.
  private mutating func becomeReady() {
    guard let choice = pending?.choice else { return }
    pending = nil
    centre.becomeReady(with: choice)
    if centre.choice.string != nil { choices = [centre.choice] }
  }

  /// What the SDK knew when it became ready, if that is due at a time.
  mutating func takeReady(at now: Instant) -> ConsentChoice? {
    guard let (time, choice) = pending, time <= now else { return nil }
    pending = nil
    readyAt = time
    return choice
  }
}

struct RunningFling: Hashable, Sendable {
  var fling: Fling
  /// The time of the last frame.
  var frame: Instant
  /// The time of the next frame.
  var nextFrame: Instant { frame + Fling.frame }
}

/// Where what happens on the pages comes from.
enum SessionSource: Sendable {
  /// From the user, which a session may be recorded of.
  case live(recording: Recording?)
  /// From a session that is shown again; in a box, since the compiler takes minutes to copy an enum of this size.
  indirect case replay(Replay)
}

extension PageScreen {
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
