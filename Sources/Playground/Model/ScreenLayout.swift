internal import AdSessions

/// Where the panes lie, of which no decision depends; they fold in a fixed order: metrics, timeline, slots, map.
///
/// Thresholds and metrics lie under all others where the side has no room, thresholds in one line without a column.
struct ScreenLayout: Hashable, Sendable {
  /// Smaller terminals get one sentence.
  static let minSize = (columns: 40, rows: 10)
  private static let mapColumns = 6
  private static let narrowestSide = 22
  /// From this width on the side has two columns over the timeline.
  private static let twoColumns = 104
  /// The rows of the thresholds and of ten metrics, their frames included.
  private static let thresholdRows = 7
  private static let metricsRows = 12
  /// The rows that the article keeps, its frame included, where thresholds and metrics lie under it.
  private static let leastArticleRows = 8
  private static let slotsExtra = 2
  private static let timelineExtra = 3
  /// One for the bar, and one between two slots.
  static let maxTimelineRowsPerSlot = 2
  private static let maxSliderColumns = 60
  /// What two phones beside the timeline take, and the timeline that has room for them.
  private static let phonesColumns = 58
  private static let leastTimelineBeside = (columns: 70, rows: 24)

  let screen: Rect
  private(set) var title = Rect.none
  private(set) var article = Rect.none
  private(set) var banner = Rect.none
  private(set) var map = Rect.none
  /// The map in the article's right edge, where there is no room for its pane.
  private(set) var mapStrip = Rect.none
  private(set) var thresholds = Rect.none
  private(set) var slots = Rect.none
  private(set) var timeline = Rect.none
  private(set) var metrics = Rect.none
  /// The page as on phones, where the timeline leaves room beside it.
  private(set) var phones = Rect.none
  /// The thresholds in one row, where there is no room for their pane.
  private(set) var thresholdLine = Rect.none
  private(set) var log = Rect.none
  /// How far a replay is, and its caption.
  private(set) var replay = Rect.none
  private(set) var footer = Rect.none
  /// The rows of the banner at the bottom of the screen; 0 where there is no room for it.
  private(set) var bannerRows = 0

  init(
    columns: Int, rows: Int, articleColumns: Int, isLogOpen: Bool = false, slotCount: Int = 0,
    isReplay: Bool = false, hasBanner: Bool = false,
    isBannerOnTop: Bool = false, zoomed: Viewer.Focus? = nil
  ) {
    screen = Rect(column: 0, row: 0, width: columns, height: rows)
    let articleWidth = min(columns, articleColumns + 4)
    let hasMap = columns >= articleWidth + Self.mapColumns
    let hasSide = columns >= articleWidth + Self.mapColumns + Self.narrowestSide
    bannerRows = hasBanner ? Self.bannerRows(ofScreen: rows) : 0
    guard !isTooSmall else { return }

    var body = screen
    title = body.take(top: 1)
    footer = body.take(bottom: 1)
    if !hasSide { thresholdLine = body.take(bottom: 1) }
    if isReplay { replay = body.take(bottom: Self.replayRows(ofScreen: rows)) }
    let whole = body
    if isLogOpen {
      // On low screens the log leaves room for thresholds and metrics, on the lowest for the three sliders.
      let withoutLog = Self.leastArticleRows + Self.thresholdRows
      let most = min(whole.height / 3, whole.height - withoutLog, 14)
      log = body.take(bottom: max(most, whole.height > 8 ? 4 : 3))
    }
    article = body.take(left: articleWidth)
    if hasMap { map = body.take(left: hasSide ? Self.mapColumns : 8) }
    if hasSide {
      if body.width < Self.twoColumns || !placeInTwoColumns(body, slotCount) {
        stack(body, slotCount)
      }
      let articleRows = article.height - bannerRows - Self.thresholdRows
      if metrics.height == 0, slots.height > 0, articleRows >= Self.leastArticleRows {
        placeUnderAll()
      }
    }
    banner = isBannerOnTop ? article.take(top: bannerRows) : article.take(bottom: bannerRows)
    if !hasMap {
      var edge = article.inset(columns: 0, rows: 1)
      mapStrip = edge.take(right: 1)
    }
    if let zoomed { zoom(zoomed, whole) }
  }

  /// Moves the thresholds from the side under all other panes, the metrics beside them.
  private mutating func placeUnderAll() {
    let rows = Self.thresholdRows
    var under = article.take(bottom: rows)
    under.width = screen.width
    map.height -= rows
    for pane in [\Self.slots, \.timeline] { self[keyPath: pane].row -= rows }
    thresholds = under.take(left: under.width * 2 / 5)
    metrics = under
  }

