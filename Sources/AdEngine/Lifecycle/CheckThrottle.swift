/// When a check may run: at once, and then once more at the end of each 67 ms in which something asked (`S1.32`,
/// `S1.43`, `S1.44`).
package struct CheckThrottle: Sendable {
  /// The end of the 67 ms that the last check opened.
  package private(set) var windowEnd = Int64.min

  package init() {}

  @inline(__always)
  package func isWaiting(at now: Int64) -> Bool { now < windowEnd }

  /// Opens the next 67 ms, with a check that runs now.
  package mutating func open(at now: Int64) { windowEnd = now + LifecycleDelay.check }
}
