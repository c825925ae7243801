/// Cells of a row that lie side by side and look the same.
struct CellRun {
  var columns: Range<Int>
  /// Their look, as the theme has it.
  var style: Style
}

extension Canvas {
  /// A row cut where its look changes; a character that is two cells wide is never cut.
  func runs(ofRow row: Int, _ theme: Theme) -> [CellRun] {
    var runs: [CellRun] = []
    for column in 0..<width {
      let cell = self[column, row]
      let style = cell.style(in: theme)
      if let last = runs.last, last.style == style || cell.isContinuation {
        runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        runs.append(CellRun(columns: column..<column + 1, style: style))
      }
    }
    return runs
  }
}
