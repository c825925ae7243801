package import AdEngine

/// A real device, by the size of its screen in points (`dp` on Android), held upright; iPhones as lists of 2026 have them.
package struct Device: Hashable, Sendable {
  /// The name, as `--device` takes it.
  package let name: String
  /// The screen, in points.
  package let screen: Size

  private init(_ name: String, _ width: Double, _ height: Double) {
    self.name = name
    screen = Size(width: width, height: height)
  }

  package static func named(_ name: String) -> Device? {
    all.first { $0.name == name.lowercased() }
  }

  package static let all = [
    Device("iphone-se", 375, 667),
    Device("iphone-13-mini", 375, 812),
    Device("iphone-14", 390, 844),
    Device("iphone-15", 393, 852),
    Device("iphone-15-pro-max", 430, 932),
    Device("iphone-16-pro", 402, 874),
    Device("iphone-16-pro-max", 440, 956),
    Device("ipad-mini", 744, 1133),
    Device("ipad-pro-11", 834, 1194),
    Device("pixel-8", 412, 915),
    Device("galaxy-s24", 360, 780),
    Device("galaxy-s24-ultra", 384, 824),
    Device("galaxy-a54", 412, 892),
  ]
}
