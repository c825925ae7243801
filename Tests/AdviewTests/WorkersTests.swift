import Synchronization
import TestSupport
import Testing

@testable import AdPlayground

@Suite(.tags(.fast)) struct WorkersTests {
  @Test func `values come in order, however long each takes`() {
    var taken: [Int] = []
    Workers.each(500) {
      true
    } make: { number in
      // The first of each seven takes longest.
      (0..<(number % 7 == 0 ? 20_000 : 1)).reduce(number) { $0 ^ ($1 & 0) }
    } take: { value in
      taken.append(value)
    }
    #expect(taken == Array(0..<500))
  }

  @Test func `what was made is handed over when there is to be no more`() {
    let made = Mutex(0)
    var taken = 0
    Workers.each(.max) {
      taken < 100
    } make: { _ in
      made.withLock { $0 += 1 }
    } take: {
      taken += 1
    }
    #expect(taken >= 100 && taken == made.withLock { $0 })
  }

  @Test func `an error ends it`() {
    var taken = 0
    #expect(throws: CommandError.ended(3)) {
      try Workers.each(10) {
        true
      } make: { number in
        number
      } take: { (value) throws(CommandError) in
        taken += 1
        if value == 4 { throw .ended(3) }
      }
    }
    #expect(taken == 5)
  }
}
