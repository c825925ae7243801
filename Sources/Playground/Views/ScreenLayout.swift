internal import AdSessions

/// Which part of the screen each pane takes.
///
/// The article's place does not depend on the panes that open below it, so that what the engine decides never
/// depends on them either: the viewport is what the article has with all of them closed.
struct ScreenLayout: Hashable, Sendable {
  /// Smaller terminals get one sentence.
  static let smallest = (columns: 40, rows: 10)
  private static let mapColumns = 6
  private static let narrowestSide = 22

  let screen: Rect
  private(set) var title = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var article = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var map = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var thresholds = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var slots = Rect(column: 0, row: 0, width: 0, height: 0)
  /// The thresholds in one row, where there is no room for their pane.
  private(set) var thresholdLine = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var log = Rect(column: 0, row: 0, width: 0, height: 0)
  private(set) var footer = Rect(column: 0, row: 0, width: 0, height: 0)
  /// The rows of the article with every pane below it closed.
  private(set) var viewportRows = 0

  init(columns: Int, rows: Int, articleColumns: Int, isLogOpen: Bool = false) {
    screen = Rect(column: 0, row: 0, width: columns, height: rows)
    let articleWidth = min(columns, articleColumns + 4)
    let hasMap = columns >= articleWidth + Self.mapColumns
    let sideColumn = articleWidth + Self.mapColumns
    let hasSide = columns - sideColumn >= Self.narrowestSide
    let bodyRows = max(0, rows - 2 - (hasSide ? 0 : 1))
    viewportRows = max(0, bodyRows - 2)
    guard !isTooSmall else { return }

    title = Rect(column: 0, row: 0, width: columns, height: 1)
    footer = Rect(column: 0, row: rows - 1, width: columns, height: 1)
    if !hasSide {
      thresholdLine = Rect(column: 0, row: rows - 2, width: columns, height: 1)
    }
    let logRows = isLogOpen ? min(max(bodyRows / 3, 4), 14) : 0
    let paneRows = bodyRows - logRows
    log = Rect(column: 0, row: 1 + paneRows, width: columns, height: logRows)
    article = Rect(column: 0, row: 1, width: articleWidth, height: paneRows)
    guard hasMap else { return }
    let mapWidth = hasSide ? Self.mapColumns : columns - articleWidth
    map = Rect(column: articleWidth, row: 1, width: min(mapWidth, 8), height: paneRows)
    guard hasSide else { return }
    let thresholdRows = min(paneRows, 7)
    thresholds = Rect(
      column: sideColumn, row: 1, width: columns - sideColumn, height: thresholdRows)
    slots = Rect(
      column: sideColumn, row: 1 + thresholdRows, width: columns - sideColumn,
      height: paneRows - thresholdRows)
  }

  init(_ model: Model) {
    self.init(
      columns: model.columns, rows: model.rows, articleColumns: model.layout.columns,
      isLogOpen: model.settings.isDebugEnabled)
  }

  var isTooSmall: Bool {
    screen.width < Self.smallest.columns || screen.height < Self.smallest.rows
  }
}
