/// What no page needs, and what takes cmark 0.30 more than time in proportion to a text.
///
/// For each blank line and each emphasis it steps through all quotes and lists that are open, and where a link ends through all
/// images that are open in its paragraph.
enum MarkdownLimit {
  /// Quotes and lists within each other; also where fewer are indented as far.
  case nesting
  /// Images in lines without a blank one between them.
  case images

  static let maxNesting = 100
  static let maxImages = 1000

  var sentence: String {
    switch self {
    case .nesting: "expected at most \(Self.maxNesting) quotes and lists within each other"
    case .images: "expected at most \(Self.maxImages) images in a paragraph"
    }
  }

  /// The first line, by the index of its first byte, that exceeds a limit; `nil` where none does.
  static func exceeded(in markdown: UTF8Bytes) -> (limit: MarkdownLimit, start: Int)? {
    var images = 0
    var start = 0
    while start < markdown.count {
      var line = Line(of: markdown, from: start)
      if line.nesting > maxNesting { return (.nesting, start) }
      line.readToEnd()
      images = line.isBlank ? 0 : images + line.images
      if images > maxImages { return (.images, start) }
      start = line.end + 1
    }
    return nil
  }
}

/// A line of Markdown as the limits see it.
private struct Line {
  private let text: UTF8Bytes
  /// The index behind what was read.
  private(set) var end: Int
  /// The most quotes and lists that can be open: a quote takes a column, a list two, by its mark or by the indentation below it.
  private(set) var nesting = 0
  private(set) var isBlank = false
  private(set) var images = 0

  /// Reads the marks before the text.
  init(of text: UTF8Bytes, from start: Int) {
    self.text = text
    end = start
    var (quotes, columns, isNested) = (0, 0, false)
    marks: while !isAtEnd {
      switch text[end] {
      case UInt8(ascii: " "), UInt8(ascii: "0")...UInt8(ascii: "9"): columns += 1
      case UInt8(ascii: "\t"): columns += 4
      case UInt8(ascii: ">"):
        quotes += 1
        isNested = true
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
        UInt8(ascii: ")"):
        let next = end + 1 < text.count ? text[end + 1] : 0x0A
        guard next <= 0x20 else { break marks }
        columns += 1
        isNested = true
      default: break marks
      }
      end += 1
    }
    isBlank = isAtEnd && !isNested
    if isNested { nesting = quotes + columns / 2 }
  }

  /// Counts the images in the text.
  mutating func readToEnd() {
    while !isAtEnd {
      if text[end] == UInt8(ascii: "["), end > 0, text[end - 1] == UInt8(ascii: "!") { images += 1 }
      end += 1
    }
    if end + 1 < text.count, text[end] == 0x0D, text[end + 1] == 0x0A { end += 1 }
  }

  private var isAtEnd: Bool { end >= text.count || text[end] == 0x0A || text[end] == 0x0D }
}
