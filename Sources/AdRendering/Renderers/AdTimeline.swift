public import AdEngine

/// The time that plug-ins live in: what they want to do later is done when the host lets time pass.
///
/// It reads no clock. Actions of one moment run in the order in which they were asked for.
public final class AdTimeline {
  private struct Action {
    let time: Instant
    let number: Int
    let owner: Int
    let perform: () -> Void
  }

  /// The moment that the host let time come to.
  public private(set) var now: Instant
  /// What is to be done, the next last.
  private var actions: [Action] = []
  private var lastNumber = 0
  private var lastOwner = 0

  /// Makes a timeline that stands at a moment.
  public init(at now: Instant = .start) {
    self.now = now
  }

  /// The moment of the next action, if there is one.
  public var nextTime: Instant? { actions.last?.time }

  /// How many actions are to come.
  public var pendingCount: Int { actions.count }

  /// Opens a connection for one ad.
  public func connect() -> AdConnection {
    lastOwner += 1
    return AdConnection(self, lastOwner)
  }

  /// Lets time pass up to and including a time, each action at its own.
  public func advance(to time: Instant) {
    while let action = actions.last, action.time <= time {
      actions.removeLast()
      now = max(now, action.time)
      action.perform()
    }
    now = max(now, time)
  }

  /// Lets time pass until nothing is to be done any more, or up to a time, whichever comes first.
  ///
  /// - Returns: Whether nothing is left.
  @discardableResult
  public func runUntilIdle(until limit: Instant) -> Bool {
    while let next = nextTime, next <= limit { advance(to: next) }
    return actions.isEmpty
  }

  fileprivate func count(of owner: Int) -> Int { actions.count { $0.owner == owner } }

  fileprivate func add(
    after delay: Int64, _ owner: Int, _ perform: @escaping () -> Void
  ) -> AdConnection.Handle {
    lastNumber += 1
    let action = Action(
      time: now + delay, number: lastNumber, owner: owner, perform: perform)
    // An action of the same moment that was asked for before stays nearer to the end.
    var index = actions.endIndex
    while index > 0, actions[index - 1].time <= action.time { index -= 1 }
    actions.insert(action, at: index)
    return AdConnection.Handle(number: lastNumber)
  }

  fileprivate func cancel(_ handle: AdConnection.Handle) {
    actions.removeAll { $0.number == handle.number }
  }

  fileprivate func cancelAll(of owner: Int) {
    actions.removeAll { $0.owner == owner }
  }
}

/// One ad's hold on time, which ends with the ad: what the ad still wanted to do is not done (D54).
///
/// It stands where the seeds have a connection to the ad server.
public final class AdConnection {
  /// Names an action that is to come.
  public struct Handle: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// The longest delay, in milliseconds; a longer one counts as this.
  public static let maxDelay: Int64 = 3_600_000
  /// How many actions of one ad may be to come; more are not taken.
  public static let maxActions = 64

  private let timeline: AdTimeline
  private let owner: Int
  /// Whether the ad is still there.
  public private(set) var isOpen = true

  fileprivate init(_ timeline: AdTimeline, _ owner: Int) {
    self.timeline = timeline
    self.owner = owner
  }

  /// What time it is.
  public var now: Instant { timeline.now }

  /// Does something later, at least a millisecond from now, so that time passes whatever an ad does.
  ///
  /// - Returns: A handle to cancel it by; `nil` if the ad is gone or wants too much at once.
  @discardableResult
  public func after(_ milliseconds: Int64, _ perform: @escaping () -> Void) -> Handle? {
    guard isOpen, timeline.count(of: owner) < Self.maxActions else { return nil }
    return timeline.add(after: min(max(milliseconds, 1), Self.maxDelay), owner, perform)
  }

  /// Does not do what was to be done later.
  public func cancel(_ handle: Handle) {
    timeline.cancel(handle)
  }

  /// Ends the connection: nothing that the ad asked for takes place any more.
  public func close() {
    isOpen = false
    timeline.cancelAll(of: owner)
  }

  deinit { timeline.cancelAll(of: owner) }
}
