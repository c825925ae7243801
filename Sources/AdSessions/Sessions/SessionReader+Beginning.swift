import AdRendering

extension SessionReader {
  /// Reads the first bytes of a file, so many of them that `isSession` can tell by them what it is.
  ///
  /// A pipe may hand over a few at a time, a file on a network too. No more is waited for than the first line.
  package static func beginning<Failure: Error>(
    by read: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    var bytes = try read()
    while !bytes.isEmpty, !suffices(bytes) {
      let chunk = try read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Whether these bytes are 4,096, a whole line of an object, or not the beginning of an object.
  private static func suffices(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < 4096 else { return true }
    if bytes.count < ByteOrderMark.bytes.count, ByteOrderMark.bytes.starts(with: bytes) {
      return false
    }
    let text = text(beginningWith: bytes)
    guard let first = text.first else { return false }
    return first != UInt8(ascii: "{") || text.contains(0x0A)
  }

  /// What a file says that begins with these bytes, from its first character on that is no white space.
  static func text<Bytes: Collection<UInt8>>(
    beginningWith bytes: Bytes
  ) -> Bytes.SubSequence {
    bytes.dropFirst(ByteOrderMark.length(in: bytes))
      .drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }
}
