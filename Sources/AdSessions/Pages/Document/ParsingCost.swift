/// What takes cmark more than time in proportion to the length of a text.
///
/// On each line it steps through the quotes and lists that are open. Other lines repeat the marks or the indentation of what they
/// are in, but a line that is blank, or blank in its quotes, is in all lists. And where a link ends it steps through all images
/// that are open in the paragraph.
enum ParsingCost {
  /// As many steps take about two seconds.
  static let maxSteps = 300_000_000

  /// Where Markdown ends that takes too many steps.
  static func end(of markdown: UnsafeBufferPointer<UInt8>, maxSteps: Int = maxSteps) -> Int {
    var steps = 0
    // At most so many quotes, lists and items are open.
    var depth = 0
    var isBehindBlankLine = true
    // At most so many images are open.
    var images = 0
    var position = 0
    while position < markdown.count {
      let start = position
      var width = 0
      while position < markdown.count, let columns = columns(of: markdown[position]) {
        width += columns
        position += 1
      }
      let marks = markdown[start..<position]
      let isMarks = position == markdown.count || isLineEnd(markdown[position])
      let isBlank = isMarks && marks.allSatisfy(Self.isBlank)
      let isBlankInQuotes = isMarks && marks.allSatisfy { Self.isBlank($0) || $0 == 0x3E }
      while position < markdown.count, !isLineEnd(markdown[position]) {
        if markdown[position] == UInt8(ascii: "[") {
          if position > start, markdown[position - 1] == UInt8(ascii: "!") { images += 1 }
        } else if markdown[position] == UInt8(ascii: "]") {
          steps += images
          if steps > maxSteps { return position }
        }
        position += 1
      }
      if isBlankInQuotes {
        steps += depth
        if steps > maxSteps { return start }
      }
      if isBlank {
        images = 0
      } else {
        // A line of a paragraph need not repeat what the paragraph is in.
        depth = isBehindBlankLine ? width : max(depth, width)
      }
      isBehindBlankLine = isBlank
      let isPair =
        position + 1 < markdown.count && markdown[position] == 0x0D
        && markdown[position + 1] == 0x0A
      position += isPair ? 2 : 1
    }
    return markdown.count
  }

  /// The columns of a byte that is a blank or may be part of the mark of a quote or a list; `nil` for any other.
  private static func columns(of byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "\t"): 4
    case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ")"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      1
    default: nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
