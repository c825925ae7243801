/// A character that every terminal shows alike: a scalar and at most one combining mark.
package struct Glyph: Hashable, Sendable {
  /// The base scalar; never a control character or an invisible one.
  package var base: Unicode.Scalar
  /// The combining mark, or NUL.
  package var mark: Unicode.Scalar = "\0"
  /// The number of cells, 1 or 2.
  package var width = 1
}

/// The glyphs of a text; what a terminal might obey, reorder or hide becomes `�`, also tab and line feed.
///
/// More than a base and one mark is simplified, a flag is its letters, a soft hyphen a hyphen, a lone mark gets `◌`.
package struct Glyphs: Sequence, IteratorProtocol, Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package init(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  package mutating func next() -> Glyph? {
    guard position < bytes.count else { return nil }
    var next = position
    let glyph = bytes.withUnsafeBufferPointer { GlyphReader.next($0, &next) }
    position = next
    return glyph
  }

  package static func cells(_ text: some StringProtocol) -> Int {
    Glyphs(text).reduce(0) { $0 + $1.width }
  }
}
