/// The steps of cmark-gfm 0.29 that are more than in proportion to a text, counted from above before it reads.
///
/// A step takes about a nanosecond. In a paragraph the parser goes through all marks of emphasis and all images where a link ends,
/// through the text to its end for each declaration (`<?`, `<!`), and through all lines for each delimiter row. For a blank line it goes
/// through all that is open. Each row of a table has a cell for each of its columns, and each link by reference a copy of what its
/// definition says.
struct ParsingCost {
  static let maxSteps = 3_000_000_000

  private var paragraph = Paragraph()
  private var steps = 0
  private var linkEnds = 0
  private var longestDefinition = 0

  private struct Paragraph {
    var bytes = 0
    var lines = 0
    var linesWithoutCells = 0
    var emphasisMarks = 0
    var tildes = 0
    var images = 0
    var declarations = 0
    var columns = 0
    /// The bytes since the last definition of a link began.
    var definition = 0
  }

  /// The images of the paragraph.
  var images: Int { paragraph.images }

  var isTooMuch: Bool { steps + 10 * linkEnds * longestDefinition > Self.maxSteps }

  /// Counts a blank line below at most `nesting` quotes and lists.
  mutating func addBlankLine(below nesting: Int) { steps += 45 * nesting }

  /// Counts a line from behind the marks of quotes and lists, and returns where it ends, unless that is too much before;
  /// `isApart` tells that it belongs to no paragraph above.
  mutating func addLine(of text: UTF8Bytes, from start: Int, isApart: Bool) -> Int {
    if isApart { paragraph = Paragraph() }
    var pipes = 0
    var end = start
    bytes: while end < text.count, steps <= Self.maxSteps {
      switch text[end] {
      case 0x0A, 0x0D: break bytes
      case UInt8(ascii: "|"): pipes += 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: ":"):
        addMark(text[end], after: end > start ? text[end - 1] : 0)
      default: break
      }
      end += 1
    }
    let line = UTF8Bytes(rebasing: text[start..<end])
    steps += paragraph.declarations * line.count + 8 * pipes * pipes + 2500 * paragraph.columns
    if Self.isDelimiterRow(line, pipes: pipes) { addDelimiterRow(of: pipes + 1) }
    paragraph.bytes += line.count + 1
    paragraph.lines += 1
    if pipes == 0 { paragraph.linesWithoutCells += 1 }
    if paragraph.definition > 0 { paragraph.definition += line.count }
    longestDefinition = max(longestDefinition, paragraph.definition)
    return end
  }

  private static func isDelimiterRow(_ line: UTF8Bytes, pipes: Int) -> Bool {
    let isOfMarks = line.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: " "), 0x09: true
      default: false
      }
    }
    return isOfMarks && line.contains(UInt8(ascii: "-"))
      && (pipes > 0 || line.contains(UInt8(ascii: ":")))
  }

  private mutating func addMark(_ byte: UInt8, after last: UInt8) {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      guard byte != last else { return }
      paragraph.emphasisMarks += 1
      guard byte == UInt8(ascii: "~") else { return }
      // One tilde and two do not match, and stay in each other's way.
      paragraph.tildes += 1
      steps += 10 * paragraph.tildes
    case UInt8(ascii: "]"):
      linkEnds += 1
      steps += paragraph.emphasisMarks * (20 + 2 * paragraph.tildes) + 15 * paragraph.images
    case UInt8(ascii: "["):
      if last == UInt8(ascii: "!") { paragraph.images += 1 }
    case UInt8(ascii: ":"):
      if last == UInt8(ascii: "]") { paragraph.definition = 1 }
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      if last == UInt8(ascii: "<") { paragraph.declarations += 1 }
    default: break
    }
  }

  /// The paragraph above may be the header of a table, or end in one.
  private mutating func addDelimiterRow(of cells: Int) {
    steps += 400 * paragraph.lines + 2 * paragraph.bytes
    steps += paragraph.bytes * paragraph.linesWithoutCells
    if cells > 1 { paragraph.columns = max(paragraph.columns, cells) }
  }
}
