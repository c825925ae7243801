import TestSupport
import Testing

@testable import AdEngine

/// Edges that are shifted together are what they would be if each were shifted by itself.
@Suite(.tags(.fast)) struct ShiftedEdgesTests {
  /// What edges and differences may be: exact, exact to 1/64, rounded, too great to be exact.
  private static let units = [1, 1.0 / 64, 0.1, 1e12]

  @Test(arguments: 0..<120)
  func `edges are those of a plain array`(seed: Int) {
    var draw = SeededGenerator(seed: seed)
    let unit = draw.pick(Self.units)
    var plain = (0..<draw.number(0...1500)).map { Double($0) * 600 * unit }
    var edges = ShiftedEdges(plain)
    for _ in 0..<120 {
      let number = Double(draw.number(-9000...9000)) * (draw.chance(1) ? 0.1 : unit)
      let index = draw.number(0...max(plain.count - 1, 0))
      switch draw.number(0...9) {
      case 0:
        edges.append(number)
        plain.append(number)
      case 1 where !plain.isEmpty:
        edges[index] = number
        plain[index] = number
      case 2 where !plain.isEmpty:
        edges.remove(at: index)
        plain.remove(at: index)
      default:
        edges.shift(from: index, by: number)
        for below in plain.indices.dropFirst(index) { plain[below] += number }
      }
    }
    #expect(Array(edges) == plain)
    #expect(edges == ShiftedEdges(plain))
    #expect(edges.hashValue == ShiftedEdges(plain).hashValue)
  }

  @Test func `numbers are exact in whole parts of 1024, up to a sum`() {
    func isExact(_ numbers: Double...) -> Bool {
      var sum = ExactSum()
      for number in numbers { sum.add(number) }
      return sum.isExact
    }
    #expect(isExact(0, -0.5, 1.0 / 1024, 1e12))
    #expect(isExact(0x1p40, -0x1p40))
    #expect(!isExact(0x1p40, -0x1p40, 1))
    #expect(!isExact(1.0 / 2048))
    #expect(!isExact(0.1))
    #expect(!isExact(.infinity))
    #expect(!isExact(.nan))
  }
}
