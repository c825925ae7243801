import AdEngine

/// The ads of one renderer: one record per fingerprint, so that no ad overwrites another (`S4.4`, `S4.6`, D61).
///
/// It is the seed's interface (`isAdReady`, `showAd`, delegates by fingerprint) in front of one object per ad. What an ad
/// tells out of order, twice or after its end is noted in the log and told nobody. Delegates are told of events in
/// the order in which these took place, whatever a delegate does while it is told (D47).
public final class RenderedAds {
  /// How long an ad may take to load, in milliseconds; then it has failed.
  public static let loadLimit: Int64 = 30_000

  private struct Record {
    let config: AdUnitConfig
    let events: AdEvents
    let log: CallLog
    let connection: AdConnection
    /// Ends the waiting for an answer; closed as soon as there is one.
    let limit: AdConnection
    let bid: Bid
    let received: Instant
    weak var renderer: (any PluginRenderer)?
    var ad: (any RenderedAd)?
    var phase = AdPhase.loading
    var wasShown = false
    var clicks = 0
  }

  /// A delegate that is told; `nil` once it is told no more, so that it is not told either of what waits for it.
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

  /// Is told what becomes of all ads; it is not kept.
  public weak var delegate: (any AdDelegate)?
  private var records: [AdFingerprint: Record] = [:]
  private var listeners: [AdFingerprint: [Listener]] = [:]
  private var deliveries: [Delivery] = []
  private var isDelivering = false
  /// Ads that are being made: nobody is told anything of an ad before it is kept.
  private var making = 0

  /// Makes a place for ads, without one.
  public init() {}

  /// The ads that are kept, in order.
  public var fingerprints: [AdFingerprint] { records.keys.sorted() }

  /// How far an ad has come; `nil` for one that is not kept.
  public func phase(of ad: AdFingerprint) -> AdPhase? { records[ad]?.phase }

  /// What an ad shows; `nil` for one that is not kept, or not loaded.
  public func content(of ad: AdFingerprint) -> AdContent? {
    switch records[ad]?.phase {
    case .loaded, .presenting, .presented, .dismissing: records[ad]?.ad?.content
    case .loading, .dismissed, .failed, nil: nil
    }
  }

  /// The ad itself, while it is kept.
  func ad(_ fingerprint: AdFingerprint) -> (any RenderedAd)? { records[fingerprint]?.ad }

  /// Whether an ad is loaded, was not shown yet, and its bid still holds.
  public func isReady(_ ad: AdFingerprint) -> Bool {
    guard let record = records[ad], record.ad != nil, record.phase == .loaded, !record.wasShown
    else { return false }
    guard record.bid.isGood(at: record.connection.now, received: record.received) else {
      return false
    }
    guard let controller = record.ad as? any InterstitialController else { return true }
    return controller.isReady
  }

  // MARK: - What the SDK does

  /// Begins the record of an ad, in place of the one that its fingerprint may have; ``keep(_:_:)`` or ``discard(_:)``
  /// must follow.
  func open(
    _ config: AdUnitConfig, _ bid: Bid, for renderer: any PluginRenderer, _ log: CallLog,
    _ timeline: AdTimeline
  ) -> (events: AdEvents, connection: AdConnection) {
    close(config.fingerprint)
    making += 1
    let connection = timeline.connect()
    let events = AdEvents(config.fingerprint, self, log, connection)
    records[config.fingerprint] = Record(
      config: config, events: events, log: log, connection: connection,
      limit: timeline.connect(), bid: bid, received: timeline.now, renderer: renderer)
    return (events, connection)
  }

  /// Keeps the ad that a renderer made, and lets it load.
  func keep(_ ad: any RenderedAd, _ fingerprint: AdFingerprint) {
    making -= 1
    defer { deliver() }
    guard let record = records[fingerprint] else { return }
    records[fingerprint]?.ad = ad
    // As the seed's sample does, a renderer may have let the ad load while it made it.
    guard record.phase == .loading else { return }
    let events = record.events
    record.limit.after(Self.loadLimit) { [weak events] in
      events?.report(.didFailToLoad(.noAnswer(after: Self.loadLimit)), .sdk)
    }
    record.log.add(.load, .sdk, of: fingerprint, at: record.connection.now)
    ad.loadAd()
  }

