/// A character that every terminal shows alike: a scalar and at most one combining mark.
package struct Glyph: Hashable, Sendable {
  /// The base scalar; never a control character or an invisible one.
  package var base: Unicode.Scalar
  /// The combining mark, or NUL.
  package var mark: Unicode.Scalar = "\0"
  /// The number of cells, 1 or 2.
  package var width = 1
}

/// The glyphs of a text, which layout measures and drawing shows.
///
/// Untrusted bytes become harmless here. Scalars that a terminal might obey, reorder or hide (C0, DEL, C1,
/// bidirectional and zero-width controls, bytes that are not UTF-8) become the mark `�`, including tab and line feed: a
/// caller that keeps them must split the text first. What does not fit a base and one mark is simplified, always in the
/// same way: further marks, variation selectors, skin tones and what is joined to an emoji are left out; a flag is
/// written as its two letters; a soft hyphen as a hyphen; a mark without a base gets `◌`.
package struct Glyphs: Sequence, IteratorProtocol, Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  /// The glyphs of UTF-8 bytes.
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
