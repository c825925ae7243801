internal import AdRendering
internal import AdSessions

extension Canvas {
  /// The screen as SVG that looks the same in every font: words are as wide as their cells, doubtful characters stand alone.
  ///
  /// The title says what the picture shows, for those who cannot see it.
  package func svg(_ theme: Theme, title: String) -> String {
    var picture = SVGPicture(theme)
    for row in 0..<height { picture.draw(row, of: self) }
    return picture.document(columns: width, rows: height, title: title)
  }
}

/// An SVG document that grows by rows of cells.
private struct SVGPicture {
  /// The size of a cell, and of the blank around the screen, in pixels.
  private static let cell = (width: 9, height: 18)
  private static let margin = 9
  /// Characters of most fonts of fixed width are six tenths of their size wide.
  private static let fontSize = 15
  /// From the top of a cell to the line that its character stands on.
  private static let baseline = 13.5

  private let theme: Theme
  private let standard: (text: RGB, background: RGB)
  private var grounds = ""
  private var drawings = ""
  private var words = ""

  init(_ theme: Theme) {
    self.theme = theme
    standard = theme.picture
  }

  func document(columns: Int, rows: Int, title: String) -> String {
    let width = columns * Self.cell.width + 2 * Self.margin
    let height = rows * Self.cell.height + 2 * Self.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(title.escapedForXML)</title>
      <rect width="\(width)" height="\(height)" rx="6" fill="\(standard.background.hexadecimal)"/>
      <g transform="translate(\(Self.margin) \(Self.margin))">
      <g shape-rendering="crispEdges">
      \(grounds)\(drawings)</g>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
      font-size="\(Self.fontSize)" fill="\(standard.text.hexadecimal)" xml:space="preserve">
      \(words)</g>
      </g>
      </svg>

      """
  }

  mutating func draw(_ row: Int, of canvas: Canvas) {
    for run in canvas.runs(ofRow: row, theme) {
      var text = run.style.foreground.look ?? standard.text
      var background = run.style.background.look ?? standard.background
      if run.style.attributes.contains(.reverse) { swap(&text, &background) }
      if background != standard.background { fill(run.columns, row, background) }
      if run.style.attributes.contains(.underline) { underline(run.columns, row, text) }
      write(run, row, of: canvas, text)
    }
  }

  private mutating func fill(_ columns: Range<Int>, _ row: Int, _ color: RGB) {
    grounds += rectangle(Double(columns.lowerBound), Double(row), Double(columns.count), 1, color)
  }

  private mutating func underline(_ columns: Range<Int>, _ row: Int, _ color: RGB) {
    drawings += rectangle(
      Double(columns.lowerBound), Double(row) + 0.86, Double(columns.count), 0.06, color)
  }

  /// A rectangle whose place and size are counted in cells.
  private func rectangle(
    _ column: Double, _ row: Double, _ columns: Double, _ rows: Double, _ color: RGB,
    opacity: Double = 1
  ) -> String {
    let (width, height) = (Double(Self.cell.width), Double(Self.cell.height))
    let place = "x=\"\((column * width).text(upTo: 2))\" y=\"\((row * height).text(upTo: 2))\""
    let size =
      "width=\"\((columns * width).text(upTo: 2))\" height=\"\((rows * height).text(upTo: 2))\""
    let shade = opacity < 1 ? " fill-opacity=\"\(opacity.text(upTo: 2))\"" : ""
    return "<rect \(place) \(size) fill=\"\(color.hexadecimal)\"\(shade)/>\n"
  }

  // MARK: - Characters

  private mutating func write(_ run: CellRun, _ row: Int, of canvas: Canvas, _ color: RGB) {
    var column = run.columns.lowerBound
    while column < run.columns.upperBound {
      let cell = canvas[column, row]
      var end = column + 1
      if let art = LineArt(cell.base) {
        // The same character again and again, as in a frame, is one drawing.
        while end < run.columns.upperBound, canvas[end, row] == cell, art.repeats { end += 1 }
        draw(art, column..<end, row, color)
      } else if cell.isPlainWord {
        while end < run.columns.upperBound, canvas[end, row].isPlainWord { end += 1 }
        write((column..<end).map { canvas[$0, row].shown }.joined(), column..<end, row, run, color)
      } else if cell.base == "🐞" {
        drawLadybug(column, row)
      } else if cell.base != " ", !cell.isContinuation {
        while end < run.columns.upperBound, canvas[end, row].isContinuation { end += 1 }
        write(cell.shown, column..<end, row, run, color, isAlone: true)
      }
      column = end
    }
  }

  private mutating func write(
    _ text: String, _ columns: Range<Int>, _ row: Int, _ run: CellRun, _ color: RGB,
    isAlone: Bool = false
  ) {
    let left = Double(columns.lowerBound * Self.cell.width)
    let width = columns.count * Self.cell.width
    let base = Double(row * Self.cell.height) + Self.baseline
    var attributes =
      isAlone
      ? "x=\"\((left + Double(width) / 2).text(upTo: 2))\" y=\"\(base.text(upTo: 2))\" text-anchor=\"middle\""
      : "x=\"\(left.text(upTo: 2))\" y=\"\(base.text(upTo: 2))\" textLength=\"\(width)\""
    if color != standard.text { attributes += " fill=\"\(color.hexadecimal)\"" }
    if run.style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    if run.style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
    if run.style.attributes.contains(.dim) { attributes += " fill-opacity=\"0.65\"" }
    words += "<text \(attributes)>\(text.escapedForXML)</text>\n"
  }

  // MARK: - Drawn characters

  /// Few fonts that a picture may be drawn with have the emoji: red wings with spots, and a head.
  private mutating func drawLadybug(_ column: Int, _ row: Int) {
    let spots = [(5.5, 7.0), (12.5, 7.0), (6.0, 11.5), (12.0, 11.5)].map { x, y in
      "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"1.3\"/>"
    }
    drawings += """
      <g transform="translate(\(column * Self.cell.width) \(row * Self.cell.height))" shape-rendering="auto">\
      <circle cx="9" cy="4.5" r="3"/><circle cx="9" cy="9.5" r="6" fill="#e5262c"/><path d="M8.6 3.5h.8v12h-.8z"/>\
      \(spots.joined())</g>

      """
  }

  private mutating func draw(_ art: LineArt, _ columns: Range<Int>, _ row: Int, _ color: RGB) {
    let (column, row) = (Double(columns.lowerBound), Double(row))
    switch art {
    case .blocks(let parts, let opacity):
      for part in parts {
        let width = columns.count > 1 ? Double(columns.count) : part[2]
        drawings += rectangle(
          column + part[0], row + part[1], width, part[3], color, opacity: opacity)
      }
    case .lines(let left, let right, let up, let down, let dashes):
      let thickness = 1.0 / Double(Self.cell.width)
      let flat = thickness * Double(Self.cell.width) / Double(Self.cell.height)
      // Half a line beyond the middle closes corners.
      if left + right > 0, dashes == 1 {
        let start = left > 0 ? 0 : 0.5 - thickness / 2
        let end = Double(columns.count - 1) + (right > 0 ? 1 : 0.5 + thickness / 2)
        let height = flat * Double(max(left, right))
        drawings += rectangle(column + start, row + 0.5 - height / 2, end - start, height, color)
      }
      if up + down > 0, dashes == 1 {
        let start = up > 0 ? 0 : 0.5 - flat / 2
        let end = down > 0 ? 1 : 0.5 + flat / 2
        let width = thickness * Double(max(up, down))
        drawings += rectangle(column + 0.5 - width / 2, row + start, width, end - start, color)
      }
      guard dashes > 1 else { return }
      for dash in 0..<dashes {
        let start = (Double(dash) + 0.15) / Double(dashes)
        let length = 0.7 / Double(dashes)
        drawings +=
          left > 0
          ? rectangle(column + start, row + 0.5 - flat / 2, length, flat, color)
          : rectangle(column + 0.5 - thickness / 2, row + start, thickness, length, color)
      }
    }
  }
}

extension LineArt {
  /// Whether it fills its cell from left to right without a gap, so that several are one.
  fileprivate var repeats: Bool {
    switch self {
    case .blocks(let parts, _): parts.count == 1 && parts[0][0] == 0 && parts[0][2] == 1
    case .lines(let left, let right, let up, let down, let dashes):
      left > 0 && right > 0 && up + down == 0 && dashes == 1
    }
  }
}

extension Cell {
  /// Whether every font of fixed width gives it one cell and nothing is to be drawn.
  fileprivate var isPlainWord: Bool { ("!"..."~").contains(base) && mark == "\0" }
}
