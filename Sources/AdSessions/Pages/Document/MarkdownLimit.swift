/// What no page needs, and what takes cmark-gfm 0.29 more than time in proportion to a text.
///
/// For each blank line and each emphasis it steps through all quotes, lists and footnotes that are open, and where a link ends through
/// all images that are open in its paragraph.
enum MarkdownLimit {
  /// Quotes, lists and footnotes within each other; also where fewer are indented as far.
  case nesting
  /// Images in a paragraph.
  case images
  /// Marks in a paragraph that are read again for each other; see ``ParsingCost``.
  case marks

  static let maxNesting = 100
  static let maxImages = 1000

  var sentence: String {
    switch self {
    case .nesting: "expected at most \(Self.maxNesting) quotes and lists within each other"
    case .images: "expected at most \(Self.maxImages) images in a paragraph"
    case .marks:
      "expected fewer marks of emphasis, links, tables and HTML in a paragraph, or blank lines in lists"
    }
  }

  /// The first line, by the index of its first byte, that exceeds a limit; `nil` where none does.
  static func exceeded(in markdown: UTF8Bytes) -> (limit: MarkdownLimit, start: Int)? {
    var nesting = 0
    var cost = ParsingCost()
    var start = 0
    while start < markdown.count {
      let line = Line(of: markdown, from: start)
      if line.nesting > maxNesting { return (.nesting, start) }
      nesting = max(nesting, line.nesting)
      if line.isBlank { cost.addBlankLine(below: nesting) }
      let isApart = line.isBlank || line.beginsItem
      let end = cost.addLine(of: markdown, from: line.end, isApart: isApart)
      if cost.isTooMuch { return (.marks, start) }
      if cost.images > maxImages { return (.images, start) }
      let isCRLF = end + 1 < markdown.count && markdown[end] == 0x0D && markdown[end + 1] == 0x0A
      start = end + (isCRLF ? 2 : 1)
    }
    return nil
  }
}

/// A line of Markdown as the limits see it.
private struct Line {
  private let text: UTF8Bytes
  /// The index behind the marks, where the text begins.
  private(set) var end: Int
  /// The most quotes and lists that can be open: a quote takes a column, a list two, by its mark or by the indentation below it.
  private(set) var nesting = 0
  private(set) var isBlank = false
  /// Whether it begins an item of a list, whatever stands above.
  private(set) var beginsItem = false

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
        if !isNested, end - start <= 3, text[start...end].dropLast().allSatisfy({ $0 == 0x20 }) {
          beginsItem = text[end] >= UInt8(ascii: "*") && text[end] <= UInt8(ascii: "-")
        }
        columns += 1
        isNested = true
      case UInt8(ascii: "["):
        guard let definition = endOfFootnoteMark else { break marks }
        quotes += 1
        isNested = true
        end = definition
      default: break marks
      }
      end += 1
    }
    isBlank = isAtEnd && !isNested
    beginsItem = beginsItem && !isAtEnd
    if isNested { nesting = quotes + columns / 2 }
  }

  /// The colon of the mark `[^name]:` of a footnote definition that begins here.
  private var endOfFootnoteMark: Int? {
    guard end + 1 < text.count, text[end + 1] == UInt8(ascii: "^") else { return nil }
    let name = text[(end + 2)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "]") }
    let colon = name.endIndex + 1
    guard colon < text.count, text[colon - 1] == UInt8(ascii: "]") else { return nil }
    return text[colon] == UInt8(ascii: ":") ? colon : nil
  }

  private var isAtEnd: Bool { end >= text.count || text[end] == 0x0A || text[end] == 0x0D }
}
