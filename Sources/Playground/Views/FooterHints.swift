internal import AdEngine
internal import AdSessions

/// Keys that the footer names together, and what they do in a word or two.
struct FooterHint: Sendable {
  typealias Condition = @Sendable (Footer) -> Bool

  var commands: [Command]
  let place: KeyContext
  /// Its place in the order of usefulness; the smallest comes first.
  let rank: Int
  let word: String
  /// Whether it is shown before all others where there is little room, so that there is always a way out.
  let isNeeded: Bool
  let fits: Condition

  /// The hints of the command table for a place, the most useful first.
  static func all(in place: KeyContext) -> [FooterHint] { byPlace[place] ?? [] }

  private static let byPlace = Dictionary(
    grouping: CommandTable.lines.flatMap(\.hints).enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element),
    by: \.place)

  /// What the user cannot do without while the mouse is on.
  static let mouse = FooterHint(
    commands: [.toggleMouse], place: .anywhere, rank: 0, word: "gives the mouse back",
    isNeeded: false, fits: { $0.page.viewer.mouse.isOn && $0.isPageFree })
}

extension Footer {
  /// What can be done now, the most useful first; keys that do the same are named together.
  var hints: [FooterHint] {
    let stage = model.stage
    var hints = FooterHint.all(in: place)
    if place == .hits, stage == .page { hints += FooterHint.all(in: .article) }
    var shown: [FooterHint] = []
    for hint in [FooterHint.mouse] + hints
    where hint.fits(self) && hint.commands.allSatisfy({ $0.runs(on: stage) }) {
      if shown.last?.word == hint.word {
        shown[shown.count - 1].commands += hint.commands
      } else {
        shown.append(hint)
      }
    }
    return shown
  }

  // MARK: - Conditions

  var page: PageScreen { model.page }
  var place: KeyContext { model.keyContext }
  fileprivate var isPageFree: Bool { place == model.pageContext && place != .search }

  private var selectedTarget: PageStop.Target? {
    page.visit.pages.top.selection.map { page.visit.pages.top.layout.stops[$0].target }
  }
  var isStopSelected: Bool { selectedTarget != nil }
  var isLinkSelected: Bool { if case .link = selectedTarget { true } else { false } }
  var isAdSelected: Bool { isStopSelected && !isLinkSelected }
  /// Whether the ad whose link a key follows was seen, so that it can be followed.
  var canFollowAd: Bool {
    let state = page.chosenAd.flatMap(page.visit.status)?.adState
    return state == .impressed || state == .clicked
  }
  var canFollowSelectedAd: Bool { isAdSelected && canFollowAd }
  var hasStops: Bool { !page.visit.pages.top.layout.stops.isEmpty }
  /// In a search's hits `n` goes from hit to hit.
  var canSelectStop: Bool { hasStops && place != .hits }
  var hasSlots: Bool { !page.visit.pages.top.page.slots.isEmpty }
  var canExplainNearest: Bool { hasSlots && page.visit.selectedSlot == nil }
  var hasProblems: Bool { !page.visit.pages.top.problems.isEmpty }
  /// Whether the pane has no room for the whole viewport.
  var isViewportCut: Bool { page.maxPeek > 0 }
  /// Whether a part of a carousel is in view.
  var isCarouselInView: Bool { page.isCarouselInView }
  var isFileChanged: Bool { page.visit.pages.top.isFileChanged }
  var hasThresholds: Bool { page.visit.run.engine.lazyLoading != nil }
  var canGoBack: Bool { page.canGoBack }
  var isBannerSeen: Bool {
    let state = page.visit.pages.top.hosts.screenBanner?.state
    return state == .impressed || state == .clicked
  }
  var isSlotToBlame: Bool {
    (page.viewer.overlays.last as? MetricsOverlay)?.metric.cost != nil
  }
  var isOfChoices: Bool { (page.viewer.overlays.last as? Palette)?.offer == .choices }
  var isOfCommands: Bool { !isOfChoices }
  var isComparing: Bool { page.viewer.whatIf != nil }
  var isNotComparing: Bool { page.comparison == nil }
  var isSetInPercent: Bool { page.isSetInPercent }
  var isSetInPoints: Bool { !page.isSetInPercent }
  var isMouseOff: Bool { !page.viewer.mouse.isOn }
  var canLook: Bool { page.maxPeek > 0 }

  var isOfPage: Bool { !model.isLabOpen }
  /// Whether the replay was opened on the tuning screen.
  var isTunedReplay: Bool { model.tuning?.aside != nil }
  var isRecording: Bool { isOfPage ? page.visit.recording != nil : model.lab?.recording != nil }
  var isNotRecording: Bool { !isRecording }
  /// Whether a session is shown while it is being written, and whether that is not its newest instant.
  var isFollowing: Bool { isOfPage && page.visit.replay?.following != nil }
  var isBehind: Bool { isFollowing && !page.visit.isLive }
  var isPaused: Bool { isOfPage ? page.visit.clock.isPaused : model.lab?.clock.isPaused == true }
  var isRunning: Bool { !isPaused }
  var hasLabCaptions: Bool { model.isLabOpen && model.lab?.replay?.captions.isEmpty == false }
  var isUnitChosen: Bool { model.lab?.list.selected == 0 }
  var isSwitchChosen: Bool { !isUnitChosen }

  var hasNoMetricsPane: Bool { page.layout.metrics.height == 0 }
  // Side by side the numbers are the point.
  var isComparingWithoutMetrics: Bool { hasNoMetricsPane && page.comparison != nil }
  var isAloneWithoutMetrics: Bool { hasNoMetricsPane && page.comparison == nil }

  var hasHits: Bool { page.viewer.search.map { $0.count > 0 } == true }
  var hasManyHits: Bool { page.viewer.search.map { $0.count > 1 } == true }
  var isZoomed: Bool { page.viewer.isZoomed }
  var isNotZoomed: Bool { !page.viewer.isZoomed }
  var isTimelineStanding: Bool { page.viewer.timelineView.first != nil }
  var isSearchInPane: Bool { page.viewer.search?.place.pane != nil }
  var isSearchInOverlay: Bool { page.viewer.search?.isInOverlay == true }
  var isSearchInLog: Bool { page.viewer.search?.place.pane == .log }
  var isLogFiltered: Bool { page.visit.log.filter != nil }
  var isLogWhole: Bool { !isLogFiltered }
  /// Whether what covers the screen has more lines than fit.
  var isLong: Bool {
    let box = page.overlay?.box(in: model.scene)
    return box.map {
      $0.lastFirstLine(columns: page.shared.columns, rows: page.shared.rows) > 0
    } == true
  }
}
