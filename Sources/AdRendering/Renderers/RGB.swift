/// A colour in sRGB.
public struct RGB: Hashable, Sendable {
  /// The parts, 0…255 each.
  public let red, green, blue: UInt8

  /// Makes a colour of red, green and blue, 0…255 each.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
