extension LineTableBuilder {
  /// Adds the lines of a table; a rule lies below its header, and between rows that take several lines.
  mutating func addTable(_ cells: Document.Table, _ block: Int, _ text: UTF8Bytes, columns: Int) {
    switch TableForm(cells, text, columns: columns) {
    case .grid(let widths): addGrid(cells, widths, block, text)
    case .list: addList(cells, block, text, columns: columns)
    }
  }

  private mutating func addGrid(
    _ table: Document.Table, _ widths: [Int], _ block: Int, _ text: UTF8Bytes
  ) {
    let rows = stride(from: 0, to: table.cells.count, by: widths.count).map { first in
      zip(table.cells[first..<first + widths.count], widths).map { lines(of: $0, text, $1) }
    }
    let isWrapped = rows.contains { row in row.contains { $0.count > 1 } }
    for (number, row) in rows.enumerated() {
      let end = Int(table.cells[(number + 1) * widths.count - 1].upperBound)
      for line in 0..<(row.map(\.count).max() ?? 0) {
        // All that is searched in a row is found on its first line.
        addTableLine(at: line == 0 ? row[0][0].lowerBound : end, block)
        var column = 0
        for (cell, width) in zip(row.indices, widths) {
          if cell > 0 { addPiece(.bar, at: column - 2) }
          if line < row[cell].count {
            addCell(row[cell][line], text, at: column, width, table.alignments[cell])
          }
          column += width + TableForm.gap
        }
      }
      guard number == 0 || isWrapped && number < rows.count - 1 else { continue }
      addTableLine(at: end, block)
      var column = 0
      for width in widths {
        if column > 0 { addPiece(.crossing, at: column - TableForm.gap) }
        addPiece(.rule, at: column, length: width)
        column += width + TableForm.gap
      }
    }
  }

  /// Adds each cell with its header before it.
  private mutating func addList(
    _ table: Document.Table, _ block: Int, _ text: UTF8Bytes, columns: Int
  ) {
    let count = table.alignments.count
    let hasRows = table.cells.count > count
    for (number, cell) in table.cells.enumerated().dropFirst(hasRows ? count : 0) {
      if number % count == 0, number > count {
        addTableLine(at: Int(cell.lowerBound), block)
        addPiece(.rule, at: 0, length: columns)
      }
      // The header's own text, with its links, is found in the first row.
      let start = hasRows && number == count ? table.cells[0].lowerBound : cell.lowerBound
      var end = 0
      for line in lines(of: table.cells[number % count], text, columns - 1) {
        addTableLine(at: Int(start), block)
        addPiece(.text, at: 0, line)
        end = width(of: line, text)
      }
      guard hasRows else { continue }
      addPiece(.colon, at: end)
      let whole = lines(of: cell, text, columns)
      if whole.count == 1, end + 2 + width(of: whole[0], text) <= columns {
        addPiece(.text, at: end + 2, whole[0])
      } else {
        for line in lines(of: cell, text, columns - 2) {
          addTableLine(at: Int(cell.lowerBound), block)
          addPiece(.text, at: 2, line)
        }
      }
    }
  }

  private mutating func addCell(
    _ line: Range<Int>, _ text: UTF8Bytes, at column: Int, _ width: Int,
    _ alignment: Document.Alignment
  ) {
    let rest = width - self.width(of: line, text)
    switch alignment {
    case .left: addPiece(.text, at: column, line)
    case .center: addPiece(.text, at: column + rest / 2, line)
    case .right: addPiece(.text, at: column + rest, line)
    }
  }

  private func lines(
    of cell: Range<UInt32>, _ text: UTF8Bytes, _ columns: Int
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    LineBreaker(columns: columns)
      .paragraph(text, Int(cell.lowerBound)..<Int(cell.upperBound)) { line, _ in lines.append(line)
      }
    return lines
  }

  private func width(of line: Range<Int>, _ text: UTF8Bytes) -> Int {
    var position = line.lowerBound
    var width = 0
    while position < line.upperBound {
      width += CharacterWidth.cells(UTF8Reader.next(text, &position))
    }
    return width
  }
}
