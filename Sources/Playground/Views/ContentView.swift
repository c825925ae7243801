internal import AdEngine
internal import AdRendering
internal import AdSessions

/// What a renderer made of a bid, in the place of its slot: runs of text in the middle of a box.
struct ContentView {
  let content: AdContent
  let isSelected: Bool

  func draw(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    let look = content.color.map { RGB(Int($0.red), Int($0.green), Int($0.blue)) }
    let color: Color = look.map { .rgb($0) } ?? .palette(236)
    let ground = Style(look?.readableText ?? .palette(252), on: color)
    canvas.fill(box.clipped(to: clip), Cell(" ", style: ground))
    let edge = isSelected ? Style(.palette(226), on: color, .bold) : Style(.palette(250), on: color)
    if box.height >= 3 { canvas.drawBox(box, .blocks, edge, in: clip) }
    let inside = box.inset(columns: 1)
    var lines = content.lines
    if let button = content.button {
      lines += [AdLine(""), AdLine((content.media == .video ? "▶ " : "") + button, .link)]
    }
    let room = max(1, box.height - 2)
    if lines.count > room { lines = lines.prefix(max(0, room - 1)) + [AdLine("…")] }
    let first = box.row + (box.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      draw(line, row: first + index, on: &canvas, in: inside, clip: clip, ground)
    }
  }

  private func draw(
    _ line: AdLine, row: Int, on canvas: inout Canvas, in inside: Rect, clip: Rect, _ ground: Style
  ) {
    let pane = inside.clipped(to: clip)
    guard row >= pane.row, row < pane.endRow else { return }
    let runs = line.runs.map { AdRun($0.text.scrubbed, $0.style) }
    let width = runs.reduce(0) { $0 + Glyphs.cells($1.text) }
    var column = inside.column + max(0, inside.width - width) / 2
    for run in runs {
      var style = ground
      switch run.style {
      case .plain: break
      case .strong: style.attributes = .bold
      case .emphasized: style.attributes = .italic
      case .link: style.attributes = .underline
      }
      column = canvas.write(run.text, at: column, row, style, in: pane)
    }
  }
}
