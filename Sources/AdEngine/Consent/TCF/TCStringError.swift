/// Why a text is no TC string, and where.
public struct TCStringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a string.
  public enum Reason: Hashable, Sendable {
    /// The string, or one of its segments, is empty.
    case empty
    /// The string has more characters than this.
    case tooLong(limit: Int)
    /// A character that is none of base64url.
    case character
    /// The segment ends inside this field.
    case cutShort(field: String)
    /// The string is of this version of the framework; only version 2 is read.
    case version(Int)
    /// This field holds two numbers that are no capital letters.
    case letters(field: String)
    /// This field names a vendor beyond the greatest that its section has.
    case vendor(Int, maximum: Int, field: String)
    /// This field has a range that ends before it begins, or begins at 0.
    case range(first: Int, last: Int, field: String)
    /// A restriction of a kind that the framework does not have.
    case restriction(Int)
    /// A restriction of a purpose that the framework does not have.
    case restrictedPurpose(Int)
    /// A segment of a kind that the framework does not have.
    case segment(Int)
    /// A second segment of this kind.
    case repeatedSegment(Int)
    /// This field of a GPP string holds another number than is expected.
    case number(Int, field: String, expected: String)
    /// More than what fills up the last bytes stands behind the last field of a segment.
    case rest
  }

  /// What is wrong at ``offset``.
  public let reason: Reason
  /// Where: the number of characters before it.
  public let offset: Int

  /// One sentence with the place and what was expected.
  public var description: String { "character \(offset + 1): \(words)" }

  private var words: String {
    switch reason {
    case .empty: "nothing there: expected a TC string"
    case .tooLong(let limit): "too long: expected at most \(limit) characters"
    case .character: "expected A–Z, a–z, 0–9, - or _"
    case .cutShort(let field): "the segment ends inside \(field)"
    case .version(let version): "version \(version): expected version 2, which begins with C"
    case .letters(let field): "\(field): expected two letters"
    case .vendor(let id, let maximum, let field):
      "\(field): vendor \(id): expected at most \(maximum), the greatest id of the section"
    case .range(let first, let last, let field):
      "\(field): vendors \(first) to \(last): expected a range in ascending order from 1 on"
    case .restriction(let kind): "publisher restriction of kind \(kind): expected 0, 1 or 2"
    case .restrictedPurpose(let purpose):
      "publisher restriction of purpose \(purpose): expected 1…24"
    case .segment(let kind): "segment of kind \(kind): expected 1, 2 or 3"
    case .repeatedSegment(let kind): "a second segment of kind \(kind): expected one"
    case .number(let number, let field, let expected): "\(field) \(number): expected \(expected)"
    case .rest: "more than the fields of the segment: expected its end"
    }
  }
}
