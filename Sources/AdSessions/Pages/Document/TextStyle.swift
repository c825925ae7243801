package struct TextStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Strong emphasis: `**…**`.
  package static let strong = TextStyle(rawValue: 1)
  /// Emphasis: `*…*`.
  package static let emphasis = TextStyle(rawValue: 2)
  /// Code: between backticks, or a code block.
  package static let code = TextStyle(rawValue: 4)
  package static let link = TextStyle(rawValue: 8)
  /// The alternative text of an inline image.
  package static let image = TextStyle(rawValue: 16)
  package static let quote = TextStyle(rawValue: 32)
  /// A mark that is not the author's text: the bar of a quote, of a list item or of a continued line.
  package static let marker = TextStyle(rawValue: 64)
  /// Text that is no longer meant: `~~…~~`.
  package static let strikethrough = TextStyle(rawValue: 128)
  /// The number of a footnote, where it is referred to.
  package static let footnote = TextStyle(rawValue: 256)
}
