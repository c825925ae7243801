internal import AdSessions

/// A row of a box, or more where it is long, scrubbed; where it has a key, the text has a column of its own.
struct OverlayLine: Hashable, Sendable {
  /// Whose call a line is about, or that its number is poor.
  enum Tone: Hashable, Sendable {
    case poor
    case sdk
    case plugin
  }

  fileprivate(set) var key: String?
  fileprivate(set) var text: String
  private var isStrong = false
  let tone: Tone?

  static let blank = OverlayLine("")

  init(_ text: String, tone: Tone? = nil) {
    self.text = text.scrubbed
    self.tone = tone
  }

  init(_ key: String, _ text: String, isStrong: Bool = false, tone: Tone? = nil) {
    self.init(text, tone: tone)
    self.key = key.scrubbed
    self.isStrong = isStrong
  }

  static func strong(_ text: String) -> OverlayLine {
    var line = OverlayLine(text)
    line.isStrong = true
    return line
  }

  /// The lines of a longer text, empty ones among them.
  static func lines(of text: String) -> [OverlayLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { OverlayLine(String($0)) }
  }

  fileprivate var style: Style {
    switch tone {
    case .sdk: Theme.overlayKey
    case .plugin: Theme.overlayPlugin
    case .poor: Theme.overlayWarning
    case nil: isStrong ? Theme.overlayStrong : Theme.overlay
    }
  }
}

/// A box in the middle of the screen that covers what is under it.
struct OverlayBox {
  let title: String
  let lines: [OverlayLine]
  var keyWidth = 0
  var minTextWidth = 0
  var chosen: Int?
  /// The part of the screen in whose middle it stands; `nil` for all of it.
  var area: Rect?

  var sentences: [String] {
    let sentences = lines.map { line in
      [line.key ?? "", line.text].filter { !$0.isEmpty }
        .joined(separator: line.tone == nil ? ": " : " ")
    }
    return [title] + sentences.filter { !$0.isEmpty }
  }

  /// The title and the lines as they stand, to be copied.
  var copied: String {
    let texts = lines.map { line in
      (line.key.map { $0.padded(to: max(keyWidth, Glyphs.cells($0) + 1)) } ?? "") + line.text
    }
    return ([title] + texts).joined(separator: "\n") + "\n"
  }

  static func room(rows: Int) -> Int { max(0, rows - 4) }

  func lastFirstLine(columns: Int, rows: Int) -> Int {
    let lines = wrapped(columns: area?.width ?? columns).count
    return max(0, lines - Self.room(rows: area?.height ?? rows))
  }

  /// The rows of a line, counted from the first line's, on a screen of `columns` columns.
  func rows(ofLine line: Int, columns: Int) -> ClosedRange<Int> {
    func count(_ lines: ArraySlice<OverlayLine>) -> Int {
      OverlayBox(title: title, lines: Array(lines), keyWidth: keyWidth)
        .wrapped(columns: area?.width ?? columns).count
    }
    let first = count(lines.prefix(line))
    return first...max(first, count(lines.prefix(line + 1)) - 1)
  }

  private func wrapped(columns: Int) -> [(number: Int, line: OverlayLine)] {
    lines.enumerated().flatMap { number, line in
      line.text.wrapped(to: max(1, columns - 6 - indent(of: line))).enumerated().map {
        var row = line
        let isCall = line.tone == .sdk || line.tone == .plugin
        row.key = $0 == 0 ? line.key : line.key.map { _ in isCall ? Self.goesOn : "" }
        row.text = $1
        return (number: number, line: row)
      }
    }
  }

  /// The key of a call that goes on in another row.
  private static let goesOn = "        │"

  private func indent(of line: OverlayLine) -> Int { line.key == nil ? 0 : keyWidth }

  /// Draws the box as large as needed, with the hits of a search marked.
  func draw(on canvas: inout Canvas, from first: Int = 0, search: Search? = nil) {
    let area = area ?? canvas.bounds
    let lines = wrapped(columns: area.width)
    let longest = lines.map { _, line in
      max(Glyphs.cells(line.key ?? ""), indent(of: line) + Glyphs.cells(line.text))
    }
    .max()
    let needed = max(longest ?? 0, minTextWidth > 0 ? keyWidth + minTextWidth : 0)
    let width = min(area.width - 2, max(needed + 4, Glyphs.cells(title) + 8))
    let height = min(area.height - 2, lines.count + 2)
    let box = area.centred(width: width, height: height)
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    canvas.drawFrame(box, title: title, Theme.overlay, titleStyle: Theme.overlayStrong)
    let pane = box.inside.inset(columns: 1)
    let first = max(0, min(first, lines.count - pane.height))
    let hit = search.flatMap { search in search.current.map { search.lines[$0] } }
    for (index, (number, line)) in lines.dropFirst(first).prefix(pane.height).enumerated() {
      let row = pane.row + index
      let keyStyle = line.tone == nil ? Theme.overlayKey : line.style
      canvas.write(line.key ?? "", at: pane.column, row, keyStyle, in: pane)
      canvas.write(
        line.text, at: pane.column + indent(of: line), row,
        line.style, in: pane)
      if number == chosen {
        let bar = Rect(column: box.column + 1, row: row, width: box.width - 2, height: 1)
        canvas.restyle(bar) { $0 = Theme.selected }
      }
      guard let pattern = search?.pattern else { continue }
      for (text, column) in [(line.key ?? "", 0), (line.text, indent(of: line))] {
        for cells in pattern.cells(in: text) {
          let place = Rect(
            column: pane.column + column + cells.lowerBound, row: row, width: cells.count, height: 1
          )
          canvas.restyle(place.clipped(to: pane)) {
            $0 = number == hit ? Theme.selected.highlighted : $0.highlighted
          }
        }
      }
    }
    if lines.count > pane.height {
      let last = min(lines.count, first + pane.height)
      canvas.note(
        "\(first + 1)–\(last) of \(lines.count)", on: box, Theme.overlayStrong, below: true)
    }
  }
}
