package struct WrappedLine: Hashable, Sendable {
  /// The text without the blank at which it was broken.
  package let text: String
  /// The number of cells of the whole text before it.
  package let firstCell: Int

  package init(text: String, firstCell: Int) {
    self.text = text
    self.firstCell = firstCell
  }
}

extension String {
  /// The text wrapped to a number of cells, as the text of a page is; at least one line.
  package func wrapped(to columns: Int) -> [String] { wrappedLines(to: columns).map(\.text) }

  /// The text wrapped to a number of cells, each line with its position in the text.
  package func wrappedLines(to columns: Int) -> [WrappedLine] {
    let bytes = Array(utf8)
    var lines: [WrappedLine] = []
    var cells = 0
    var position = 0
    bytes.withUnsafeBufferPointer { buffer in
      LineBreaker(columns: columns).paragraph(buffer, 0..<buffer.count) { line, _ in
        cells += Glyphs(bytes[position..<line.lowerBound]).reduce(0) { $0 + $1.width }
        position = line.lowerBound
        let text = String(decoding: buffer[line], as: UTF8.self)
        lines.append(WrappedLine(text: text, firstCell: cells))
      }
    }
    return lines
  }
}
