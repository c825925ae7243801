import AdEngine

extension PageLayout {
  /// The rows between two heights, also those that reach into the range; the cost does not grow with the page.
  package func rows(from top: Double, to bottom: Double) -> [LayoutRow] {
    var rows: [LayoutRow] = []
    guard top < bottom else { return rows }
    guard !isPlaced else {
      for slot in page.slots.indices where contains(slot: slot) {
        addSlot(slot, from: top, to: bottom, into: &rows)
      }
      return rows
    }
    // The first segment that reaches below the top, itself or with its slot.
    var part = slotTops.indices.partitionPoint { self.bottom(of: row(ofSlot: $0)) > top }
    while part < table.segments.count {
      guard addLines(of: part, from: top, to: bottom, into: &rows) else { break }
      if part < slotTops.count {
        addSlot(part, from: top, to: bottom, into: &rows)
        let row = row(ofSlot: part)
        guard part < row.upperBound || self.bottom(of: row) < bottom else { break }
      }
      part += 1
    }
    return rows
  }

  /// Adds the rows of a segment that are in the range, and returns whether the next segment may be too.
  private func addLines(
    of segment: Int, from top: Double, to bottom: Double, into rows: inout [LayoutRow]
  ) -> Bool {
    let start = segmentTops[segment]
    let hidden = min(
      max(((top - start) / Self.rowHeight).rounded(.down), 0),
      Double(table.segments[segment].rows))
    let end = table.lines(of: segment).upperBound
    var index = table.firstLine(of: segment, below: Int(hidden), in: page.document)
    while index < end {
      let line = table.lines[index]
      let y = start + Double(line.row) * Self.rowHeight
      if y >= bottom { return false }
      rows.append(row(index, y: y))
      index += 1
    }
    return start + Double(table.segments[segment].rows) * Self.rowHeight < bottom
  }

  private func addSlot(
    _ slot: Int, from top: Double, to bottom: Double, into rows: inout [LayoutRow]
  ) {
    let frame = frame(ofSlot: slot)
    // With its label and its caption.
    guard frame.minY - Self.rowHeight < bottom, frame.maxY + Self.rowHeight > top else { return }
    func add(_ content: LayoutRow.Content, _ y: Double, _ height: Double) {
      guard y < bottom, y + height > top else { return }
      rows.append(LayoutRow(y: y, height: height, prefix: [], indent: 0, content: content))
    }
    if page.slots[slot].ad.label != nil {
      add(.label(slot: slot), frame.minY - Self.rowHeight, Self.rowHeight)
    }
    add(.slot(slot), frame.minY, frame.height)
    add(.caption(slot: slot), frame.maxY, Self.rowHeight)
  }

  private func row(_ index: Int, y: Double) -> LayoutRow {
    let document = page.document
    let line = table.lines[index]
    let block = document.blocks[Int(line.block)]
    let rows = table.rows(of: line, in: document)
    let number =
      switch line.kind {
      case .first: block.firstPrefix
      case .gap: block.gapPrefix
      case .rest, .continued: block.prefix
      }
    var prefix = spans(of: number, in: document)
    var indent = Int(document.prefixes[Int(number)].width)
    if line.kind == .continued {
      prefix.append(LayoutSpan(bytes: Self.continuation[...], style: .marker, link: nil))
      indent += 2
    }
    return LayoutRow(
      y: y, height: Double(rows) * Self.rowHeight, prefix: prefix, indent: indent,
      content: content(index, of: block, in: document))
  }

  /// The mark of a row of code that continues the row above it.
  private static let continuation = Array("↳ ".utf8)

  private func content(
    _ index: Int, of block: Document.Block, in document: Document
  ) -> LayoutRow.Content {
    let line = table.lines[index]
    return switch block.kind {
    case .rule where line.kind == .first: .rule
    case .image where line.kind == .first:
      .image(alt: document.plainText(of: block), link: document.link(ofBox: block))
    case .table: .text(spans(of: table.pieces(of: index), of: block), heading: 0)
    default: .text(document.spans(of: line, in: block), heading: Int(block.level))
    }
  }

  /// The text of a line of a table, with blanks up to where each piece begins.
  private func spans(
    of pieces: ArraySlice<LineTable.Piece>, of block: Document.Block
  ) -> [LayoutSpan] {
    var spans: [LayoutSpan] = []
    var column = 0
    func add(_ text: String) {
      guard !text.isEmpty else { return }
      spans.append(LayoutSpan(bytes: Array(text.utf8)[...], style: .marker, link: nil))
      column += text.unicodeScalars.count
    }
    for piece in pieces {
      add(String(repeating: " ", count: max(0, Int(piece.column) - column)))
      switch piece.kind {
      case .bar: add("│")
      case .rule: add(String(repeating: "─", count: Int(piece.length)))
      case .crossing: add("─┼─")
      case .colon: add(":")
      case .hyphen: add("-")
      case .text:
        let start = Int(piece.start)
        let text = page.document.spans(start..<start + Int(piece.length), in: block)
        column += text.lazy.flatMap(\.glyphs).reduce(0) { $0 + $1.width }
        spans += text
      }
    }
    return spans
  }

  private func spans(of prefix: UInt32, in document: Document) -> [LayoutSpan] {
    let prefix = document.prefixes[Int(prefix)]
    guard prefix.length > 0 else { return [] }
    let start = Int(prefix.start)
    let bytes = document.text[start..<start + Int(prefix.length)]
    return [LayoutSpan(bytes: bytes, style: .marker, link: nil)]
  }
}

extension Document {
  fileprivate func spans(of line: LineTable.Line, in block: Block) -> [LayoutSpan] {
    let start = Int(line.start)
    var spans = spans(start..<start + Int(line.length), in: block)
    if line.isHyphenated, var last = spans.popLast() {
      last.bytes = (last.bytes + [0x2D])[...]
      spans.append(last)
    }
    return spans
  }

  fileprivate func spans(_ bytes: Range<Int>, in block: Block) -> [LayoutSpan] {
    var spans: [LayoutSpan] = []
    var start = bytes.lowerBound
    let end = bytes.upperBound
    var run = self.run(at: UInt32(start), in: block)
    while start < end {
      let isLast = run + 1 >= runs.count || Int(runs[run + 1].start) >= end
      let next = isLast ? end : Int(runs[run + 1].start)
      var style = runs[run].style
      if block.isQuoted { style.insert(.quote) }
      if next > start {
        spans.append(LayoutSpan(bytes: text[start..<next], style: style, link: link(ofRun: run)))
      }
      start = next
      run += 1
    }
    return spans
  }

  /// The last run of a block that begins at or before a byte; a block has few runs, a page many.
  private func run(at byte: UInt32, in block: Block) -> Int {
    var (first, step) = (Int(block.firstRun), 1)
    while first + step < runs.count, runs[first + step].start <= byte {
      (first, step) = (first + step, step * 2)
    }
    let end = min(first + step, runs.count)
    return (first + 1..<end).partitionPoint { runs[$0].start > byte } - 1
  }

  fileprivate func link(ofBox block: Block) -> Int? { link(ofRun: Int(block.firstRun)) }

  private func link(ofRun run: Int) -> Int? { runs[run].link < 0 ? nil : Int(runs[run].link) }
}
