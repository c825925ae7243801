import AdEngine

/// The ads of one renderer: one record per fingerprint, so that no ad overwrites another (`S4.4`, `S4.6`, D61).
///
/// An event that an ad reports out of order, twice or after its end is logged and not delivered. Delegates receive events
/// in the order in which they were reported, even if a delegate causes new events (D47).
public final class RenderedAds {
  /// The time that an ad has to load, in milliseconds; after that it has failed.
  public static let loadLimit: Int64 = 30_000

  private struct Record {
    let config: AdUnitConfig
    let events: AdEvents
    let log: CallLog
    let connection: AdConnection
    /// Schedules the end of ``loadLimit``; closed when the ad answers.
    let limit: AdConnection
    let bid: Bid
    let received: Instant
    weak var renderer: (any PluginRenderer)?
    var ad: (any RenderedAd)?
    var phase = AdPhase.loading
    var wasShown = false
    var clicks = 0
  }

  /// A registered delegate; `nil` once it is removed, so that queued events do not reach it either.
  private final class Listener {
    weak var delegate: (any AdDelegate)?

    init(_ delegate: any AdDelegate) { self.delegate = delegate }
  }

  private struct Delivery {
    let event: AdEvent
    let events: AdEvents
    let renderer: any PluginRenderer
    let listeners: [Listener]
  }

  /// Receives the events of all ads; it is not retained.
  public weak var delegate: (any AdDelegate)?
  private var records: [AdFingerprint: Record] = [:]
  private var listeners: [AdFingerprint: [Listener]] = [:]
  private var deliveries: [Delivery] = []
  private var isDelivering = false
  /// The number of ads that are being made; until they are kept, no event is delivered.
  private var making = 0

  /// Creates an empty set of records.
  public init() {}

  // A scheduled action retains its ad, the ad its connection, and the connection the timeline with the action.
  deinit { records.keys.forEach(close) }

  package var fingerprints: [AdFingerprint] { records.keys.sorted() }

  package func phase(of ad: AdFingerprint) -> AdPhase? { records[ad]?.phase }

  /// The content of an ad; `nil` for one that is unknown or not loaded.
  public func content(of ad: AdFingerprint) -> AdContent? {
    switch records[ad]?.phase {
    case .loaded, .presenting, .presented, .dismissing: records[ad]?.ad?.content
    case .loading, .dismissed, .failed, nil: nil
    }
  }

  package func ad(_ fingerprint: AdFingerprint) -> (any RenderedAd)? { records[fingerprint]?.ad }

  /// Whether an ad is loaded, was not shown yet, and its bid is still valid.
  public func isReady(_ ad: AdFingerprint) -> Bool {
    guard let record = records[ad], record.ad != nil, record.phase == .loaded, !record.wasShown
    else { return false }
    guard record.bid.isGood(at: record.connection.now, received: record.received) else {
      return false
    }
    guard let controller = record.ad as? any InterstitialController else { return true }
    return controller.isReady
  }

  // MARK: - Calls of the SDK

  /// Begins the record of an ad in place of an earlier one; ``keep(_:_:)`` or ``discard(_:)`` must follow.
  func open(
    _ config: AdUnitConfig, _ bid: Bid, for renderer: any PluginRenderer, _ log: CallLog,
    _ timeline: AdTimeline
  ) -> (events: AdEvents, connection: AdConnection) {
    close(config.fingerprint)
    making += 1
    let connection = timeline.connect()
    connection.connect(to: log, for: config.fingerprint)
    let events = AdEvents(config.fingerprint, self, log, connection)
    records[config.fingerprint] = Record(
      config: config, events: events, log: log, connection: connection,
      limit: timeline.connect(), bid: bid, received: timeline.now, renderer: renderer)
    return (events, connection)
  }

  /// Adds the ad that a renderer made to its record, and lets it load.
  func keep(_ ad: any RenderedAd, _ fingerprint: AdFingerprint) {
    making -= 1
    defer { deliver() }
    guard let record = records[fingerprint] else { return }
    records[fingerprint]?.ad = ad
    // A renderer may have let the ad load while it made it.
    guard record.phase == .loading else { return }
    let events = record.events
    record.limit.after(Self.loadLimit) { [weak events] in
      events?.report(.didFailToLoad(.noAnswer(after: Self.loadLimit)), .sdk)
    }
    record.log.add(.load, .sdk, of: fingerprint, at: record.connection.now)
    ad.loadAd()
  }

  func discard(_ ad: AdFingerprint) {
    making -= 1
    close(ad)
    deliver()
  }

  /// Ends the record of an ad that is replaced; its delegates stay.
  func end(_ ad: AdFingerprint) {
    if let record = records[ad] { record.log.add(.remove, .sdk, of: ad, at: record.connection.now) }
    close(ad)
  }

