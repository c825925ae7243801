/// The characters of a box.
struct BoxStyle: Sendable {
  var corners: [String]
  var top, bottom, left, right: String

  /// Lines with gaps: a place that is kept.
  static let dashed = BoxStyle(
    corners: ["┌", "┐", "└", "┘"], top: "╌", bottom: "╌", left: "╎", right: "╎")
  /// Half blocks: something solid.
  static let blocks = BoxStyle(
    corners: ["▛", "▜", "▙", "▟"], top: "▀", bottom: "▄", left: "▌", right: "▐")
  /// Plain lines.
  static let lines = BoxStyle(
    corners: ["┌", "┐", "└", "┘"], top: "─", bottom: "─", left: "│", right: "│")
}

extension Canvas {
  /// Draws the outermost cells of `rect` as far as they lie in `clip`.
  mutating func drawBox(_ rect: Rect, _ box: BoxStyle, _ style: Style, in clip: Rect) {
    guard rect.width >= 2, rect.height >= 1 else { return }
    let columns = rect.width - 2
    let last = rect.endRow - 1
    let shown = rect.clipped(to: clip)
    for row in shown.row..<shown.endRow {
      let isTop = row == rect.row
      let isBottom = row == last
      if isTop || isBottom {
        let line = String(repeating: isTop ? box.top : box.bottom, count: columns)
        let corners = isTop ? (box.corners[0], box.corners[1]) : (box.corners[2], box.corners[3])
        write(corners.0 + line + corners.1, at: rect.column, row, style, in: clip)
      } else {
        write(box.left, at: rect.column, row, style, in: clip)
        write(box.right, at: rect.endColumn - 1, row, style, in: clip)
      }
    }
  }
}
