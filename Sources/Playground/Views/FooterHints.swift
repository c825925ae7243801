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
    grouping: CommandTable.lines.flatMap(\.hints).sorted { $0.rank < $1.rank }, by: \.place)

  /// What the user cannot do without while the mouse is on.
  static let mouse = FooterHint(
    commands: [.toggleMouse], place: .anywhere, rank: 0, word: "gives the mouse back",
    isNeeded: false, fits: { $0.model.viewer.mouse.isOn && $0.isPageFree })
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

  var place: KeyContext { model.keyContext }
  fileprivate var isPageFree: Bool { place == model.pageContext && place != .search }

  private var selectedTarget: FocusStop.Target? {
    model.top.selection.map { model.top.layout.stops[$0].target }
  }
  var isStopSelected: Bool { selectedTarget != nil }
  var isLinkSelected: Bool { if case .link = selectedTarget { true } else { false } }
  var isAdSelected: Bool { isStopSelected && !isLinkSelected }
  /// Whether the ad whose link a key follows was seen, so that it can be followed.
  var canFollowAd: Bool {
    let state = model.chosenAd.flatMap(model.visit.status)?.adState
    return state == .impressed || state == .clicked
  }
  var canFollowSelectedAd: Bool { isAdSelected && canFollowAd }
  var hasStops: Bool { !model.top.layout.stops.isEmpty }
  /// In a search's hits `n` goes from hit to hit.
  var canSelectStop: Bool { hasStops && place != .hits }
  var hasSlots: Bool { !model.top.page.slots.isEmpty }
  var canExplainNearest: Bool { hasSlots && model.top.selectedSlot == nil }
  var hasProblems: Bool { !model.top.problems.isEmpty }
  /// Whether the pane has no room for the whole viewport.
  var isViewportCut: Bool { model.maxPeek > 0 }
  var hasThresholds: Bool { model.engine.lazyLoading != nil }
  var isBannerSeen: Bool {
    let state = model.top.screenAds.screenBanner?.state
    return state == .impressed || state == .clicked
  }
  var isSlotToBlame: Bool {
    (model.viewer.overlays.last as? MetricsOverlay).flatMap {
      model.slotToBlame(for: $0.metric(in: model))
    } != nil
  }
  /// What the palette that is open offers; `nil` where nothing fits.
  private var offer: Palette.Offer? {
    (model.viewer.overlays.last as? Palette).flatMap {
      $0.action(in: model) == nil ? nil : $0.offer
    }
  }
  var canRunCommand: Bool { offer == .commands }
  var canTakeChoice: Bool { offer == .choices || offer == .units }
  var isComparing: Bool { model.viewer.thresholds.whatIf != nil }
  var isNotComparing: Bool { model.comparison == nil }
  var isMouseOff: Bool { !model.viewer.mouse.isOn }

  var isOfPage: Bool { !model.isLabOpen }
  /// Whether the replay was opened on the tuning screen.
  var isTunedReplay: Bool { model.tuning?.aside != nil }
  var isRecording: Bool { isOfPage ? model.visit.recording != nil : model.lab?.recording != nil }
  /// Whether a session is shown while it is being written, and whether that is not its newest instant.
  var isFollowing: Bool { isOfPage && model.visit.isFollowing }
  var isBehind: Bool { isFollowing && !model.visit.isLive }
  var isPaused: Bool { isOfPage ? model.visit.clock.isPaused : model.lab?.clock.isPaused == true }
  var hasLabCaptions: Bool {
    model.isLabOpen && model.lab?.replay?.script.captions.isEmpty == false
  }
  var isUnitChosen: Bool { model.lab?.list.selected == 0 }

  var hasNoMetricsPane: Bool { model.layout.metrics.height == 0 }
  // Side by side the numbers are the point.
  var isComparingWithoutMetrics: Bool { hasNoMetricsPane && model.comparison != nil }
  var isAloneWithoutMetrics: Bool { hasNoMetricsPane && model.comparison == nil }

  var hasHits: Bool { model.viewer.search.map { $0.count > 0 } == true }
  var hasManyHits: Bool { model.viewer.search.map { $0.count > 1 } == true }
  var isTimelineStanding: Bool { model.viewer.timeline.first != nil }
  var isSearchInPane: Bool { model.viewer.search?.place.pane != nil }
  var isSearchInOverlay: Bool { model.viewer.search?.isInOverlay == true }
  var isSearchInLog: Bool { model.viewer.search?.place.pane == .log }
  var isLogFiltered: Bool { model.visit.log.filter != nil }
  /// Whether what covers the screen has more lines than fit.
  var isLong: Bool {
    let box = model.overlay?.box(in: model)
    return box.map {
      $0.lastFirstLine(columns: model.shared.columns, rows: model.shared.rows) > 0
    } == true
  }
}
