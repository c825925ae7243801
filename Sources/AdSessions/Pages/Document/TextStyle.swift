/// How a stretch of text is set apart.
public struct TextStyle: OptionSet, Hashable, Sendable {
  /// One bit for each way.
  public let rawValue: UInt8

  /// Makes a style from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Of weight: `**…**`.
  public static let strong = TextStyle(rawValue: 1)
  /// Stressed: `*…*`.
  public static let emphasis = TextStyle(rawValue: 2)
  /// Source text: `` `…` `` or a code block.
  public static let code = TextStyle(rawValue: 4)
  /// Part of a link.
  public static let link = TextStyle(rawValue: 8)
  /// The name of an image that stands within a line.
  public static let image = TextStyle(rawValue: 16)
  /// Part of a quote.
  public static let quote = TextStyle(rawValue: 32)
  /// Not the author's text: the bar of a quote, the mark of a list item or of a continued line.
  public static let marker = TextStyle(rawValue: 64)
}
