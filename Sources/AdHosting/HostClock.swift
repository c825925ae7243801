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

/// The uptime of the device since the clock was made, which stands still while the device sleeps, with a timer on the main queue.
@MainActor public final class MainQueueClock: HostClock {
  private let opened = DispatchTime.now()
  private let timer = DispatchSource.makeTimerSource(queue: .main)
  private var action: (@MainActor () -> Void)?

  /// Makes a clock that begins now.
  public init() {
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        let action = self?.action
        self?.action = nil
        action?()
      }
    }
    timer.activate()
  }

  /// The time since the clock was made.
  public var now: Instant {
    let passed = DispatchTime.now().uptimeNanoseconds - opened.uptimeNanoseconds
    return Instant(milliseconds: Int64(passed / 1_000_000))
  }

  /// Calls `action` on the main queue at this instant, in place of the call asked for before.
  public func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void) {
    self.action = instant == nil ? nil : action
    let due = instant.map { opened + .milliseconds(Int(clamping: $0.milliseconds)) }
    timer.schedule(deadline: due ?? .distantFuture)
  }
}
