internal import AdEngine
internal import AdRendering
internal import AdSessions

/// What a renderer made of a bid, in its place: runs of text in the middle of a box, broken to fit it.
struct ContentView {
  let content: AdContent
  let isSelected: Bool

  /// Lower boxes have no edge, so that there is room for words.
  private static let lowestWithEdge = 5
  /// No line of an ad is looked at beyond so many characters: no box shows more.
  private static let longestLine = 4000

  func draw(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    let look = content.color.map { RGB(Int($0.red), Int($0.green), Int($0.blue)) }
    let color: Color = look.map { .rgb($0) } ?? .palette(236)
    let ground = Style(look?.readableText ?? .palette(252), on: color)
    canvas.fill(box.clipped(to: clip), Cell(" ", style: ground))
    let edge = isSelected ? Style(.palette(226), on: color, .bold) : Style(.palette(250), on: color)
    let hasEdge = box.height >= Self.lowestWithEdge
    if hasEdge { canvas.drawBox(box, .blocks, edge, in: clip) }
    let inside = box.inset(columns: 1)
    let lines = lines(rows: max(1, box.height - (hasEdge ? 2 : 0)), columns: inside.width)
    let first = box.row + (box.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      draw(line, row: first + index, on: &canvas, in: inside, clip: clip, ground)
    }
  }

  /// The words in so many rows: the button has its own, with one between, where there is room for that.
  private func lines(rows: Int, columns: Int) -> [AdLine] {
    let mark = content.media == .video ? "▶ " : ""
    let button = content.button.map { AdLine(mark + $0, .link) }
    guard rows > 1 else {
      let parts = (content.lines + [button].compactMap { $0 }).filter { !$0.text.isEmpty }
      let runs = parts.map(\.runs).joined(separator: [AdRun(" · ")])
      return [AdLine(Array(runs))]
    }
    var lines = content.lines.prefix(rows + 1).flatMap { $0.wrapped(to: columns, Self.longestLine) }
    let room = rows - (button == nil ? 0 : 1)
    if lines.count > room { lines = lines.prefix(max(0, room - 1)) + [AdLine("…")] }
    guard let button else { return lines }
    return lines + (lines.count < room ? [AdLine("")] : []) + [button]
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

extension AdLine {
  /// The line's first so many characters in lines of at most so many cells, each part in its own style.
  fileprivate func wrapped(to columns: Int, _ longest: Int) -> [AdLine] {
    var styles: [AdRun.Style] = []
    var text = ""
    for run in runs where styles.count < longest {
      let words = String(run.text.prefix(longest - styles.count)).scrubbed
      text += words
      styles += Array(repeating: run.style, count: Glyphs.cells(words))
    }
    return text.wrappedLines(to: max(1, columns)).map { line in
      var runs: [AdRun] = []
      var cell = line.firstCell
      for glyph in Glyphs(line.text) {
        let style = styles.indices.contains(cell) ? styles[cell] : .plain
        if runs.last?.style != style { runs.append(AdRun("", style)) }
        runs[runs.count - 1].text.unicodeScalars.append(glyph.base)
        if glyph.mark != "\0" { runs[runs.count - 1].text.unicodeScalars.append(glyph.mark) }
        cell += glyph.width
      }
      return AdLine(runs)
    }
  }
}
