import AdEngine
import TestSupport
import Testing

@testable import AdSimulation

/// The distances and times of flings on iOS.
@Suite(.tags(.fast)) struct FlingTests {
  @Test func `FLING-1 a fling slows down as iOS lets it`() {
    let fling = Fling(from: 0, speed: 2000, at: .start)
    let expected: [(Int64, Double)] = [
      (67, 125.402), (100, 181.252), (250, 393.379), (500, 631.856), (1000, 864.070),
      (2000, 980.775),
    ]
    for (moment, distance) in expected {
      let position = fling.position(at: Instant(milliseconds: moment))
      #expect(abs(position - distance) < 0.001, "\(moment) ms: \(position)")
    }
  }

  @Test(
    arguments: [
      (200, [112, 72, 53, 34, 26]), (800, [806, 381, 255, 155, 112]),
      (1600, [0, 0, 806, 381, 255]),
    ] as [(Double, [Int64])])
  func `a slot so many points away comes into view when it should, or never`(
    distance: Double, moments: [Int64]
  ) {
    for (speed, expected) in zip([2000.0, 3000, 4000, 6000, 8000], moments) {
      let fling = Fling(from: 0, speed: speed, at: .start)
      let arrival = (Int64(1)...20_000).first { moment in
        fling.position(at: Instant(milliseconds: moment)) >= distance
      }
      if expected == 0 {
        #expect(arrival == nil)
      } else {
        #expect(abs((arrival ?? 0) - expected) <= 1, "\(speed) pt/s: \(arrival ?? -1) ms")
      }
    }
  }
}