  /// Shows an ad if it is ready and returns whether it is shown.
  public func show(_ ad: AdFingerprint) -> Bool {
    guard isReady(ad), let record = records[ad] else {
      refuseToShow(ad)
      return false
    }
    records[ad]?.wasShown = true
    let events = record.events
    let isShown = (record.ad as? any InterstitialController)?.show() ?? true
    if isShown, phase(of: ad) == .loaded {
      events.report(.willPresent, .sdk)
      events.report(.didPresent, .sdk)
    } else if !isShown, phase(of: ad) == .loaded || phase(of: ad) == .presenting {
      events.report(.didFailToPresent(.notPresented), .sdk)
    }
    let hasFailed = phase(of: ad) == .failed
    record.log.add(.show(isShown: isShown && !hasFailed), .sdk, of: ad, at: record.connection.now)
    return isShown && !hasFailed
  }

  private func refuseToShow(_ ad: AdFingerprint) {
    guard let record = records[ad] else { return }
    record.log.add(.show(isShown: false), .sdk, of: ad, at: record.connection.now)
    if record.phase == .loaded, !record.wasShown, let seconds = record.bid.expiry,
      !record.bid.isGood(at: record.connection.now, received: record.received)
    {
      record.events.report(.didFailToPresent(.expired(after: seconds)), .sdk)
    }
  }

  /// Passes a click on to an ad that is shown, and reports it unless the ad does.
  package func click(_ ad: AdFingerprint) {
    guard let record = records[ad], record.phase == .presented else { return }
    record.ad?.wasClicked()
    if records[ad]?.clicks == record.clicks { record.events.report(.didClick, .sdk) }
  }

  package func control(_ ad: AdFingerprint, _ control: AdControl) {
    guard let record = records[ad], record.phase == .presented else { return }
    record.log.add(.control(control), .sdk, of: ad, at: record.connection.now)
    record.ad?.control(control)
  }

  /// Closes an ad that is shown, and reports it unless the ad does.
  package func dismiss(_ ad: AdFingerprint) {
    guard let record = records[ad], record.phase == .presented else { return }
    record.ad?.close()
    if phase(of: ad) == .presented { record.events.report(.willDismiss, .sdk) }
    if phase(of: ad) == .dismissing { record.events.report(.didDismiss, .sdk) }
  }

  /// Removes an ad: its record and its delegates are dropped, and pending events are discarded.
  public func remove(_ ad: AdFingerprint) {
    end(ad)
    for listener in listeners.removeValue(forKey: ad) ?? [] { listener.delegate = nil }
  }

  /// Adds a delegate for the events of an ad, which need not exist yet; the delegate is not retained.
  public func register(_ delegate: any AdDelegate, for ad: AdFingerprint) {
    unregister(delegate, for: ad)
    listeners[ad, default: []].append(Listener(delegate))
  }

  /// Removes a delegate of an ad.
  public func unregister(_ delegate: any AdDelegate, for ad: AdFingerprint) {
    for listener in listeners[ad] ?? [] where listener.delegate === delegate {
      listener.delegate = nil
    }
    listeners[ad]?.removeAll { $0.delegate == nil }
    if listeners[ad]?.isEmpty == true { listeners[ad] = nil }
  }

  /// Ends the record of an ad, and discards its queued events.
  private func close(_ ad: AdFingerprint) {
    guard let events = release(ad) else { return }
    events.isRemoved = true
    deliveries.removeAll { $0.events === events }
  }

  /// Ends the record of an ad; its queued events are still delivered.
  @discardableResult
  private func release(_ ad: AdFingerprint) -> AdEvents? {
    guard let record = records.removeValue(forKey: ad) else { return nil }
    record.events.ads = nil
    record.connection.close()
    record.limit.close()
    return record.events
  }

  // MARK: - Events of ads

  func handle(_ event: AdEvent, of events: AdEvents, _ caller: CallLog.Caller) {
    let ad = events.fingerprint
    guard let record = records[ad], record.events === events else { return }
    let now = record.connection.now
    guard let phase = record.phase.after(event) else {
      record.log.add(.violation(.outOfOrder(event, in: record.phase)), caller, of: ad, at: now)
      return
    }
    records[ad]?.phase = phase
    if event == .didClick { records[ad]?.clicks += 1 }
    record.log.add(.event(event), caller, of: ad, at: now)
    if record.phase == .loading { record.limit.close() }
    if let renderer = record.renderer {
      let all = (delegate.map { [Listener($0)] } ?? []) + (listeners[ad] ?? [])
      deliveries.append(Delivery(event: event, events: events, renderer: renderer, listeners: all))
    }
    if phase == .dismissed {
      // Its delegates stay valid: they have still to receive this event (D54).
      release(ad)
      listeners[ad] = nil
    }
    deliver()
  }

  private func deliver() {
    guard !isDelivering, making == 0 else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !deliveries.isEmpty {
      let delivery = deliveries.removeFirst()
      // A delegate may remove the ad, or another delegate.
      for listener in delivery.listeners where !delivery.events.isRemoved {
        listener.delegate?.report(
          delivery.event, of: delivery.events.fingerprint, for: delivery.renderer)
      }
    }
  }
}
