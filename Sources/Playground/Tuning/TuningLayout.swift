/// Where the parts of the tuning screen lie: numbers always, then the map, then lists in one to three columns.
struct TuningLayout: Hashable, Sendable {
  /// The rows of the map: ten display thresholds, axis, legend and frame.
  private static let mapRows = 14
  private static let mapColumns = 57
  private static let narrowNumbers = 25
  /// A pane with fewer rows is none.
  private static let lowestPane = 4

  let screen: Rect
  private(set) var title = Rect.none
  private(set) var map = Rect.none
  private(set) var numbers = Rect.none
  private(set) var curves = Rect.none
  private(set) var slots = Rect.none
  private(set) var fates = Rect.none
  private(set) var sessions = Rect.none
  private(set) var words = Rect.none
  private(set) var footer = Rect.none

  init(columns: Int, rows: Int) {
    screen = Rect(column: 0, row: 0, width: columns, height: rows)
    title = Rect(column: 0, row: 0, width: columns, height: 1)
    footer = Rect(column: 0, row: rows - 1, width: columns, height: 1)
    let body = Rect(column: 0, row: 1, width: columns, height: rows - 2)
    guard columns >= 60 else {
      numbers = body
      return
    }
    let below = body.height - Self.mapRows
    let top = below >= Self.lowestPane ? Self.mapRows : body.height
    let isWide = columns >= Self.mapColumns + 54
    let mapWidth = isWide ? Self.mapColumns : columns - Self.narrowNumbers
    map = Rect(column: 0, row: 1, width: mapWidth, height: top)
    let side = columns >= 170 ? (columns - mapWidth) / 2 : columns - mapWidth
    numbers = Rect(column: mapWidth, row: 1, width: side, height: top)
    guard top < body.height else { return }
    let rest = Rect(column: 0, row: 1 + top, width: columns, height: below)
    guard isWide else {
      slots = rest
      return
    }
    let left = Rect(column: 0, row: rest.row, width: mapWidth, height: rest.height)
    let middle = Rect(column: mapWidth, row: rest.row, width: side, height: rest.height)
    if columns >= 170 {
      fates = Rect(column: middle.endColumn, row: 1, width: columns - middle.endColumn, height: top)
      words = Rect(column: fates.column, row: rest.row, width: fates.width, height: rest.height)
      (curves, sessions) = Self.split(left, first: 5)
      slots = middle
    } else {
      (curves, fates) = Self.split(left, first: 5)
      let rest: Rect
      (slots, rest) = Self.split(middle, first: middle.height * 2 / 5)
      (sessions, words) = Self.split(rest, first: rest.height / 2)
    }
  }

  /// The first rows, and the rest below them; too small a rest is added to the first.
  private static func split(_ rect: Rect, first: Int) -> (Rect, Rect) {
    let rows = rect.height - first < lowestPane ? rect.height : first
    var (upper, lower) = (rect, rect)
    upper.height = rows
    lower.row += rows
    lower.height -= rows
    return (upper, lower)
  }
}
