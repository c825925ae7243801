public import AdEngine

/// The time of plug-ins: scheduled actions run, in their order, when the host advances it; it reads no clock.
public final class AdTimeline {
  private struct Action {
    let time: Instant
    let owner: Int
    let perform: () -> Void
  }

  /// The current time, to which the host advanced the timeline.
  public private(set) var now: Instant
  /// The scheduled actions, the next one last.
  private var actions: [Action] = []
  private var lastOwner = 0
  /// The ad for which a plug-in is being called, and the log of its prints.
  var caller: (ad: AdFingerprint, log: CallLog)?

  /// Creates a timeline that starts at a time.
  public init(at now: Instant = .start) { self.now = now }

  /// The time of the next action, if there is one.
  public var nextTime: Instant? { actions.last?.time }

  /// Opens a connection for one ad, on which it schedules its actions.
  public func connect() -> AdConnection {
    lastOwner += 1
    return AdConnection(self, lastOwner)
  }

  /// Advances to a time and runs the actions up to and including it, each at its own time.
  public func advance(to time: Instant) {
    while let action = actions.last, action.time <= time {
      actions.removeLast()
      now = max(now, action.time)
      action.perform()
    }
    now = max(now, time)
  }

  /// Advances until no action is left up to and including a time; returns whether there is none at all.
  @discardableResult
  public func runUntilIdle(until limit: Instant) -> Bool {
    while let next = nextTime, next <= limit { advance(to: next) }
    return actions.isEmpty
  }

  fileprivate func count(of owner: Int) -> Int { actions.count { $0.owner == owner } }

  fileprivate func add(after delay: Int64, _ owner: Int, _ perform: @escaping () -> Void) {
    let action = Action(time: now + delay, owner: owner, perform: perform)
    // Of actions of the same time the earlier scheduled one stays nearer to the end.
    var index = actions.endIndex
    while index > 0, actions[index - 1].time <= action.time { index -= 1 }
    actions.insert(action, at: index)
  }

  fileprivate func cancelAll(of owner: Int) { actions.removeAll { $0.owner == owner } }
}

/// The scheduler of one ad, in place of Prebid's connection; when the ad ends, its pending actions are cancelled (D54).
public final class AdConnection {
  /// The maximum delay, in milliseconds; a longer one is shortened to it.
  public static let maxDelay: Int64 = 3_600_000
  /// The maximum number of scheduled actions of one ad; more are rejected.
  public static let maxActions = 64

  private let timeline: AdTimeline
  private let owner: Int
  /// Whether the ad has not ended.
  public private(set) var isOpen = true
  /// The ad for which it prints, if it was connected for one, and the log.
  private var ownOutput: (ad: AdFingerprint, log: CallLog)?
  private var lines = PrintedLines()

  fileprivate init(_ timeline: AdTimeline, _ owner: Int) {
    self.timeline = timeline
    self.owner = owner
    ownOutput = timeline.caller
  }

  /// The current time of the timeline.
  public var now: Instant { timeline.now }

  /// Schedules an action in at least 1 ms, so that time advances; `false` if the ad has ended or has too many actions.
  @discardableResult
  public func after(_ milliseconds: Int64, _ perform: @escaping () -> Void) -> Bool {
    guard isOpen, timeline.count(of: owner) < Self.maxActions else { return false }
    timeline.add(after: min(max(milliseconds, 1), Self.maxDelay), owner, perform)
    return true
  }

  /// Prints to the debug log, line by line, as `print` does (`S0.91`, `S1.7`); nothing while it is off or after the ad's end.
  public func debugPrint(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    guard isOpen,
      let text = output?.log.debug.text(of: items, separator: separator, terminator: terminator)
    else { return }
    for line in lines.add(text) { log(line) }
  }

  func connect(to log: CallLog, for ad: AdFingerprint) { ownOutput = (ad, log) }

  /// Where it prints: for its own ad, or for the one that the plug-in is being called for.
  private var output: (ad: AdFingerprint, log: CallLog)? { ownOutput ?? timeline.caller }

  private func log(_ line: String) {
    guard let output else { return }
    output.log.add(.printed(line), .plugin, of: output.ad, at: timeline.now)
  }

  /// Ends the connection and cancels its actions.
  package func close() {
    if let rest = lines.takeRest() { log(rest) }
    isOpen = false
    timeline.cancelAll(of: owner)
  }

  deinit { timeline.cancelAll(of: owner) }
}
