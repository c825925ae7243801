import AdSessions

extension [[String]] {
  /// Lines of cells in columns, the first ones to the left, the others to the right.
  package func aligned(textColumns: Int = 1) -> String {
    alignedLines(textColumns: textColumns).map { $0.withoutTrailingBlanks + "\n" }.joined()
  }

  /// The same lines, each as wide as the others.
  package func alignedLines(textColumns: Int = 1) -> [String] {
    let widths = (0..<(map(\.count).max() ?? 0)).map { column in
      map { $0.indices.contains(column) ? Glyphs.cells($0[column]) : 0 }.max() ?? 0
    }
    return map { line in
      line.enumerated().map { column, cell in
        column < textColumns
          ? cell.leftAligned(in: widths[column]) : cell.rightAligned(in: widths[column])
      }.joined(separator: "  ")
    }
  }
}
