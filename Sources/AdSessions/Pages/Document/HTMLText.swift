/// What is left of HTML in Markdown: its words.
///
/// Tags, comments, scripts and style sheets are not shown.
enum HTMLText {
  /// The text between the tags of a block, blanks folded.
  static func words(of html: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    var position = 0
    while position < html.count {
      let byte = html[position]
      if byte == 0x3C {
        position = end(ofTagAt: position, in: html)
        if words.last != 0x20 { words.append(0x20) }
      } else {
        let isBlank = byte <= 0x20
        if !isBlank || words.last != 0x20 { words.append(isBlank ? 0x20 : byte) }
        position += 1
      }
    }
    return words == [0x20] ? [] : words
  }

  /// Whether an inline tag is `<br>`, which breaks the line.
  static func isLineBreak(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    starts(tag, with: "<br") && tag.dropFirst(3).allSatisfy { [0x20, 0x2F, 0x3E].contains($0) }
  }

  /// Where a tag that begins at `start` ends, and with it what it hides.
  private static func end(ofTagAt start: Int, in html: UnsafeBufferPointer<UInt8>) -> Int {
    let rest = UnsafeBufferPointer(rebasing: html[start...])
    for (opening, closing) in hidden where starts(rest, with: opening) {
      return find(closing, in: html, from: start)
    }
    return find(">", in: html, from: start)
  }

  private static let hidden: [(StaticString, StaticString)] = [
    ("<!--", "-->"), ("<![cdata[", "]]>"), ("<?", "?>"),
    ("<script", "</script>"), ("<style", "</style>"),
  ]

  private static func find(
    _ mark: StaticString, in html: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var position = start
    while position < html.count {
      if starts(UnsafeBufferPointer(rebasing: html[position...]), with: mark) {
        return position + mark.utf8CodeUnitCount
      }
      position += 1
    }
    return html.count
  }

  /// Whether bytes begin with a mark in lower case, whatever the case of their letters.
  private static func starts(
    _ bytes: UnsafeBufferPointer<UInt8>, with mark: StaticString
  ) -> Bool {
    guard bytes.count >= mark.utf8CodeUnitCount else { return false }
    for index in 0..<mark.utf8CodeUnitCount {
      let byte = bytes[index]
      let lower = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
      if lower != mark.utf8Start[index] { return false }
    }
    return true
  }
}
