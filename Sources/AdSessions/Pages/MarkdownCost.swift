/// What reading Markdown takes at most, in bytes of memory.
///
/// cmark makes a node of about 150 bytes of every line, every mark and every level of nesting, so that a page of 60 MB of
/// short lines would take 7 GB.
enum MarkdownCost {
  /// What a page may take, its file included.
  private static let limit = 155 << 20
  /// The copies that cmark, the document and its layout have of a byte; there are most of a link's address.
  private static let byte = 5
  /// A paragraph, its text and its end; a block and a run of the document, a row of the layout.
  private static let line = 300
  /// What may begin something within a line: a node of its own and one of the text after it.
  private static let mark = 300
  /// A quote, a list and its item, or a heading.
  private static let level = 320

  /// Where the lines end that can be read; `nil` when all of them can.
  static func end(of text: ArraySlice<UInt8>, inFileOf count: Int) -> Int? {
    // Most pages are far from it, whatever is in them.
    guard text.count * (byte + max(mark, line, level)) > limit - count else { return nil }
    return text.withUnsafeBufferPointer { bytes in
      var left = limit - count
      var lineStart = 0
      var isBeginning = true
      for position in bytes.indices {
        let kind = kinds[Int(bytes[position])]
        if kind == .end {
          left -= line + (position + 1 - lineStart) * byte
          guard left >= 0 else { return text.startIndex + lineStart }
          lineStart = position + 1
          isBeginning = true
        } else if kind == .mark {
          left -= isBeginning ? level : mark
        } else if kind == .level, isBeginning {
          left -= level
        } else if kind == .other {
          isBeginning = false
        }
      }
      left -= line + (bytes.count - lineStart) * byte
      return left >= 0 ? nil : text.startIndex + lineStart
    }
  }

  private enum Kind {
    case other, blank, level, mark, end
  }

  private static let kinds: [Kind] = {
    var kinds = [Kind](repeating: .other, count: 256)
    for byte in " \t0123456789".utf8 { kinds[Int(byte)] = .blank }
    for byte in ">-+.)#=".utf8 { kinds[Int(byte)] = .level }
    for byte in "*_[!<&\\`".utf8 { kinds[Int(byte)] = .mark }
    for byte in "\n\r".utf8 { kinds[Int(byte)] = .end }
    return kinds
  }()
}
