/// Why a text is no TC string, and where.
public struct TCStringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong at ``offset``, and what was expected.
  public let reason: String
  /// Where: the number of characters before it.
  public let offset: Int

  /// One sentence with the place and what was expected.
  public var description: String { "character \(offset + 1): \(reason)" }
}
