/// As much of `CGRect` as the loop of S1 needs; touching rectangles do not intersect.
struct SeedRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  static let zero = SeedRect(x: 0, y: 0, width: 0, height: 0)

  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  func insetBy(dx: Double, dy: Double) -> SeedRect {
    SeedRect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  func intersects(_ other: SeedRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
