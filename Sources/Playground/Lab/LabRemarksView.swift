internal import AdSessions

/// What happened in the lab, in rows that fit a pane.
struct LabRemarks {
  /// A row of the list; the time stands on a remark's first row.
  struct Row: Hashable {
    let time: String
    let text: String
    let isEarly: Bool
  }

  /// The columns before the words.
  private static let indent = 10

  private let pane: Rect
  private let frame: Rect
  let rows: [Row]?

  init(_ lab: Lab, in frame: Rect) {
    self.frame = frame
    let pane = frame.inside.inset(columns: 1)
    self.pane = pane
    rows = lab.record.map { record in
      record.remarks.flatMap { remark in
        remark.text.wrapped(to: max(1, pane.width - Self.indent)).enumerated().map { number, line in
          Row(time: number == 0 ? record.time(of: remark) : "", text: line, isEarly: remark.isEarly)
        }
      }
    }
  }

  var room: Int { max(0, pane.height) }

  var lastFirstRow: Int { max(0, (rows?.count ?? 0) - room) }
}

/// The list of what happened: the newest rows are in view until the user scrolls back.
extension LabRemarks {
  /// Draws the list from a row on, or up to the newest.
  func draw(from first: Int?, on canvas: inout Canvas) {
    guard frame.height >= 3 else { return }
    canvas.drawFrame(frame, title: "what happened")
    guard let rows else {
      canvas.write("nothing yet", at: pane.column, pane.row, Theme.faint, in: pane)
      return
    }
    let first = max(0, min(first ?? lastFirstRow, lastFirstRow))
    for (number, row) in rows.dropFirst(first).prefix(room).enumerated() {
      let style = row.isEarly ? Theme.warning : Theme.text
      canvas.write(row.time, before: pane.column + 8, pane.row + number, Theme.faint, in: pane)
      canvas.write(row.text, at: pane.column + Self.indent, pane.row + number, style, in: pane)
    }
  }
}
