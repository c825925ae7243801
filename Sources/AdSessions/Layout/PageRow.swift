/// A piece of a laid-out page: a row of text or a box.
package struct PageRow: Hashable, Sendable {
  /// What there is to draw.
  package enum Content: Hashable, Sendable {
    /// Text; `heading` is the level of a heading, 0 elsewhere.
    case text([PageSpan], heading: Int)
    /// A line across the column.
    case rule
    /// A box in place of an image, with what the page says instead of it (may be empty), and the link it is part of.
    case image(alt: String, link: Int?)
    /// The label above a slot.
    case label(slot: Int)
    /// A slot's frame.
    case slot(Int)
    /// The row below a slot, where the playground says what is in it.
    case caption(slot: Int)
  }

  /// The top edge, in points from the top of the page.
  package var y: Double
  /// The height in points.
  package var height: Double
  /// What stands left of the content: the bars of quotes and the marks of list items; none for slots.
  package var prefix: [PageSpan]
  /// How many columns the prefix takes: the content begins there.
  package var indent: Int
  /// What there is to draw.
  package var content: Content

  /// The bottom edge.
  package var maxY: Double { y + height }
}

/// A stretch of text of one style; scrubbed.
package struct PageSpan: Hashable, Sendable {
  /// The text as UTF-8.
  package var bytes: ArraySlice<UInt8>
  /// How it is set apart.
  package var style: TextStyle
  /// The number of the link it belongs to, if any.
  package var link: Int?

  /// The text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text as what is drawn.
  package var glyphs: Glyphs { Glyphs(bytes) }
}