  /// Ends the record of an ad of which nothing was made.
  func discard(_ ad: AdFingerprint) {
    making -= 1
    close(ad)
    deliver()
  }

  /// Ends the record of an ad that is made anew; its delegates stay.
  func end(_ ad: AdFingerprint) {
    if let record = records[ad] {
      record.log.add(.remove, .sdk, of: ad, at: record.connection.now)
    }
    close(ad)
  }

  /// Shows an ad if it is ready, and returns whether it is shown.
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
    record.log.add(
      .show(isShown: isShown && !hasFailed), .sdk, of: ad, at: record.connection.now)
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

  /// Passes a click of the person on to an ad that is shown, and tells of it unless the ad does.
  public func click(_ ad: AdFingerprint) {
    guard let record = records[ad], record.phase == .presented else { return }
    record.ad?.wasClicked()
    if records[ad]?.clicks == record.clicks { record.events.report(.didClick, .sdk) }
  }

  /// Lets an ad that is shown go away, and tells of it unless the ad does.
  public func dismiss(_ ad: AdFingerprint) {
    guard let record = records[ad], record.phase == .presented else { return }
    record.ad?.close()
    if phase(of: ad) == .presented { record.events.report(.willDismiss, .sdk) }
    if phase(of: ad) == .dismissing { record.events.report(.didDismiss, .sdk) }
  }

  /// Forgets an ad: what it still tells is told nobody, and nothing of it is kept.
  public func remove(_ ad: AdFingerprint) {
    end(ad)
    forgetListeners(of: ad)
  }

  /// Tells one more delegate what becomes of an ad, which may come later.
  public func register(_ delegate: any AdDelegate, for ad: AdFingerprint) {
    unregister(delegate, for: ad)
    listeners[ad, default: []].append(Listener(delegate))
  }

  /// Tells a delegate no more what becomes of an ad.
  public func unregister(_ delegate: any AdDelegate, for ad: AdFingerprint) {
    for listener in listeners[ad] ?? [] where listener.delegate === delegate {
      listener.delegate = nil
    }
    listeners[ad]?.removeAll { $0.delegate == nil }
    if listeners[ad]?.isEmpty == true { listeners[ad] = nil }
  }

  private func forgetListeners(of ad: AdFingerprint) {
    for listener in listeners.removeValue(forKey: ad) ?? [] { listener.delegate = nil }
  }

  private func close(_ ad: AdFingerprint) {
    guard let record = records.removeValue(forKey: ad) else { return }
    record.events.ads = nil
    record.events.isRemoved = true
    record.connection.close()
    record.limit.close()
    deliveries.removeAll { $0.events === record.events }
  }

  // MARK: - What ads tell

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
      deliveries.append(
        Delivery(event: event, events: events, renderer: renderer, listeners: all))
    }
    if phase == .dismissed { release(ad) }
    deliver()
  }

  /// Ends the record of an ad that went away by itself (D54); what it told last is still told.
  private func release(_ ad: AdFingerprint) {
    guard let record = records.removeValue(forKey: ad) else { return }
    record.events.ads = nil
    record.connection.close()
    record.limit.close()
    // They are not silenced: they have still to hear of this end.
    listeners[ad] = nil
  }

  private func deliver() {
    guard !isDelivering, making == 0 else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !deliveries.isEmpty {
      let delivery = deliveries.removeFirst()
      // What one is told may end the ad, or the listening of the next.
      for listener in delivery.listeners where !delivery.events.isRemoved {
        listener.delegate?.report(
          delivery.event, of: delivery.events.fingerprint, for: delivery.renderer)
      }
    }
  }
}
