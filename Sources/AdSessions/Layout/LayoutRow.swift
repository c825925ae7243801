/// A piece of a laid-out page: a row of text or a box.
package struct LayoutRow: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Text; `heading` is the level of a heading, 0 elsewhere.
    case text([LayoutSpan], heading: Int)
    case rule
    /// A box in place of an image, with its alternative text (may be empty) and the link that it is part of.
    case image(alt: String, link: Int?)
    case label(slot: Int)
    case slot(Int)
    case caption(slot: Int)
  }

  /// The top edge, in points from the top of the page.
  package var y: Double
  /// The height in points.
  package var height: Double
  /// The text left of the content: the bars of quotes and the marks of list items; none for slots.
  package var prefix: [LayoutSpan]
  /// The width of the prefix, in columns.
  package var indent: Int
  package var content: Content
}

/// A run of scrubbed text in one style.
package struct LayoutSpan: Hashable, Sendable {
  package var bytes: ArraySlice<UInt8>
  package var style: TextStyle
  /// The number of the link it belongs to, if any.
  package var link: Int?

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var glyphs: Glyphs { Glyphs(bytes) }
}
