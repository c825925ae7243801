import AdEngine
import AdRendering

/// A width and a height either of which may be left open: `300x250`, `320x_`.
struct OpenSize: Hashable, Sendable {
  var width: Double?
  var height: Double?
}

enum Measures {
  // What a sentence says is expected of each.
  static let size = "WxH in points, each side more than 0 and at most 4096, or _"
  static let time = "a time like 0ms or 5s, at most 1h"
  static let viewport = "WxH in points, each side more than 0 and at most 4096, such as 390x844"
  static let latency = "a time like 800ms or 2s, or a range like 400ms..2500ms, at most 1h"

  /// The size that `text` writes, if it is possible (D25).
  static func openSize(_ text: String) -> OpenSize? {
    let sides = sides(of: text)
    guard sides.count == 2, let width = side(sides[0]), let height = side(sides[1]) else {
      return nil
    }
    return OpenSize(width: width.points, height: height.points)
  }

  /// The size that `text` writes, if both sides are given and possible.
  static func size(_ text: String) -> Size? {
    guard let size = openSize(text), let width = size.width, let height = size.height else {
      return nil
    }
    return Size(width: width, height: height)
  }

  /// The least viewport that `text` writes, whose sides may be 0.
  static func least(_ text: String) -> Size? {
    let sides = sides(of: text).map { plainNumber(trim($0)) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    return Size(width: width, height: height)
  }

  private static func sides(of text: String) -> [Substring] {
    text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "x" || $0 == "X" || $0 == "×"
    }.map { Substring($0) }
  }

  /// One side of a size; without points where it is left open.
  private struct Side {
    var points: Double?
  }

  private static func side(_ text: Substring) -> Side? {
    let text = trim(text)
    if text == "_" { return Side() }
    guard let points = plainNumber(text), points > 0, points <= 4096 else { return nil }
    return Side(points: points)
  }

  /// The milliseconds that `text` writes: `800ms`, `2s..6s`.
  static func latency(_ text: String) -> ClosedRange<Int64>? {
    guard let dots = text.firstRange(of: "..") else { return time(text).map { $0...$0 } }
    guard let low = time(text[..<dots.lowerBound]), let high = time(text[dots.upperBound...]),
      low <= high
    else { return nil }
    return low...high
  }

  /// The milliseconds that `text` writes: `800ms`, `1 h`.
  static func time(_ text: some StringProtocol) -> Int64? {
    let text = trim(Substring(text))
    for (unit, milliseconds) in [
      ("ms", 1.0), ("s", 1000), ("min", 60_000), ("m", 60_000), ("h", 3_600_000),
    ]
    where text.hasSuffix(unit) {
      guard let number = plainNumber(trim(text.dropLast(unit.count))) else { continue }
      let time = number * milliseconds
      guard time <= 3_600_000 else { return nil }
      return Int64(time.rounded())
    }
    return nil
  }

  /// A number of digits and at most one point, not negative.
  private static func plainNumber(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else {
      return nil
    }
    return WrittenNumber.real(text)
  }

  private static func trim(_ text: Substring) -> Substring {
    var scalars = text.unicodeScalars
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return Substring(scalars)
  }
}
