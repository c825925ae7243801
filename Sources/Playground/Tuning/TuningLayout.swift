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
    var body = screen
    title = body.take(top: 1)
    footer = body.take(bottom: 1)
    guard columns >= 60 else {
      numbers = body
      return
    }
    let isWide = columns >= Self.mapColumns + 54
    let mapWidth = isWide ? Self.mapColumns : columns - Self.narrowNumbers
    let side = columns >= 170 ? (columns - mapWidth) / 2 : columns - mapWidth
    var top = Self.take(Self.mapRows, of: &body)
    map = top.take(left: mapWidth)
    numbers = top.take(left: side)
    guard isWide else {
      slots = body
      return
    }
    var left = body.take(left: mapWidth)
    var middle = body.take(left: side)
    curves = Self.take(5, of: &left)
    if columns >= 170 {
      (fates, sessions, slots, words) = (top, left, middle, body)
    } else {
      fates = left
      slots = Self.take(middle.height * 2 / 5, of: &middle)
      sessions = Self.take(middle.height / 2, of: &middle)
      words = middle
    }
  }

  /// Takes rows away at the top, all of them where too few would be left.
  private static func take(_ rows: Int, of rect: inout Rect) -> Rect {
    rect.take(top: rect.height - rows < lowestPane ? rect.height : rows)
  }
}
