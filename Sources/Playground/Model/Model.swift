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

  /// What covers the page, scrolled to one of its lines.
  struct Overlay: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      case consent
      case preferences(ConsentDraft)
      case handOff
      case tcfKeys
      case help
      case problems
      case metrics
      case presets
      case writing(ThresholdWriting)
      case details(slot: Int)
      case console(slot: Int)
      case why(slot: Int, CauseChain)
      case plugins(PluginReport)
      case diagnosis(slot: Int?, Diagnosis)
    }

    var content: Content
    /// The number of the first line that is shown.
    var line = 0

    init(_ content: Content) { self.content = content }
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
  /// The page on the screen.
  var shown: OpenPage
  /// The ad over it, which a page that was left has shown on the way; it is not active under that.
  var interstitial: HostedAd?
  /// The pages under it, to go back to; the first page first.
  var covered: [OpenPage] = []
  /// Whether ``shown`` is for the moment not the page on the screen, but one under it that something happens on.
  var isUnder = false
  var run: SessionRun
  /// What took place on the pages, and between them, since the first was opened.
  var history: [Occurrence] = []
  /// When that was.
  var historyStart = Instant.start
  /// Whether that is all of it, and all that a session can say.
  var historyState = HistoryState.whole
  /// The pages that were opened since then, by their numbers counted from 1.
  var openings: [PageOpening] = []
  /// The session that is being recorded of it.
  var recording: Recording?
  /// The heading that is meant by the link that is being followed, until its page is here.
  var fragment: String?

  /// The session that is shown again, if one is.
  var replay: Replay?

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
  var overlay: Overlay?
  /// What the consent centre had open when a text of it was opened, to come back to.
  var overlayBelow: Overlay?
  var search: Search?
  var mouse = Mouse()
  var palette: Palette?
  var copyMenu: CopyMenu?
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

  // The preload lab, once it was opened; while it is on the screen the page's time stands still.
  var lab: Lab?
  var isLabOpen = false
  var wasPagePaused = false
  /// How much of what took place in the lab was put into words.
  var labLinesTold = 0

  /// Opens the playground on a page, on a terminal of a size in cells, at a moment of the shell's in milliseconds.
  package init(
    _ file: PageFile, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    self.init(
      file, replay: nil, options: options, settings: settings, columns: columns, rows: rows,
      at: real)
  }

  init(
    _ file: PageFile, replay: Replay?, options: PlaygroundOptions, settings: PlaygroundSettings,
    columns: Int, rows: Int, at real: Int64
  ) {
    self.options = options
    self.settings = settings
    news = options.tellsNews ? [] : nil
    let given = options.overrides.consent
    centre = ConsentCentre(regulation: given == nil ? settings.regulation : .gdpr)
    centre.becomeReady(with: given ?? settings.consent)
    if centre.choice.string != nil { choices = [centre.choice] }
    self.columns = columns
    self.rows = rows
    self.real = real
    self.replay = replay
    clock = SessionClock(startingAt: real, speed: options.speed)
    shown =
      replay?.first
      ?? OpenPage(reading: file, ads: options.ads, columns: options.overrides.columns ?? 48)
    run = SessionRun(RunSetup())
    opening = replay?.script.setup ?? pageSetup
    run = SessionRun(opening, keepsHistory: true)
    beginHistory()
    enterPage(scroll: 0)
    if replay == nil, centre.shouldUserStatusBeCollected(on: options.today) { openConsent() }
  }

  /// The thresholds that the page's file and what was asked for at the start come to; `nil` without lazy loading.
  var lazyLoadingOfFile: LazyLoadingSettings? {
    guard page.settings.lazyLoading != nil || options.overrides.lazyLoading != LazyLoadingChange()
    else {
      return nil
    }
    let own = page.settings.lazyLoading ?? .standard
    return (try? own.applying(options.overrides.lazyLoading)) ?? own
  }

  /// Why the thresholds that were asked for at the start do not count on this page, if they do not.
  var refusedOverrides: String? {
    do {
      _ = try (page.settings.lazyLoading ?? .standard).applying(options.overrides.lazyLoading)
      return nil
    } catch {
      return "\(file.name): the thresholds asked for do not go with the page's own: \(error)"
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
struct ThresholdEdit: Hashable, Sendable {
  var kind: ThresholdKind
  /// The settings to go back to.
  var original: LazyLoadingSettings
  /// The digits typed so far.
  var typed = ""
  /// What the digits would make of the settings; it counts when it is kept, since half a number is not meant.
  var proposal: LazyLoadingSettings?
  /// What the change so far would have cost and saved.
  var bill: ThresholdBill?

  /// What is shown as a ghost beside what counts now: where the value came from, or, while it is typed, where it
  /// would go.
  var ghost: LazyLoadingSettings { proposal ?? original }
}
