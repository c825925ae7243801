import Dispatch
import Glibc

/// Work on all cores; results come in order, so that what is made of them is the same for any number of cores.
enum Workers {
  /// How many results for each core are kept until it is their turn.
  private static let batch = 8

  /// Makes a value for each number below `count` and hands them over in order, until `take` returns false.
  static func each<Value: Sendable, Failure: Error>(
    _ count: Int, onOneCore: Bool = false, _ value: @Sendable (Int) -> Value,
    _ take: (Value) throws(Failure) -> Bool
  ) throws(Failure) {
    let step = onOneCore ? 1 : cores * batch
    for start in stride(from: 0, to: count, by: step) {
      let numbers = start..<min(start + step, count)
      for value in values(of: numbers, value) {
        guard try take(value) else { return }
      }
    }
  }

  private static func values<Value: Sendable>(
    of numbers: Range<Int>, _ value: @Sendable (Int) -> Value
  ) -> [Value] {
    guard cores > 1, numbers.count > 1 else { return numbers.map(value) }
    return Array(unsafeUninitializedCapacity: numbers.count) { buffer, count in
      // Each iteration has a place of its own.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
        places.initializeElement(at: index, to: value(numbers.lowerBound + index))
      }
      count = numbers.count
    }
  }

  private static let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
