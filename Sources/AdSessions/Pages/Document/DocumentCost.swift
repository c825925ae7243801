/// What a document and its layout take, in bytes of memory.
///
/// An array that grows has a copy of twice its size for a moment, hence three times the size of an element. The rows are counted
/// before there is memory for them (``LineTableBuilder``).
struct DocumentCost: Hashable, Sendable {
  private static let block =
    3 * (MemoryLayout<Document.Block>.stride + MemoryLayout<Int>.stride)
  private static let run = 3 * MemoryLayout<Document.Run>.stride
  /// A link, its line and its stop, and what a screen keeps of them; its target is kept beside the text.
  private static let link = 300
  /// A prefix, and what finds it again.
  private static let prefix = 3 * MemoryLayout<Document.Prefix>.stride + 100
  private static let row = MemoryLayout<LineTable.Line>.stride

  /// What is reserved for text.
  let reserved: Int
  /// What there is beside the tree.
  let limit: Int

  /// Text beyond this number of bytes has no room, whatever else there is.
  var maxText: Int { max(reserved, limit / 3) }

  /// The number of rows of text at most, in the narrowest column, beside a prefix of a width.
  ///
  /// Two rows that follow each other hold more than one has columns, and a column takes at least a byte.
  static func rows(ofText bytes: Int, besidePrefix width: Int) -> Int {
    2 * bytes / (PageLayout.columnRange.lowerBound - width)
  }

  /// What a document takes; `kept` are the bytes that are kept beside the text.
  func size(of document: Document, kept: Int) -> Int {
    let text = document.text.count
    return (text > reserved ? 3 * text : text) + document.blocks.count * Self.block
      + document.runs.count * Self.run + document.prefixes.count * Self.prefix
      + document.links.count * Self.link + 2 * kept
  }

  /// What its layout takes; `rows` are those beside the first of each block.
  static func layout(of document: Document, rows: Int) -> Int {
    // A block has a row, and one above it.
    (2 * document.blocks.count + rows) * row
  }
}