  /// Gives one pane the whole of the body, and the others nothing; the viewport stays as it is.
  private mutating func zoom(_ pane: Viewer.Focus, _ body: Rect) {
    let none = Rect.none
    (article, banner, map, mapStrip, log) = (none, none, none, none, none)
    (thresholds, slots, timeline, metrics, phones) = (none, none, none, none, none)
    switch pane {
    case .article: article = body
    case .threshold: thresholds = body
    case .slots: slots = body
    case .timeline: timeline = body
    case .metrics: metrics = body
    case .log: log = body
    }
  }

  /// Where a pane is; without rows where there is no room for it.
  func rect(of pane: Viewer.Focus) -> Rect {
    switch pane {
    case .article: article
    case .threshold: thresholds.height > 0 ? thresholds : thresholdLine
    case .slots: slots
    case .timeline: timeline
    case .metrics: metrics
    case .log: log
    }
  }

  /// Rows for its 50 points and one that names it, one alone on low screens, none on the lowest.
  private static func bannerRows(ofScreen rows: Int) -> Int { rows < 12 ? 0 : rows < 20 ? 1 : 4 }

  /// The rows of a replay: the bar and two rows for the caption, where there is room.
  private static func replayRows(ofScreen rows: Int) -> Int { rows >= 20 ? 3 : rows >= 14 ? 2 : 1 }

  var isTooSmall: Bool { screen.width < Self.minSize.columns || screen.height < Self.minSize.rows }

  // MARK: - Sliders

  /// The cells of a threshold's slider in its pane; `nil` where there is no room for it.
  func sliderBar(of kind: ThresholdKind) -> Rect? {
    let pane = thresholds.inside
    guard let index = ThresholdKind.allCases.firstIndex(of: kind), index < pane.height else {
      return nil
    }
    return Self.sliderBar(in: pane.line(pane.row + index))
  }

  /// The cells of the slider in a row: what label, number and screens leave of it.
  static func sliderBar(in row: Rect) -> Rect? {
    let before = row.width >= 30 ? 19 : 15
    let after = row.width >= 40 ? 9 : 0
    let length = min(maxSliderColumns, row.width - before - after)
    guard length >= 4 else { return nil }
    return Rect(column: row.column + before, row: row.row, width: length, height: 1)
  }

  // MARK: - Beside the map

  /// Thresholds and slots to the left, metrics to the right, the timeline under both; `false` where that is too much.
  private mutating func placeInTwoColumns(_ side: Rect, _ count: Int) -> Bool {
    let besides = Self.thresholdRows + Self.slotsExtra
    let shown = min(
      count, (side.height - besides - Self.timelineExtra) / 2,
      side.height - Self.metricsRows - Self.timelineExtra)
    guard count > 0, shown >= min(count, 3) else { return false }
    // Whatever the timeline has no use for goes to the metrics, until all of them are shown.
    let spare = side.height - Self.timelineExtra - Self.maxTimelineRowsPerSlot * count
    let topRows = max(besides + shown, Self.metricsRows, min(Metric.ofEveryPage.count + 2, spare))
    var rest = side
    var top = rest.take(top: topRows)
    var left = top.take(left: top.width / 2)
    thresholds = left.take(top: Self.thresholdRows)
    (slots, metrics) = (left, top)
    let least = Self.leastTimelineBeside
    if rest.width - Self.phonesColumns >= least.columns, rest.height >= least.rows {
      phones = rest.take(right: Self.phonesColumns)
    }
    timeline = rest
    return true
  }

  /// Everything in one column, one under the other.
  private mutating func stack(_ side: Rect, _ count: Int) {
    let room = side.height - Self.thresholdRows
    // A pane of slots that shows none is no pane.
    let isAlone = room < Self.slotsExtra + 1
    var rest = side
    thresholds = rest.take(top: isAlone ? side.height : Self.thresholdRows)
    guard !isAlone else { return }
    let withTimeline = Self.slotsExtra + Self.timelineExtra
    let hasTimeline = count > 0 && room >= withTimeline + 2 * min(count, 3)
    let besides = hasTimeline ? withTimeline : Self.slotsExtra
    let rowsOfASlot = hasTimeline ? 2 : 1
    let hasMetrics =
      (hasTimeline || count == 0)
      && room >= besides + rowsOfASlot * max(1, min(count, 4)) + Self.metricsRows
    let forSlots = room - (hasMetrics ? Self.metricsRows : 0) - besides
    let shown = hasTimeline ? min(count, forSlots / 2) : forSlots
    let slotRows = hasTimeline || hasMetrics ? max(1, min(count, shown)) : shown
    slots = rest.take(top: Self.slotsExtra + slotRows)
    if hasTimeline {
      // What is left is the timeline's, for more rows a slot; the last pane ends where the map does.
      let most = hasMetrics ? rest.height - Self.metricsRows : rest.height
      let lane = max(
        1, min(Self.maxTimelineRowsPerSlot, (most - Self.timelineExtra) / max(1, shown)))
      let used = Self.timelineExtra + lane * shown
      timeline = rest.take(top: hasMetrics ? min(most, used) : most)
    }
    if hasMetrics { metrics = rest }
  }
}
