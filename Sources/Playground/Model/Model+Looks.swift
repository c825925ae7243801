internal import AdEngine
internal import AdSessions

/// What is drawn of the pages, and where.
extension Model {
  var top: OpenPage { _read { yield visit.pages.top } }
  var engine: Engine { _read { yield visit.run.engine } }
  var nearestSlot: Int? { top.nearestSlot(in: engine.viewport) }

  /// Where the panes are.
  var layout: ScreenLayout { measured(isZoomed: viewer.isZoomed) }

  /// The panes as they would be, with all the screen for the one that has the focus or not.
  func measured(isZoomed: Bool) -> ScreenLayout {
    ScreenLayout(
      columns: shared.columns, rows: shared.rows, articleColumns: top.layout.columns,
      isLogOpen: visit.settings.isDebugEnabled, slotCount: top.page.slots.count,
      isReplay: visit.isReplay, hasBanner: top.page.settings.screenBanner != nil,
      isBannerOnTop: top.page.settings.screenBanner?.isOnTop == true,
      zoomed: isZoomed ? viewer.focus : nil)
  }

  /// The thresholds as they are drawn: those that are being set, else those in force; `nil` without lazy loading.
  var shownThresholds: LazyLoadingSettings? { viewer.thresholds.edit?.shown ?? engine.lazyLoading }

  /// The distances of the thresholds that are drawn, below the viewport or above it.
  func shownDistances(below isBelow: Bool) -> LazyLoadingDistances? {
    shownThresholds?.distances(in: engine.viewport.size, behind: isBelow != engine.isTravellingDown)
  }

  /// The thresholds of the ghost: those in force while others are set, else the recording's in a replay under others.
  var ghostThresholds: LazyLoadingSettings? {
    viewer.thresholds.edit?.original ?? visit.replay?.recorded?.lazyLoading
  }

  /// The place in the table of commands where a key counts first, as if nothing covered the page.
  var focusContext: KeyContext {
    // In a replay the session closes it.
    if visit.interstitial != nil, !visit.isReplay { return .interstitial }
    if viewer.search?.isTyping == true, viewer.search?.isInOverlay == false { return .search }
    if let list = focusedList { return list.context }
    if case .threshold = viewer.focus { return .threshold }
    if viewer.focus == .log { return .log }
    if viewer.search?.isInArticle == true { return .hits }
    return visit.isReplay ? .replay : .article
  }
}
