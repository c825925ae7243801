/// How a stretch of text is set apart.
package struct TextStyle: OptionSet, Hashable, Sendable {
  /// One bit for each way.
  package let rawValue: UInt8

  /// Makes a style from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Of weight: `**…**`.
  package static let strong = TextStyle(rawValue: 1)
  /// Stressed: `*…*`.
  package static let emphasis = TextStyle(rawValue: 2)
  /// Source text: `` `…` `` or a code block.
  package static let code = TextStyle(rawValue: 4)
  /// Part of a link.
  package static let link = TextStyle(rawValue: 8)
  /// The name of an image that stands within a line.
  package static let image = TextStyle(rawValue: 16)
  /// Part of a quote.
  package static let quote = TextStyle(rawValue: 32)
  /// Not the author's text: the bar of a quote, the mark of a list item or of a continued line.
  package static let marker = TextStyle(rawValue: 64)
}
