import AdEngine
import Dispatch

/// The time since a page was opened, and its one timer, on the main queue.
@MainActor final class PageClock {
  private let opened = DispatchTime.now()
  private var timer = 0

  var now: Instant {
    let passed = DispatchTime.now().uptimeNanoseconds - opened.uptimeNanoseconds
    return Instant(milliseconds: Int64(passed / 1_000_000))
  }

  func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void) {
    timer += 1
    guard let instant else { return }
    let due = opened + .milliseconds(Int(instant.milliseconds))
    DispatchQueue.main.asyncAfter(deadline: due) { [weak self, timer] in
      MainActor.assumeIsolated {
        if let self, self.timer == timer { action() }
      }
    }
  }
}
