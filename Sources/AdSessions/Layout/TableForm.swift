/// How a table is drawn in a number of columns: side by side with cells wrapped, or where that does not fit cell by cell.
enum TableForm: Hashable {
  /// The widths of its columns.
  case grid([Int])
  case list

  /// Between two columns stand a blank, a bar and a blank.
  static let gap = 3
  /// A word that is longer may be broken.
  private static let longestWord = 12

  init(_ table: Document.Table, _ text: UTF8Bytes, columns: Int) {
    let count = table.alignments.count
    var widths = Array(repeating: 0, count: count)
    var words = widths
    for (index, cell) in table.cells.enumerated() {
      let (width, word) = Self.measure(text, cell)
      widths[index % count] = max(widths[index % count], width)
      words[index % count] = max(words[index % count], min(word, Self.longestWord))
    }
    let room = columns - Self.gap * (count - 1)
    guard words.reduce(0, +) <= room else {
      self = .list
      return
    }
    func shrunk(to width: Int) -> [Int] { zip(words, widths).map { max($0, min($1, width)) } }
    let widest = (1...max(1, room)).last { shrunk(to: $0).reduce(0, +) <= room }
    self = .grid(shrunk(to: widest ?? 1))
  }

  /// The width of a cell's longest line and of its longest word.
  private static func measure(_ text: UTF8Bytes, _ cell: Range<UInt32>) -> (line: Int, word: Int) {
    var (line, word, longestLine, longestWord) = (0, 0, 0, 0)
    var position = Int(cell.lowerBound)
    while position < Int(cell.upperBound) {
      let scalar = UTF8Reader.next(text, &position)
      let width = CharacterWidth.cells(scalar)
      line = scalar == 0x0A ? 0 : line + width
      word = scalar == 0x0A || scalar == 0x20 ? 0 : word + width
      longestLine = max(longestLine, line)
      longestWord = max(longestWord, word)
    }
    return (longestLine, longestWord)
  }
}
