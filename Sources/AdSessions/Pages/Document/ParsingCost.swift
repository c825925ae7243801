import AdRendering

/// What takes cmark 0.30 more than time in proportion to the length of a text, counted from above.
///
/// - On each line it steps through the quotes and lists that are open. Other lines repeat the marks or the indentation of what they
///   are in, but a line that is blank, or blank in its quotes, is in all lists.
/// - For each emphasis, link or image it steps through all quotes and lists that it is in.
/// - Where a link ends it steps through all images that are open in the paragraph.
struct ParsingCost {
  /// As many steps take about two seconds.
  static let maxSteps = 300_000_000

  /// Where Markdown ends that takes too many steps.
  static func end(of markdown: UnsafeBufferPointer<UInt8>, maxSteps: Int = maxSteps) -> Int {
    var cost = ParsingCost()
    // A byte order mark is left out.
    var position = ByteOrderMark.length(in: markdown)
    while position < markdown.count {
      let end = cost.readLine(markdown, from: position, maxSteps: maxSteps)
      if cost.steps > maxSteps { return end }
      let isPair =
        end + 1 < markdown.count && markdown[end] == 0x0D && markdown[end + 1] == 0x0A
      position = end + (isPair ? 2 : 1)
    }
    return markdown.count
  }

  private var steps = 0
  /// At most so many quotes, lists and items are open.
  private var depth = 0
  private var isBehindBlankLine = true
  /// At most so many images are open.
  private var images = 0
  /// How many brackets are open within the text of the last image; `nil` where it has ended, or something may hide its end.
  private var brackets: Int?

  /// Counts the steps for a line, and returns where it ends, or where there are too many steps.
  private mutating func readLine(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, maxSteps: Int
  ) -> Int {
    var position = start
    var width = 0
    while let mark = Self.mark(in: text, at: position) {
      width += mark.columns
      position += mark.length
    }
    let marks = text[start..<position]
    let isMarks = Self.isLineEnd(text, position)
    let isBlank = isMarks && marks.allSatisfy(Self.isBlank)
    if isMarks, marks.allSatisfy({ Self.isBlank($0) || $0 == UInt8(ascii: ">") }) {
      steps += depth
      if steps > maxSteps { return start }
    }
    if isBlank {
      (images, brackets) = (0, nil)
    } else {
      // A line of a paragraph need not repeat what the paragraph is in.
      depth = isBehindBlankLine ? width : max(depth, width)
    }
    isBehindBlankLine = isBlank
    while !Self.isLineEnd(text, position) {
      readInline(text, at: position)
      if steps > maxSteps { return position }
      // What is escaped in the text of an image is no bracket.
      let isEscape = brackets != nil && text[position] == UInt8(ascii: "\\")
      position += isEscape && !Self.isLineEnd(text, position + 1) ? 2 : 1
    }
    return position
  }

  private mutating func readInline(_ text: UnsafeBufferPointer<UInt8>, at position: Int) {
    switch text[position] {
    case UInt8(ascii: "*"), UInt8(ascii: "_"): steps += depth
    case UInt8(ascii: "["):
      if position > 0, text[position - 1] == UInt8(ascii: "!") {
        images += 1
        brackets = 0
      } else {
        brackets = brackets.map { $0 + 1 }
      }
    case UInt8(ascii: "]"):
      steps += depth + images
      if brackets == 0 {
        images -= 1
        brackets = nil
      } else {
        // An address or a label may hold brackets that are none.
        let next = position + 1 < text.count ? text[position + 1] : 0
        brackets = "([".utf8.contains(next) ? nil : brackets.map { $0 - 1 }
      }
    case UInt8(ascii: "`"), UInt8(ascii: "<"): brackets = nil
    default: break
    }
  }

  /// A blank, or what may be the mark of a quote or a list.
  private static func mark(
    in text: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (length: Int, columns: Int)? {
    guard position < text.count else { return nil }
    switch text[position] {
    case UInt8(ascii: "\t"): return (1, 4)
    case UInt8(ascii: " "), UInt8(ascii: ">"): return (1, 1)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return isSpace(text, position + 1) ? (1, 1) : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      var end = position + 1
      while end < text.count, end < position + 9, text[end] &- UInt8(ascii: "0") < 10 { end += 1 }
      guard end < text.count, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ")"),
        isSpace(text, end + 1)
      else { return nil }
      return (end + 1 - position, end + 1 - position)
    default: return nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLineEnd(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    position >= text.count || text[position] == 0x0A || text[position] == 0x0D
  }

  /// Whether a blank or the end of a line stands there, as behind the mark of a list.
  private static func isSpace(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    isLineEnd(text, position) || isBlank(text[position]) || (0x0B...0x0C).contains(text[position])
  }
}
