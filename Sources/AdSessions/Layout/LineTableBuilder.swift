import AdEngine

struct LineTableBuilder {
  private(set) var table = LineTable()
  private let document: Document
  private let columns: Int
  private var row = 0
  private var link = 0

  init(_ document: Document, columns: Int) {
    self.document = document
    self.columns = columns
    table.segments.append(LineTable.Segment(firstLine: 0, rows: 0))
    document.text.withUnsafeBufferPointer { text in
      for index in document.blocks.indices { add(document.blocks[index], index, text) }
    }
    endSegment()
  }

  private mutating func add(_ block: Document.Block, _ index: Int, _ text: UTF8Bytes) {
    if block.kind == .slot {
      endSegment()
      table.segments.append(LineTable.Segment(firstLine: table.lines.count, rows: 0))
      table.stops.append(-1 - Int32(block.slot))
      row = 0
      return
    }
    addGap(above: block, index)
    let first = table.lines.count
    let range = Int(block.start)..<Int(block.end)
    let room = columns - Int(document.prefixes[Int(block.prefix)].width)
    let breaker = LineBreaker(columns: room)
    switch block.kind {
    case .rule: addLine(range.lowerBound..<range.lowerBound, .first, index)
    case .image:
      addLine(range.lowerBound..<range.lowerBound, .first, index)
      row += LineTable.imageRows - 1
    case .code:
      breaker.code(text, range) { line, continues in
        addLine(line, table.lines.count == first ? .first : continues ? .continued : .rest, index)
      }
    case .table: addTable(document.tables[Int(block.slot)], index, text, columns: room)
    default:
      breaker.paragraph(text, range, breaks(from: range.lowerBound)) { line, isHyphenated in
        addLine(line, table.lines.count == first ? .first : .rest, index)
        table.lines[table.lines.count - 1].isHyphenated = isHyphenated
      }
    }
    addLinks(of: block, from: first)
  }

  /// The places in words where a line may be broken, from a position on.
  func breaks(from position: Int) -> ArraySlice<Document.Break> {
    let breaks = document.breaks
    return breaks[breaks.indices.partitionPoint { Int(breaks[$0].position) > position }...]
  }

  private mutating func addGap(above block: Document.Block, _ index: Int) {
    guard row > 0, block.isApart else { return }
    if block.gapPrefix == 0 {
      row += 1
    } else {
      addLine(Int(block.start)..<Int(block.start), .gap, index)
    }
  }

  private mutating func addLine(_ bytes: Range<Int>, _ kind: LineTable.Line.Kind, _ block: Int) {
    table.lines.append(
      LineTable.Line(
        row: UInt32(row), start: UInt32(bytes.lowerBound), length: UInt16(clamping: bytes.count),
        kind: kind, block: UInt32(block)))
    row += 1
  }

  /// Adds a line of a table, for pieces, which counts as the line of the bytes from `start` on.
  mutating func addTableLine(at start: Int, _ block: Int) {
    let isFirst = table.lines.last?.block != UInt32(block) || table.lines.last?.kind == .gap
    addLine(start..<start, isFirst ? .first : .rest, block)
  }

  /// Adds a piece to the last line.
  mutating func addPiece(
    _ kind: LineTable.Piece.Kind, at column: Int, _ text: Range<Int> = 0..<0, length: Int? = nil
  ) {
    table.pieces.append(
      LineTable.Piece(
        kind: kind, line: UInt32(table.lines.count - 1), column: UInt16(clamping: column),
        start: UInt32(text.lowerBound), length: UInt16(clamping: length ?? text.count)))
  }

  private mutating func addLinks(of block: Document.Block, from first: Int) {
    var line = first
    while link < document.links.count, document.links[link].start < block.end {
      let start = document.links[link].start
      while line + 1 < table.lines.count, table.lines[line + 1].start <= start { line += 1 }
      table.linkLines.append(Int32(line))
      table.stops.append(Int32(link))
      link += 1
    }
  }

  private mutating func endSegment() { table.segments[table.segments.count - 1].rows = row }
}
