import AdEngine

/// The lines of a page: which bytes stand on which row, in segments between its slots.
///
/// Rows count from the top of their segment, so that nothing here changes when a slot takes another size.
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
    /// The row on which it begins.
    var row: UInt32
    /// Its bytes.
    var start: UInt32
    var length: UInt16
    var kind: Kind
    var block: UInt32
  }

  /// What lies between two slots.
  struct Segment: Hashable, Sendable {
    /// The first of its lines; they end where those of the next segment begin.
    var firstLine: Int
    var rows: Int
  }

  var lines: [Line] = []
  /// One more than there are slots.
  var segments: [Segment] = []
  /// For each link, the line on which it begins, or -1 when it stands on none.
  var linkLines: [Int32] = []
  /// The links (0, 1, …) and slots (-1, -2, …) in reading order.
  var stops: [Int32] = []

  /// The lines of a segment.
  func lines(of segment: Int) -> Range<Int> {
    let next = segment + 1
    let end = next < segments.count ? segments[next].firstLine : lines.count
    return segments[segment].firstLine..<end
  }

  /// The segment in which a line lies.
  func segment(of line: Int) -> Int {
    // The last one whose first line is not behind it: empty segments begin where the next one does.
    segments.indices.partitionPoint { segments[$0].firstLine > line } - 1
  }

  /// The first line of a segment that reaches below a row.
  func firstLine(of segment: Int, below row: Int, in document: Document) -> Int {
    lines(of: segment).partitionPoint {
      Int(lines[$0].row) + rows(of: lines[$0], in: document) > row
    }
  }

  /// How many rows high a line is.
  func rows(of line: Line, in document: Document) -> Int {
    let isImage = line.kind == .first && document.blocks[Int(line.block)].kind == .image
    return isImage ? Self.imageRows : 1
  }

  /// How many rows high the box of an image is.
  static let imageRows = 8
}
