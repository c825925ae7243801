/// Tells whether two files hold the same bytes, for sessions that were recorded on a page.
public enum PageDigest {
  /// The digest of bytes as 16 hexadecimal digits (FNV-1a, 64 bits); no protection against forgery.
  public static func hex(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
