/// A search in smart case, over UTF-8: a blank matches a line's end, a match includes its last character's marks.
package struct SearchPattern: Hashable, Sendable {
  /// The text, scrubbed as the searched texts are.
  package let text: String
  /// For each scalar of the text the forms that match.
  private let letters: [[[UInt8]]]
  /// For each byte whether a match may begin with it.
  private let leads: [Bool]

  /// Creates a pattern; `nil` for an empty text.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text.scrubbed
    let scalars = Array(self.text.unicodeScalars)
    let isExact = scalars.contains { $0.properties.isUppercase }
    letters = scalars.map { scalar in
      [scalar, Self.otherForm(of: scalar, isExact)].compactMap { $0.map { Array(String($0).utf8) } }
    }
    let first = letters.first ?? []
    leads = (0...UInt8.max).map { byte in first.contains { $0[0] == byte } }
  }

  private static func otherForm(of scalar: Unicode.Scalar, _ isExact: Bool) -> Unicode.Scalar? {
    if scalar == " " { return "\n" }
    if isExact { return nil }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    guard upper.count == 1, let other = upper.first, other != scalar else { return nil }
    return other
  }

  package func matches(_ other: String) -> Bool { !ranges(in: Array(other.utf8)).isEmpty }

  /// The matches in a text of one row, as ranges of cells from 0.
  package func cells(in other: String) -> [Range<Int>] {
    let bytes = Array(other.utf8)
    return ranges(in: bytes).map { range in
      let start = Glyphs(bytes[..<range.lowerBound]).reduce(0) { $0 + $1.width }
      return start..<start + Glyphs(bytes[range]).reduce(0) { $0 + $1.width }
    }
  }

  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      eachMatch(in: buffer, buffer.indices) { ranges.append($0) }
    }
    return ranges
  }

  /// Calls `body` with each match in a range of bytes, from left to right; matches do not overlap.
  func eachMatch(in bytes: UTF8Bytes, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    leads.withUnsafeBufferPointer { leads in
      var position = range.lowerBound
      while position < range.upperBound {
        if leads[Int(bytes[position])],
          let end = end(ofMatchAt: position, in: bytes, before: range.upperBound)
        {
          body(position..<end)
          position = end
        } else {
          position += 1
        }
      }
    }
  }

  func end(ofMatchAt start: Int, in bytes: UTF8Bytes, before limit: Int) -> Int? {
    var position = start
    for forms in letters {
      let rest = bytes[position..<limit]
      guard let form = forms.first(where: { rest.starts(with: $0) }) else { return nil }
      position += form.count
    }
    while position < limit, bytes[position] >= 0x80 {
      var next = position
      guard CharacterWidth.cells(UTF8Reader.next(bytes, &next)) == 0 else { break }
      position = min(next, limit)
    }
    return position
  }
}
