internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// Everything the playground knows: the page, the engine on it, the world around it, and what the person is doing.
///
/// It is a value. Messages change it through ``update(_:at:)``; ``view(_:)`` makes a screen of it.
package struct Model: Sendable {
  /// What has the focus.
  enum Focus: Hashable, Sendable {
    case article
    case threshold(ThresholdKind)
    case log
  }

  let options: PlaygroundOptions
  var settings: PlaygroundSettings
  /// What the person chose, or what was given at the start; that counts until the person decides.
  var centre: ConsentCentre
  /// The choices with a TC string that counted so far: a session names them.
  var choices: [ConsentChoice] = []
  /// The policy that the person chose for all pages.
  var chosenPolicy: ConsentPolicy?
  var columns: Int
  var rows: Int

  // The pages and what happens on them.
  var pages: PageStack
  /// The ad over it, which a page that was left has shown on the way; it is not active under that.
  var interstitial: HostedAd?
  var run: SessionRun
  /// What took place on the pages, and between them, since the first was opened.
  var history: [Occurrence] = []
  /// When that was.
  var historyStart = Instant.start
  /// Whether that is all of it, and all that a session can say.
  var historyState = HistoryState.whole
  /// The pages that were opened since then, by their numbers counted from 1.
  var openings: [PageOpening] = []
  /// Where it comes from, or where it goes.
  var source: SessionSource
  /// The heading that is meant by the link that is being followed, until its page is here.
  var fragment: String?

  // Time.
  var clock: SessionClock
  /// The shell's time of the last message, in milliseconds.
  var real: Int64
  /// The session's time of the last message.
  var time = Instant.start
  var fling: Fling?
  var lastFlingFrame = Instant.start

  // The person.
  var focus = Focus.article
  /// What covers the screen, the uppermost last.
  var overlays: [any Overlay] = []
  var search: Search?
  var mouse = Mouse()
  var edit: ThresholdEdit?
  /// How thresholds are shown and typed.
  var unit = ThresholdUnit.points
  /// How far the pane has been pushed down inside a viewport that is higher than it, in points.
  ///
  /// Only what is shown depends on it, never what is decided.
  var peek = 0.0
  /// A sentence in the last row, until the next key.
  var notice: String?
  var log = DebugLog()
  /// What has happened since it was last told, where it is told in sentences; `nil` on a screen.
  var news: [LogEntry]?
  var requests: [Request] = []

  var screen = ScreenState.page(lab: nil)

  /// Opens the playground on a page, on a terminal of a size in cells, at a moment of the shell's in milliseconds.
  package init(
    _ file: PageFile, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    let page = OpenPage(
      reading: file, ads: options.ads, columns: options.overrides.columns ?? 48)
    self.init(
      page, .live(recording: nil), options: options, settings: settings, columns: columns,
      rows: rows, at: real)
  }

  init(
    _ page: OpenPage, _ source: SessionSource, options: PlaygroundOptions,
    settings: PlaygroundSettings, columns: Int, rows: Int, at real: Int64
  ) {
    self.options = options
    self.settings = settings
    news = options.tellsNews ? [] : nil
    let given = options.overrides.consent
    centre = ConsentCentre(
      regulation: given == nil ? settings.regulation : .gdpr, vendors: [DemoPublisher.vendor])
    centre.becomeReady(with: given ?? settings.consent)
    if centre.choice.string != nil { choices = [centre.choice] }
    self.columns = columns
    self.rows = rows
    self.real = real
    self.source = source
    clock = SessionClock(startingAt: real, speed: options.speed)
    pages = PageStack(page)
    run = SessionRun(RunSetup())
    pages.top.opening = replay?.script.setup ?? pageSetup
    run = SessionRun(pages.top.opening, keepsHistory: true)
    beginHistory()
    enterPage(scroll: 0)
    if replay == nil, centre.shouldUserStatusBeCollected(on: options.today) { openConsent() }
  }

  /// The thresholds that the page's file and what was asked for at the start come to; `nil` without lazy loading.
  var lazyLoadingOfFile: LazyLoadingSettings? {
    guard
      pages.top.page.settings.lazyLoading != nil
        || options.overrides.lazyLoading != LazyLoadingChange()
    else {
      return nil
    }
    let own = pages.top.page.settings.lazyLoading ?? .standard
    return (try? own.applying(options.overrides.lazyLoading)) ?? own
  }

  /// Why the thresholds that were asked for at the start do not count on this page, if they do not.
  var refusedOverrides: String? {
    do {
      _ = try (pages.top.page.settings.lazyLoading ?? .standard).applying(
        options.overrides.lazyLoading)
      return nil
    } catch {
      return
        "\(pages.top.file.name): the thresholds asked for do not go with the page's own: \(error)"
    }
  }
}

/// What has become of one slot, as far as the engine has told.
struct SlotHistory: Hashable, Sendable {
  var load = AdLoadState.notLoaded
  var loadSince = Instant.start
  var ad = AdViewState.uninitialized
  var adSince = Instant.start
  var failure: AdFailure?
  /// Why the ad that is there could not be presented, if it could not be.
  var presentationError: AdRenderingError?

  /// Takes note that the ad was released.
  mutating func release(at moment: Instant) {
    ad = .uninitialized
    adSince = moment
    failure = nil
    presentationError = nil
  }
}

/// A slot that is taking a new height on the screen; the engine and the layout have it already.
struct ResizeAnimation: Hashable, Sendable {
  /// How long it takes, in milliseconds (`S1.24`).
  static let duration: Int64 = 200
  /// Milliseconds between two frames.
  static let frame: Int64 = 33

  var slot: Int
  var from: Double
  var to: Double
  var start: Instant

  /// How much of the change has still to come at a moment, in points: eased in and out.
  func rest(at now: Instant) -> Double {
    let progress = min(1, max(0, Double(now - start) / Double(Self.duration)))
    let eased =
      progress < 0.5 ? 2 * progress * progress : 1 - 2 * (1 - progress) * (1 - progress)
    return (from - to) * (1 - eased)
  }

  func isOver(at now: Instant) -> Bool { now - start >= Self.duration }
}

/// A threshold that is being set.
struct ThresholdEdit: Sendable {
  var kind: ThresholdKind
  /// The settings to go back to.
  var original: LazyLoadingSettings
  /// The digits typed so far.
  var typed = ""
  /// What the digits would make of the settings; it counts when it is kept, since half a number is not meant.
  var proposal: LazyLoadingSettings?
  /// What the change so far would have cost and saved.
  var bill: ThresholdBill?
  /// The page under the settings to go back to, as far as the bill has needed it.
  var before: Rerun?

  /// What is shown as a ghost beside what counts now: where the value came from, or, while it is typed, where it
  /// would go.
  var ghost: LazyLoadingSettings { proposal ?? original }
}

extension ThresholdEdit: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.kind == other.kind && one.original == other.original && one.typed == other.typed
      && one.proposal == other.proposal && one.bill == other.bill
  }
}
