import TestSupport
import Testing

@testable import AdPlayground

@Suite(.tags(.fast)) struct WorkersTests {
  @Test func `values come in order, however long each takes`() {
    var taken: [Int] = []
    Workers.each(500) { number in
      // The first of each seven takes longest.
      (0..<(number % 7 == 0 ? 20_000 : 1)).reduce(number) { $0 ^ ($1 & 0) }
    } _: { value in
      taken.append(value)
      return true
    }
    #expect(taken == Array(0..<500))
  }

  @Test func `no value is made that is far behind the one that ends it`() {
    var taken = 0
    Workers.each(.max) {
      $0
    } _: { value in
      taken = value
      return value < 100
    }
    #expect(taken == 100)
  }

  @Test func `an error ends it`() {
    var taken = 0
    #expect(throws: CommandError.ended(3)) {
      try Workers.each(10) {
        $0
      } _: { (value) throws(CommandError) in
        taken += 1
        if value == 4 { throw .ended(3) }
        return true
      }
    }
    #expect(taken == 5)
  }
}
