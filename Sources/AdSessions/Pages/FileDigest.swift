import AdEngine

/// Shows whether two files hold the same bytes, for sessions that were recorded on a page.
package enum FileDigest {
  /// The digest of bytes as 16 hexadecimal digits (FNV-1a, 64 bits); no protection against forgery.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = String(FNV1a.hash(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
