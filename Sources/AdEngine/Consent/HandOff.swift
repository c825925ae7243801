/// Stands for what ads are told about the person's choice: ads that were told something else load anew (D4).
///
/// It is a digest of the TC string and no secret. Without a string nothing is told beyond whether ads may load.
public struct HandOff: Hashable, Sendable {
  /// FNV-1a of the string's bytes, 64 bits; 0 where there is no string.
  public let digest: UInt64

  /// Nothing is told.
  public static let none = HandOff(digest: 0)

  private init(digest: UInt64) { self.digest = digest }

  /// Stands for a TC string.
  public init(_ text: String) {
    // No string is the same as none.
    digest = max(1, FNV1a.hash(text))
  }
}
