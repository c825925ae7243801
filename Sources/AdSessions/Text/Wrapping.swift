package struct WrappedLine: Hashable, Sendable {
  /// The text without the blank at which it was broken.
  package let text: String
  /// The number of cells of the whole text before it.
  package let firstCell: Int

  package init(text: String, firstCell: Int) {
    (self.text, self.firstCell) = (text, firstCell)
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

extension StringProtocol {
  /// Lines for a terminal of this many columns: broken between words, what follows below the last column of a list.
  package func wrappedForTerminal(columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard Glyphs.cells(String(line)) > columns else { return String(line) }
      let head = line.listHead(within: columns / 2)
      let indent = Swift.max(2, Glyphs.cells(head))
      let lines = String(line.dropFirst(head.count)).wrapped(to: Swift.max(1, columns - indent))
      return head + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }.joined(separator: "\n")
  }

  /// What stands before the last column of a list that begins within these cells: names, and a sign such as `!`.
  private func listHead(within cells: Int) -> String {
    let start = Array(prefix(cells))
    let gap = start.indices.dropFirst().last { start[$0 - 1] == " " && start[$0] == " " }
    let text = gap.map { $0 + 1 } ?? 0
    let hasSign = text + 1 < start.count && start[text + 1] == " "
    return String(start[..<(hasSign ? text + 2 : text)])
  }
}
