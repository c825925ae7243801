/// One character as a terminal can be trusted to show it: a scalar and at most one mark over or under it.
package struct Glyph: Hashable, Sendable {
  /// The character; never a control character, never one that nobody sees.
  package var base: Unicode.Scalar
  /// A mark that combines with the character (an accent), or NUL.
  package var mark: Unicode.Scalar
  /// How many cells it takes: 1 or 2.
  package var width: Int

  /// Makes a glyph.
  package init(_ base: Unicode.Scalar, mark: Unicode.Scalar = "\0", width: Int = 1) {
    self.base = base
    self.mark = mark
    self.width = width
  }
}

/// Text as glyphs: what layout measures and what is drawn, so that the two always agree.
///
/// Untrusted bytes become harmless here. What a terminal might obey, reorder or hide (C0, DEL, C1, bidirectional and
/// zero-width controls, bytes that are not UTF-8) becomes the mark `�`, tab and line feed included: who wants to keep
/// them takes them out first. What does not fit a base and one mark is simplified, always in the same way:
/// further marks, variation selectors, skin tones and what is joined to an emoji are left out; a flag is written as
/// its two letters; a soft hyphen as a hyphen; a mark without a base gets `◌`.
package struct Glyphs: Sequence, IteratorProtocol, Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  /// The glyphs of UTF-8 bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The glyphs of a text.
  package init(_ text: some StringProtocol) {
    self.init(Array(text.utf8)[...])
  }

  /// The next glyph, if there is one.
  package mutating func next() -> Glyph? {
    guard position < bytes.count else { return nil }
    var next = position
    let glyph = bytes.withUnsafeBufferPointer { GlyphReader.next($0, &next) }
    position = next
    return glyph
  }

  /// The number of cells that all the glyphs of a text take together.
  package static func cells(_ text: some StringProtocol) -> Int {
    Glyphs(text).reduce(0) { $0 + $1.width }
  }
}
