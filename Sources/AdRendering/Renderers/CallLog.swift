public import AdEngine

/// The log of the calls between the SDK and the renderers.
public final class CallLog {
  /// Who made a call: the two colours of the redesign's diagrams (`S3.1`).
  public enum Caller: String, CaseIterable, Sendable {
    /// The SDK called the plug-in.
    case sdk
    /// The plug-in called the SDK.
    case plugin
  }

  /// A call, or a decision of the SDK.
  public enum Call: Hashable, Sendable, CustomStringConvertible {
    /// A renderer was chosen for the bid.
    case choose(RendererChoice)
    /// A renderer was asked for an ad; `isMade` is `false` if it made none.
    case create(renderer: String, isMade: Bool)
    /// The ad was asked to load.
    case load
    /// The ad was asked to present; `isShown` is `false` if it did not.
    case show(isShown: Bool)
    /// The ad was removed by the SDK.
    case remove
    /// The SDK made a control call to the presented ad.
    case control(AdControl)
    /// The ad reported an event.
    case event(AdEvent)
    /// The ad made a call that its contract does not allow; it was ignored.
    case violation(AdViolation)
    /// The ad printed a line (`S0.91`).
    case printed(String)

    /// The call as reports show it.
    public var description: String {
      switch self {
      case .choose(let choice): "choose \(choice.identity.name): \(choice.reason)"
      case .create(let renderer, true): "create an ad by \(renderer)"
      case .create(let renderer, false): "create an ad by \(renderer): nil"
      case .load: "loadAd"
      case .show(true): "show"
      case .show(false): "show: not shown"
      case .remove: "removeAd"
      case .control(let control): control.rawValue
      case .event(let event): event.error.map { "\(event): \($0)" } ?? event.description
      case .violation(let violation): "ignored: \(violation)"
      case .printed(let line): "debugPrint: \(line)"
      }
    }
  }

  /// A call with its time and its ad.
  public struct Entry: Hashable, Sendable {
    /// The time of the call.
    public let at: Instant
    /// The ad that the call is about.
    public let ad: AdFingerprint
    /// The side that made the call.
    public let caller: Caller
    /// The call itself.
    public let call: Call
  }

  /// The newest calls, in order; when the capacity is reached, the older half is dropped.
  public private(set) var entries: [Entry] = []
  /// The switch for the lines that ads print; calls are logged always.
  public let debug: DebugSettings
  private let capacity: Int

  /// Creates an empty log that keeps at most `capacity` entries.
  public init(capacity: Int = 10_000, debug: DebugSettings = DebugSettings()) {
    self.capacity = max(2, capacity)
    self.debug = debug
  }

  /// The lines that one ad printed, in order.
  public func prints(of ad: AdFingerprint) -> [String] {
    entries(of: ad).compactMap { if case .printed(let line) = $0.call { line } else { nil } }
  }

  /// The entries of one ad, in order.
  public func entries(of ad: AdFingerprint) -> [Entry] { entries.filter { $0.ad == ad } }

  /// The events that one ad reported, in order.
  public func events(of ad: AdFingerprint) -> [AdEvent] {
    entries(of: ad).compactMap { if case .event(let event) = $0.call { event } else { nil } }
  }

  func add(_ call: Call, _ caller: Caller, of ad: AdFingerprint, at time: Instant) {
    if entries.count >= capacity { entries.removeFirst(entries.count / 2) }
    entries.append(Entry(at: time, ad: ad, caller: caller, call: call))
  }
}

/// A report of an ad that its contract does not allow (D46).
public enum AdViolation: Hashable, Sendable, CustomStringConvertible {
  /// The event is out of order in the phase of the ad.
  case outOfOrder(AdEvent, in: AdPhase)
  /// The event was reported after the end of the ad.
  case afterEnd(AdEvent)

  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .outOfOrder(let event, let phase): "\(event) of an ad that is \(phase.rawValue)"
    case .afterEnd(let event): "\(event) of an ad that is gone"
    }
  }
}
