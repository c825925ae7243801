/// A colour of the sRGB colour space.
public struct RGB: Hashable, Sendable {
  /// The components, 0…255 each.
  public let red, green, blue: UInt8

  /// Creates a colour from its components, 0…255 each.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}
