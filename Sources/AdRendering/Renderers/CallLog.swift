public import AdEngine

/// What took place between the SDK and the plug-ins, in order.
public final class CallLog {
  /// Who made a call: the two colours of the seeds' diagrams (`S3.1`).
  public enum Caller: String, CaseIterable, Sendable {
    /// The SDK calls the plug-in.
    case sdk
    /// The plug-in calls the SDK.
    case plugin
  }

  /// What was called, or noted.
  public enum Call: Hashable, Sendable, CustomStringConvertible {
    /// A renderer was chosen for the bid.
    case choose(RendererChoice)
    /// A renderer was asked to make an ad; `false` if it made none.
    case create(renderer: String, isMade: Bool)
    /// The ad was asked to load.
    case load
    /// The ad was asked to show itself; `false` if it did not.
    case show(isShown: Bool)
    /// The ad was forgotten.
    case remove
    /// The ad told of an event.
    case event(AdEvent)
    /// The ad did what its contract does not allow; it had no effect.
    case violation(AdViolation)

    /// The call in words.
    public var description: String {
      switch self {
      case .choose(let choice): "choose \(choice.identity.name): \(choice.reason)"
      case .create(let renderer, true): "create an ad by \(renderer)"
      case .create(let renderer, false): "create an ad by \(renderer): nil"
      case .load: "loadAd"
      case .show(true): "show"
      case .show(false): "show: not shown"
      case .remove: "removeAd"
      case .event(let event): event.error.map { "\(event): \($0)" } ?? event.description
      case .violation(let violation): "ignored: \(violation)"
      }
    }
  }

  /// One call.
  public struct Entry: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// The ad it was about.
    public let ad: AdFingerprint
    /// Who called.
    public let caller: Caller
    /// What.
    public let call: Call
  }

  /// The newest calls, in order; the older half is forgotten when there are more than ``capacity``.
  public private(set) var entries: [Entry] = []
  private let capacity: Int

  /// Makes an empty log that keeps at most so many entries.
  public init(capacity: Int = 10_000) {
    self.capacity = max(2, capacity)
  }

  /// The entries about one ad.
  public func entries(of ad: AdFingerprint) -> [Entry] { entries.filter { $0.ad == ad } }

  /// The events that one ad told of.
  public func events(of ad: AdFingerprint) -> [AdEvent] {
    entries(of: ad).compactMap { if case .event(let event) = $0.call { event } else { nil } }
  }

  func add(_ call: Call, _ caller: Caller, of ad: AdFingerprint, at time: Instant) {
    if entries.count >= capacity { entries.removeFirst(entries.count / 2) }
    entries.append(Entry(at: time, ad: ad, caller: caller, call: call))
  }
}

/// Something that an ad told although its contract does not allow it (D46).
public enum AdViolation: Hashable, Sendable, CustomStringConvertible {
  /// The event does not belong to what the ad had come to.
  case outOfOrder(AdEvent, in: AdPhase)
  /// The ad was gone.
  case afterEnd(AdEvent)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .outOfOrder(let event, let phase): "\(event) of an ad that is \(phase.rawValue)"
    case .afterEnd(let event): "\(event) of an ad that is gone"
    }
  }
}
