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
        addTableLine(at: line == 0 ? row[0][0].bytes.lowerBound : end, block)
        var column = 0
        for (cell, width) in zip(row.indices, widths) {
          if cell > 0 { addPiece(.bar, at: column - 2) }
          if line < row[cell].count {
            addCell(row[cell][line], at: column, width, table.alignments[cell])
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
        addLine(line, at: 0)
        end = line.width
      }
      guard hasRows else { continue }
      addPiece(.colon, at: end)
      let whole = lines(of: cell, text, columns)
      if whole.count == 1, end + 2 + whole[0].width <= columns {
        addLine(whole[0], at: end + 2)
      } else {
        for line in lines(of: cell, text, columns - 2) {
          addTableLine(at: Int(cell.lowerBound), block)
          addLine(line, at: 2)
        }
      }
    }
  }

  private mutating func addCell(
    _ line: CellLine, at column: Int, _ width: Int, _ alignment: Document.Alignment
  ) {
    let rest = width - line.width
    switch alignment {
    case .left: addLine(line, at: column)
    case .center: addLine(line, at: column + rest / 2)
    case .right: addLine(line, at: column + rest)
    }
  }

  private mutating func addLine(_ line: CellLine, at column: Int) {
    addPiece(.text, at: column, line.bytes)
    if line.isHyphenated { addPiece(.hyphen, at: column + line.width - 1) }
  }

  private func lines(of cell: Range<UInt32>, _ text: UTF8Bytes, _ columns: Int) -> [CellLine] {
    let range = Int(cell.lowerBound)..<Int(cell.upperBound)
    var lines: [CellLine] = []
    LineBreaker(columns: columns).paragraph(text, range, breaks(from: range.lowerBound)) {
      lines.append(CellLine($0, isHyphenated: $1, text))
    }
    return lines
  }
}

private struct CellLine {
  let bytes: Range<Int>
  let isHyphenated: Bool
  /// In columns, with the hyphen.
  let width: Int

  init(_ bytes: Range<Int>, isHyphenated: Bool, _ text: UTF8Bytes) {
    (self.bytes, self.isHyphenated) = (bytes, isHyphenated)
    var position = bytes.lowerBound
    var width = isHyphenated ? 1 : 0
    while position < bytes.upperBound {
      width += CharacterWidth.cells(UTF8Reader.next(text, &position))
    }
    self.width = width
  }
}
