import AdEngine

extension StringProtocol {
  /// This text, scrubbed by ``Glyphs``, as all that is printed is, line by line: no line feed in it begins a line.
  package var scrubbed: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
    var bytes = Array(utf8)
    bytes.scrub()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// This text as a page shows it: without what nothing is drawn for, the rest scrubbed.
  var asDrawn: String { Scrubbing.withoutInvisible(self).scrubbed }
}

extension [UInt8] {
  /// Replaces untrusted bytes by the UTF-8 of their glyphs.
  mutating func scrub() {
    var clean: [UInt8] = []
    clean.reserveCapacity(count)
    withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count { clean.append(GlyphReader.next(bytes, &position)) }
    }
    self = clean
  }

  mutating func append(_ glyph: Glyph) {
    append(contentsOf: glyph.base.utf8)
    if glyph.mark != "\0" { append(contentsOf: glyph.mark.utf8) }
  }
}
