extension UInt8 {
  /// Whether the byte is white space of ASCII: a space, a tab, or one of the line feeds.
  @inlinable package var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
