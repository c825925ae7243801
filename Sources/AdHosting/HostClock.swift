public import AdEngine
private import Dispatch

/// The time of a page, and its one timer.
@MainActor public protocol HostClock: AnyObject {
  /// The time since the page was opened.
  var now: Instant { get }
  /// Calls `action` once at this instant, in place of the call asked for before; `nil` only cancels that one.
  ///
  /// The call may come late.
  func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void)
}

/// The uptime of the device since the clock was made, with a timer on the main queue.
@MainActor public final class MainQueueClock: HostClock {
  private let opened = DispatchTime.now()
  private var timer = 0

  /// Makes a clock that begins now.
  public init() {}

  /// The time since the clock was made.
  public var now: Instant {
    let passed = DispatchTime.now().uptimeNanoseconds - opened.uptimeNanoseconds
    return Instant(milliseconds: Int64(passed / 1_000_000))
  }

  /// Calls `action` on the main queue at this instant, in place of the call asked for before.
  public func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void) {
    timer += 1
    guard let instant else { return }
    let due = opened + .milliseconds(Int(clamping: instant.milliseconds))
    DispatchQueue.main.asyncAfter(deadline: due) { [weak self, timer] in
      MainActor.assumeIsolated {
        if let self, self.timer == timer { action() }
      }
    }
  }
}
