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
    var body = screen
    title = body.take(top: 1)
    footer = body.take(bottom: 1)
    buttons = body.take(bottom: 1)
    status = body.take(bottom: 1)
    if isReplay { replay = body.take(bottom: rows >= 24 ? 3 : rows >= 20 ? 2 : 1) }
    let whole = body
    if whole.height >= 14 {
      timeline = body.take(bottom: whole.height >= 17 ? 8 : 7)
    } else {
      verdict = body.take(bottom: 1)
    }
    if columns >= Self.wide { remarks = body.take(right: Self.remarksWidth) }
    ad = body
    guard isSettingsOpen else { return }
    if remarks.height >= 18 {
      (settings, remarks) = (remarks, .none)
    } else {
      settings = whole
      (ad, remarks, timeline, verdict) = (.none, .none, .none, .none)
    }
  }

  /// The three buttons, side by side.
  var buttonRects: [Rect] {
    var rest = buttons
    let width = buttons.width / 3
    return [rest.take(left: width), rest.take(left: width), rest]
  }
}
