/// The hash FNV-1a of 64 bits: the same number for the same bytes on every machine, and no protection against forgery.
package enum FNV1a {
  // Not one generic function: called from another module it is not specialized and costs ten times as much.
  /// The hash of a text's bytes in UTF-8.
  package static func hash(_ text: String) -> UInt64 {
    text.utf8.withContiguousStorageIfAvailable { hash(of: $0) } ?? hash(of: text.utf8)
  }

  package static func hash(_ bytes: [UInt8]) -> UInt64 { hash(of: bytes) }

  @inline(__always)
  private static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
