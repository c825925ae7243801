import Glibc
package import Testing

/// Tests that take minutes and a whole machine: beside others they would make those miss their time limits.
package enum SlowTests {
  /// Whether they run (`ADVIEW_SLOW=1 swift test --no-parallel`).
  package static let areRun = getenv("ADVIEW_SLOW").map { String(cString: $0) == "1" } ?? false

  /// Why they did not.
  package static let reason: Comment = "takes minutes and the whole machine; ADVIEW_SLOW=1 runs it"
}
