import AdEngine

extension StringProtocol {
  /// This text, scrubbed by ``Glyphs``, as all that is printed is, line by line: no line feed in it begins a line.
  package var scrubbed: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
    return String(Glyphs(self))
  }
}

extension String {
  /// This text as a page shows it: without what nothing is drawn for, the rest scrubbed.
  var asDrawn: String { Scrubbing.withoutInvisible(self).scrubbed }

  /// The text of these glyphs.
  package init(_ glyphs: some Sequence<Glyph>) {
    var bytes: [UInt8] = []
    for glyph in glyphs { bytes.append(glyph) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  mutating func append(_ glyph: Glyph) {
    append(contentsOf: glyph.base.utf8)
    if glyph.mark != "\0" { append(contentsOf: glyph.mark.utf8) }
  }
}
