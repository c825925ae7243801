internal import AdEngine
internal import AdRendering
internal import AdSessions

/// An ad in its place: lines of text in the middle of a box.
struct ContentView {
  let content: AdContent
  let isSelected: Bool

  /// The characters of a line that are looked at: no box shows more.
  private static let maxLineLength = 4000

  func draw(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    let color: Color = content.color.map { .rgb($0) } ?? .palette(236)
    let background = Style(content.color?.readableText ?? .palette(252), on: color)
    canvas.fill(box.clipped(to: clip), Cell(" ", style: background))
    let edge = isSelected ? Style(.palette(226), on: color, .bold) : Style(.palette(250), on: color)
    // Wrapped text needs the rows of the edge in a low box.
    let hasEdge = box.height >= 5
    if hasEdge { canvas.drawBox(box, .blocks, edge, in: clip) }
    let inside = box.inset(columns: 1)
    let lines = wrappedLines(
      rows: max(1, box.height - (hasEdge ? 2 : 0)), columns: inside.width)
    let first = box.row + (box.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      draw(line, row: first + index, on: &canvas, in: inside, clip: clip, background)
    }
  }

  /// The words in the rows: the button has its own, with one between, where there is room for that.
  private func wrappedLines(rows: Int, columns: Int) -> [AdLine] {
    let button = content.button.map {
      AdLine((content.media == .video ? "▶ " : "") + $0, .link)
    }
    guard rows > 1 else {
      let parts = (content.lines + [button].compactMap { $0 }).filter { !$0.text.isEmpty }
      let runs = parts.map(\.runs).joined(separator: [AdRun(" · ")])
      return [AdLine(Array(runs))]
    }
    var lines = content.lines.prefix(rows + 1).flatMap {
      $0.wrapped(to: columns, Self.maxLineLength)
    }
    let room = rows - (button == nil ? 0 : 1)
    if lines.count > room { lines = lines.prefix(max(0, room - 1)) + [AdLine("…")] }
    guard let button else { return lines }
    return lines + (lines.count < room ? [AdLine("")] : []) + [button]
  }

  private func draw(
    _ line: AdLine, row: Int, on canvas: inout Canvas, in inside: Rect, clip: Rect,
    _ background: Style
  ) {
    let pane = inside.clipped(to: clip)
    guard row >= pane.row, row < pane.endRow else { return }
    let runs = line.runs.map { AdRun($0.text.scrubbed, $0.style) }
    let width = runs.reduce(0) { $0 + Glyphs.cells($1.text) }
    var column = inside.column + max(0, inside.width - width) / 2
    for run in runs {
      var style = background
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
  /// The line's first `maxLength` characters in lines of at most `columns` cells, each part in its own style.
  fileprivate func wrapped(to columns: Int, _ maxLength: Int) -> [AdLine] {
    var styles: [AdRun.Style] = []
    var text = ""
    for run in runs where styles.count < maxLength {
      let words = String(run.text.prefix(maxLength - styles.count)).scrubbed
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
