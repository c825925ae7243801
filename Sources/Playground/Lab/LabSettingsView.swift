internal import AdLab
internal import AdSessions

/// The settings as the seed lists them, each with its explanation.
struct LabSettingsView {
  let lab: Lab

  private struct Item {
    let title: String
    let value: String
    let explanation: String
    let isEnabled: Bool
    let indent: Int
  }

  private var items: [Item] {
    let settings = lab.settings
    let unit = Item(
      title: "Unit ID", value: "◀ \(settings.shortUnit.scrubbed) ▶",
      explanation: PreloadSettings.unitExplanation, isEnabled: true, indent: 0)
    return [unit]
      + PreloadOption.allCases.map { option in
        Item(
          title: option.title,
          value: settings.isEnabled(option)
            ? (settings[option] ? "[x] on " : "[ ] off") : (settings[option] ? "([x])" : "([ ])"),
          explanation: (settings.isEnabled(option) ? "" : "Needs Preload. ") + option.explanation,
          isEnabled: settings.isEnabled(option),
          indent: option.belongsToPreload ? 2 : 0)
      }
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3 else { return }
    canvas.drawFrame(rect, title: "settings", Theme.focusedBorder)
    let pane = rect.inside.inset(columns: 1)
    let items = items
    let explanations = items.map { $0.explanation.wrapped(to: max(1, pane.width - 4)) }
    let all = items.count + explanations.reduce(0) { $0 + $1.count }
    let isWhole = all <= pane.height
    let chosen = lab.list.selected
    // The explanation of the one that is chosen, and as many others as there is room for around it.
    let rows = isWhole ? items.count : max(1, pane.height - explanations[chosen].count)
    var row = pane.row
    for number in items.indices.around(chosen, room: rows) {
      draw(items[number], number, on: &canvas, row: row, in: pane)
      row += 1
      guard isWhole || number == chosen else { continue }
      for line in explanations[number] {
        canvas.write("    " + line, at: pane.column, row, Theme.faint, in: pane)
        row += 1
      }
    }
  }

  private func draw(_ item: Item, _ number: Int, on canvas: inout Canvas, row: Int, in pane: Rect) {
    let isChosen = number == lab.list.selected
    let style = isChosen ? Theme.selected : item.isEnabled ? Theme.text : Theme.faint
    let line = pane.line(row)
    let column = canvas.drawMark(isChosen, at: line.column, in: line, style)
    let indent = String(repeating: " ", count: item.indent)
    let room = pane.width - Glyphs.cells(item.value) - 1
    canvas.write((indent + item.title).cut(to: max(1, room - 2)), at: column, row, style, in: line)
    canvas.write(item.value, before: line.endColumn, row, style, in: line)
  }
}
