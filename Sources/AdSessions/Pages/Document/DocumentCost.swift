/// What a document and its layout take, in bytes of memory.
///
/// An array that grows has a copy of twice its size for a moment, hence three times the size of an element.
struct DocumentCost: Hashable, Sendable {
  /// A block, its row, and where it ends.
  private static let block =
    3 * (MemoryLayout<Document.Block>.stride + MemoryLayout<Int>.stride) + row
  private static let run = 3 * MemoryLayout<Document.Run>.stride
  /// A link, its line and its stop, and what a screen keeps of them; its target is kept beside the text.
  private static let link = 300
  /// A prefix, and what finds it again.
  private static let prefix = 3 * MemoryLayout<Document.Prefix>.stride + 100
  private static let row = 3 * MemoryLayout<LineTable.Line>.stride

  /// What is reserved for text.
  let reserved: Int
  let limit: Int

  /// Text beyond this number of bytes has no room, whatever else there is.
  var maxText: Int { max(reserved, limit / 3) }

  /// What is left, with so many line feeds in the text, and bytes kept beside it.
  func room(in document: Document, lineFeeds: Int, kept: Int) -> Int {
    let text = document.text.count
    // At 80 columns a row has about 70 bytes, and there is memory for all of them from the beginning. Narrower pages are laid out
    // when the tree has given back its own.
    let layout = text / 3
    return limit - (text > reserved ? 3 * text : text) - layout
      - document.blocks.count * Self.block - document.runs.count * Self.run
      - document.prefixes.count * Self.prefix - lineFeeds * Self.row
      - document.links.count * Self.link - 2 * kept
  }
}
