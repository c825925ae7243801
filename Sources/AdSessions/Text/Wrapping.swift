/// A line of a text that was broken to fit.
package struct WrappedLine: Hashable, Sendable {
  /// What stands on it.
  package let text: String
  /// The number of cells of the whole text that come before it.
  package let firstCell: Int

  /// Makes a line.
  package init(text: String, firstCell: Int) {
    self.text = text
    self.firstCell = firstCell
  }
}

extension String {
  /// This text in lines of at most so many cells, broken as the text of a page is; at least one line.
  package func wrapped(to columns: Int) -> [String] { wrappedLines(to: columns).map(\.text) }

  /// The same, each line with its place in the text.
  package func wrappedLines(to columns: Int) -> [WrappedLine] {
    let bytes = Array(utf8)
    var lines: [WrappedLine] = []
    var cells = 0
    var position = 0
    bytes.withUnsafeBufferPointer { buffer in
      LineBreaker(columns: columns).paragraph(buffer, 0..<buffer.count) { line in
        cells += Glyphs(bytes[position..<line.lowerBound]).reduce(0) { $0 + $1.width }
        position = line.lowerBound
        let text = String(decoding: buffer[line], as: UTF8.self)
        lines.append(WrappedLine(text: text, firstCell: cells))
      }
    }
    return lines
  }
}
