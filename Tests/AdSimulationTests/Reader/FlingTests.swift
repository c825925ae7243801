import AdEngine
import TestSupport
import Testing

@testable import AdSimulation

/// The distances and times of flings on iOS and Android.
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

  @Test(
    arguments: [
      (1000, 194, 560), (2000, 647, 920), (4000, 2157, 1540), (8000, 7186, 2570),
    ] as [(Double, Double, Int64)])
  func `a fling on Android goes as far and takes as long`(
    speed: Double, distance: Double, duration: Int64
  ) {
    for direction in [1.0, -1] {
      let fling = AndroidFling(from: 100, speed: direction * speed, at: Instant(milliseconds: 50))
      #expect(abs(fling.distance - direction * distance) < 1)
      #expect(abs(fling.duration - duration) <= 5)
      let end = Instant(milliseconds: 50 + fling.duration)
      #expect(fling.position(at: .start) == 100)
      #expect(fling.position(at: end) == 100 + fling.distance)
      #expect(fling.position(at: end + 9999) == 100 + fling.distance)
    }
  }

  @Test func `a fling on Android leaves the thumb at its speed and only slows down`() {
    let fling = AndroidFling(from: 0, speed: 4000, at: .start)
    var last = 0.0
    var step = Double.infinity
    for moment in stride(from: Int64(20), through: fling.duration, by: 20) {
      let position = fling.position(at: Instant(milliseconds: moment))
      #expect(position > last)
      #expect(position - last <= step + 0.001)
      step = position - last
      last = position
    }
    // The curve's own speed at its beginning is distance · 0.5 / 0.175 over the duration.
    let first = fling.position(at: Instant(milliseconds: 1))
    #expect(abs(first * 1000 - 4000) < 100, "\(first)")
  }

  @Test func `who is too slow flings nothing, and no one flings faster than the fastest`() {
    #expect(AndroidFling(from: 5, speed: 49, at: .start).distance == 0)
    #expect(AndroidFling(from: 5, speed: .nan, at: .start).distance == 0)
    #expect(
      AndroidFling(from: 5, speed: 1e9, at: .start)
        == AndroidFling(from: 5, speed: 8000, at: .start))
  }

  @Test(arguments: [1.0, 0.78, 0.9, 2, 10, 0.001, 1e-300, 1e300, 1.5, 1.4142135623730951])
  func `logarithm and exponential undo each other`(number: Double) {
    let log = Exponential.log(number)
    #expect(abs(Exponential.exp(log) / number - 1) < 1e-12)
    #expect(abs(Exponential.log(10) - 2.302585092994046) < 1e-15)
    #expect(abs(Exponential.exp(1) - 2.718281828459045) < 1e-15)
  }
}
