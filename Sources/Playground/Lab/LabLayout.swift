/// Where the lab's parts lie: on low screens the timeline is one line of words, on narrow ones the list goes.
struct LabLayout: Hashable, Sendable {
  /// The number of columns from which the list of events has room.
  static let wide = 100
  private static let remarksWidth = 46

  let screen: Rect
  private(set) var title = Rect.none
  private(set) var ad = Rect.none
  private(set) var remarks = Rect.none
  private(set) var settings = Rect.none
  private(set) var timeline = Rect.none
  /// What happened early in one line, where there is no timeline.
  private(set) var verdict = Rect.none
  /// How far a replay is, and its caption.
  private(set) var replay = Rect.none
  private(set) var status = Rect.none
  private(set) var buttons = Rect.none
  private(set) var footer = Rect.none

  init(columns: Int, rows: Int, isSettingsOpen: Bool = false, isReplay: Bool = false) {
    screen = Rect(column: 0, row: 0, width: columns, height: rows)
    func line(_ row: Int, _ height: Int = 1) -> Rect {
      Rect(column: 0, row: row, width: columns, height: height)
    }
    title = line(0)
    footer = line(rows - 1)
    buttons = line(rows - 2)
    status = line(rows - 3)
    let replayRows = !isReplay ? 0 : rows >= 24 ? 3 : rows >= 20 ? 2 : 1
    replay = line(rows - 3 - replayRows, replayRows)
    let body = line(1, rows - 4 - replayRows)
    let timelineRows = body.height >= 17 ? 8 : body.height >= 14 ? 7 : 0
    timeline = line(body.endRow - timelineRows, timelineRows)
    if timelineRows == 0 { verdict = line(body.endRow - 1) }
    let top = line(1, body.height - max(timelineRows, 1))
    let hasRemarks = columns >= Self.wide
    let side = hasRemarks ? Self.remarksWidth : 0
    ad = Rect(column: 0, row: top.row, width: columns - side, height: top.height)
    if hasRemarks {
      remarks = Rect(column: ad.endColumn, row: top.row, width: side, height: top.height)
    }
    guard isSettingsOpen else { return }
    if hasRemarks, remarks.height >= 18 {
      settings = remarks
      remarks = line(0, 0)
    } else {
      settings = body
      ad = line(0, 0)
      remarks = line(0, 0)
      timeline = line(0, 0)
      verdict = line(0, 0)
    }
  }

  /// The three buttons, side by side.
  var buttonRects: [Rect] {
    let width = buttons.width / 3
    return (0..<3).map { number in
      Rect(
        column: buttons.column + number * width, row: buttons.row,
        width: number == 2 ? buttons.width - 2 * width : width, height: 1)
    }
  }
}
