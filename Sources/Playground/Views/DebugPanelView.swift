internal import AdEngine
internal import AdSessions

/// The panel in an ad's corner while the ladybug is on (`S1.64`); a line below the words of a small ad.
struct DebugPanelView {
  let unit: String
  /// The size that the ad's page has sent, in points.
  let size: Size?

  /// From this height of the ad on, its words leave enough rows free above them.
  private static let minFullRows = 12

  func draw(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    let inside = box.inside
    guard inside.height >= 1, inside.width >= 4 else { return }
    let lines = lines(height: box.height)
    let key = KeyMap.label(of: .openConsole) + " "
    let width = min(
      inside.width,
      max(lines.map(Glyphs.cells).max() ?? 0, Glyphs.cells(key + Self.console)) + 2)
    let height = lines.count + (isOneLine(box.height) ? 0 : 1)
    let panel = Rect(
      column: inside.endColumn - width,
      row: box.height < Self.minFullRows ? inside.endRow - height : inside.row, width: width,
      height: height)
    let shown = panel.clipped(to: clip)
    canvas.fill(shown, Cell(" ", style: Theme.overlay))
    let text = panel.inset(columns: 1).clipped(to: clip)
    for (index, line) in lines.enumerated() where text.contains(row: panel.row + index) {
      canvas.write(
        line.cut(to: width - 2), at: panel.column + 1, panel.row + index, Theme.overlay, in: text)
    }
    let last = panel.endRow - 1
    guard !isOneLine(box.height), text.contains(row: last) else { return }
    let column = canvas.write(key, at: panel.column + 1, last, Theme.overlayKey, in: text)
    canvas.write(Self.console, at: column, last, Theme.overlayStrong, in: text)
  }

  private static let console = "Console"

  /// Whether unit and size share the row with the console: the ad's words leave one row free.
  private func isOneLine(_ height: Int) -> Bool {
    (7..<Self.minFullRows).contains(height)
  }

  /// What stands above the console's name, or in its place.
  private func lines(height: Int) -> [String] {
    let unit = unit.isEmpty ? "(not set)" : unit.scrubbed
    let size = size.map { "\($0.width.points) × \($0.height.points)" } ?? "(not sent)"
    if height >= Self.minFullRows { return ["Ad unit: \(unit)", "Size: \(size)"] }
    let key = KeyMap.label(of: .openConsole)
    return isOneLine(height) ? ["\(size) · \(key) \(Self.console)"] : []
  }
}

extension Rect {
  fileprivate func contains(row: Int) -> Bool { row >= self.row && row < endRow }
}
