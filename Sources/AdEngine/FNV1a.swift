/// The hash FNV-1a of 64 bits: the same number for the same bytes on every machine, and no protection against forgery.
package enum FNV1a {
  /// The hash of bytes.
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
