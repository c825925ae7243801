import Dispatch
import Glibc

/// Work on all cores; results come in order, so that what is made of them is the same for any number of cores.
enum Workers {
  /// How many results are made before the first of them is handed over: few, since they are kept until then.
  private static let batch = 4 * max(1, min(16, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Makes a value for each number below `count` and hands them over in order, until `goesOn` returns false.
  static func each<Value: Sendable, Failure: Error>(
    _ count: Int, onOneCore: Bool = false, while goesOn: () -> Bool = { true },
    make: @Sendable (Int) -> Value, take: (Value) throws(Failure) -> Void
  ) throws(Failure) {
    let step = onOneCore ? 1 : batch
    for start in stride(from: 0, to: count, by: step) {
      guard goesOn() else { return }
      for value in values(of: start..<min(start + step, count), make) { try take(value) }
    }
  }

  private static func values<Value: Sendable>(
    of numbers: Range<Int>, _ value: @Sendable (Int) -> Value
  ) -> [Value] {
    guard numbers.count > 1 else { return numbers.map(value) }
    return Array(unsafeUninitializedCapacity: numbers.count) { buffer, count in
      // Each iteration has a place of its own.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
        places.initializeElement(at: index, to: value(numbers.lowerBound + index))
      }
      count = numbers.count
    }
  }
}
