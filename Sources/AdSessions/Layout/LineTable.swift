import AdEngine

/// The lines of a page in segments between the slots, from whose tops rows are counted, whatever the slots' sizes.
struct LineTable: Hashable, Sendable {
  /// A line: a row of text, or a box several rows high.
  struct Line: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
      /// The first row of its block, which carries its mark.
      case first
      /// A later row of its block.
      case rest
      /// A row of code that continues the row above it.
      case continued
      /// A blank row between two blocks of a quote, with its bars.
      case gap
    }
    /// The first row, from the top of the segment.
    var row: UInt32
    /// The range of bytes in the text of the document.
    var start: UInt32
    var length: UInt16
    var kind: Kind
    /// Whether a hyphen is drawn at its end: the line is broken at a soft one.
    var isHyphenated = false
    var block: UInt32
  }

  /// A part of a line of a table, of which the line itself has no text.
  struct Piece: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
      /// Text of the document.
      case text
      /// The bar between two cells.
      case bar
      /// A rule as long as a column is wide.
      case rule
      /// The crossing of a rule and the bars.
      case crossing
      /// The colon between a header and a cell.
      case colon
      /// The hyphen of a word that is broken at a soft one.
      case hyphen
    }
    var kind: Kind
    var line: UInt32
    /// Where it begins, in columns from the indentation.
    var column: UInt16
    /// The first byte of its text.
    var start: UInt32
    /// The bytes of its text, or the columns of its rule.
    var length: UInt16
  }

  /// The lines between two slots.
  struct Segment: Hashable, Sendable {
    /// The index of the first line; the last is that before the next segment.
    var firstLine: Int
    var rows: Int
  }

  var lines: [Line] = []
  /// The parts of the lines of tables, line by line from left to right.
  var pieces: [Piece] = []
  /// The segments, one more than there are slots.
  var segments: [Segment] = []
  /// For each link the line on which it begins, or -1 if it is on none.
  var linkLines: [Int32] = []
  /// The links (0, 1, …) and slots (-1, -2, …) in reading order.
  var stops: [Int32] = []

  func lines(of segment: Int) -> Range<Int> {
    let next = segment + 1
    let end = next < segments.count ? segments[next].firstLine : lines.count
    return segments[segment].firstLine..<end
  }

  func pieces(of line: Int) -> ArraySlice<Piece> {
    pieces[pieces.indices.partitionPoint { pieces[$0].line >= line }...].prefix { $0.line == line }
  }

  func segment(of line: Int) -> Int {
    // The last segment that begins at or before the line; empty segments begin where the next one does.
    segments.indices.partitionPoint { segments[$0].firstLine > line } - 1
  }

  func firstLine(of segment: Int, below row: Int, in document: Document) -> Int {
    lines(of: segment).partitionPoint {
      Int(lines[$0].row) + rows(of: lines[$0], in: document) > row
    }
  }

  func rows(of line: Line, in document: Document) -> Int {
    let isImage = line.kind == .first && document.blocks[Int(line.block)].kind == .image
    return isImage ? Self.imageRows : 1
  }

  static let imageRows = 8
}
