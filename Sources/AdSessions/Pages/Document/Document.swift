/// The text of a page as blocks in reading order, whatever its width: ranges of one scrubbed array of UTF-8 bytes.
package struct Document: Hashable, Sendable {
  /// A block, which begins on a row of its own.
  struct Block: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
      case paragraph, heading, code, rule, image, table, slot
    }
    var kind: Kind
    /// The level of a heading; 0 elsewhere.
    var level: UInt8 = 0
    /// Whether a blank row separates it from the block above.
    var isApart = true
    var isQuoted = false
    /// The prefixes of its first row, of its other rows, and of the blank row above it.
    var firstPrefix: UInt32 = 0
    var prefix: UInt32 = 0
    var gapPrefix: UInt32 = 0
    /// The bytes of its text from `start` to `end`, with line feeds for hard line breaks.
    var start: UInt32
    var end: UInt32
    /// The index of its first run; the last is that before the next block.
    var firstRun: UInt32
    /// The number of its slot or of its table, counted from 0.
    var slot: UInt32 = 0
  }

  /// A run of text in one style; it ends where the next one begins.
  struct Run: Hashable, Sendable {
    var start: UInt32
    var style: TextStyle
    /// The number of the link it belongs to, or -1.
    var link: Int32
  }

  /// The bars and marks left of a row.
  struct Prefix: Hashable, Sendable {
    var start: UInt32
    var length: UInt16
    var width: UInt16
  }

  /// A link with its target and the start of its text.
  struct Link: Hashable, Sendable {
    var target: String
    var start: UInt32
  }

  /// A place inside a word where a line may be broken: a soft hyphen or a zero-width space, which are not in the text.
  struct Break: Hashable, Sendable {
    var position: UInt32
    /// Whether a hyphen is drawn if the line is broken there.
    var isHyphen: Bool
  }

  /// How the text of a table's column is aligned.
  enum Alignment: UInt8, Sendable {
    case left, center, right
  }

  /// A table, whose first row is the header.
  struct Table: Hashable, Sendable {
    /// For each column its alignment.
    var alignments: [Alignment]
    /// Its cells row by row, as ranges of bytes; a line feed lies between them.
    var cells: [Range<UInt32>] = []
  }

  var text: [UInt8] = []
  var breaks: [Break] = []
  var blocks: [Block] = []
  var runs: [Run] = []
  var prefixes = [Prefix(start: 0, length: 0, width: 0)]
  var links: [Link] = []
  var tables: [Table] = []

  /// The text of a block, without styles, on one line.
  func plainText(of block: Block) -> String {
    let bytes = text[Int(block.start)..<Int(block.end)].map { $0 == 0x0A ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
