import TestSupport
import Testing

@testable import AdTuning

/// Powers that are the same on every machine.
@Suite(.tags(.fast)) struct ExponentialTests {
  @Test(arguments: [1.0, 0.78, 0.9, 2, 10, 0.001, 1e-300, 1e300, 1.5, 1.4142135623730951])
  func `logarithm and exponential undo each other`(number: Double) {
    let log = Exponential.log(number)
    #expect(abs(Exponential.exp(log) / number - 1) < 1e-12)
    #expect(abs(Exponential.log(10) - 2.302585092994046) < 1e-15)
    #expect(abs(Exponential.exp(1) - 2.718281828459045) < 1e-15)
  }
}
