/// Identifies the consent data that ads receive; ads that received other data are loaded again (D4).
///
/// It is a digest of the TC string and no secret. Without a string ads receive nothing but whether they may load.
public struct ConsentPayload: Hashable, Sendable {
  /// FNV-1a of the string's bytes, 64 bits; 0 where there is no string.
  package let digest: UInt64

  /// Ads receive no consent data.
  public static let none = ConsentPayload(digest: 0)

  private init(digest: UInt64) { self.digest = digest }

  /// Stands for a TC string.
  public init(_ text: String) {
    // No string is the same as none.
    digest = max(1, FNV1a.hash(text))
  }
}
