/// When a check may run: at once, and then once more at the end of each 67 ms in which something asked (`S1.32`,
/// `S1.43`, `S1.44`).
struct CheckThrottle: Sendable {
  private(set) var isPending = false
  /// The end of the 67 ms that the last check opened.
  private(set) var windowEnd = Int64.min

  /// Asks for a check.
  ///
  /// - Returns: Whether it is to run now; if not, it is pending until ``windowEnd``.
  mutating func ask(at now: Int64) -> Bool {
    guard now < windowEnd else { return true }
    isPending = true
    return false
  }

  /// Notes that a check runs now.
  mutating func open(at now: Int64) {
    isPending = false
    windowEnd = now + LifecycleDelay.check
  }

  /// Gives up the check that is pending.
  mutating func cancel() {
    isPending = false
  }
}
