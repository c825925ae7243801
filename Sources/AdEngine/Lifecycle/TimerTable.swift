/// The times at which the engine acts by itself, one for each kind of work.
struct TimerTable: Sendable {
  /// A kind of work; what is due at one instant is done in this order.
  enum Timer: Sendable {
    /// The check that waits for the end of a throttle window.
    case check
    /// The first slot that has been within the fetch threshold for long enough.
    case fetch
    /// The first auction that ends by its time-out.
    case auction
    /// The first slot that has been outside the unload zone for long enough.
    case unload
    /// The first ad that is to be rendered.
    case render
    /// The first ad that will have been in view for long enough.
    case viewability
    /// The first ad that is due for a refresh.
    case refresh
  }

  /// Beyond all sums of a time and a delay, so that the minimum of all needs no branch.
  private static let never = Int64.max

  private var check = never
  private var fetch = never
  private var auction = never
  private var unload = never
  private var render = never
  private var viewability = never
  private var refresh = never

  /// The earliest time of all timers, in milliseconds; past the end of time when none is set.
  private(set) var earliest = never

  /// The earliest time of all timers but the check's.
  private(set) var earliestWithoutCheck = never

  /// Whether nothing is due, at any time, but refreshes and checks.
  var isIdleButForRefreshes: Bool {
    min(fetch, auction, unload, render, viewability) == Self.never
  }

  @inline(__always)
  var isCheckSet: Bool { check != Self.never }

  /// Sets a timer to a time in milliseconds, or stops it with `nil`.
  @inline(__always)
  mutating func set(_ timer: Timer, to newTime: Int64?) {
    let time = newTime ?? Self.never
    switch timer {
    case .check: check = time
    case .fetch: fetch = time
    case .auction: auction = time
    case .unload: unload = time
    case .render: render = time
    case .viewability: viewability = time
    case .refresh: refresh = time
    }
    if timer != .check {
      earliestWithoutCheck = min(fetch, auction, unload, render, viewability, refresh)
    }
    earliest = min(check, earliestWithoutCheck)
  }

  func due(at now: Int64) -> (timer: Timer, time: Int64)? {
    guard earliest <= now else { return nil }
    let timer: Timer =
      switch earliest {
      case check: .check
      case fetch: .fetch
      case auction: .auction
      case unload: .unload
      case render: .render
      case viewability: .viewability
      default: .refresh
      }
    return (timer, earliest)
  }
}
