import AdEngine
import Testing

/// A page and a person on it, in the words of the rules: what happens goes in at its moment, and everything that the
/// engine decides comes out as lines such as `3200 slot 1 unloaded gap 1300`.
///
/// The stage wakes the engine at each deadline it names, and never otherwise. Its slots are numbered from 1 as given
/// and stand on it before anything is scrolled. Without consent nothing is fetched: such a stage shows distance alone.
struct Stage {
  private(set) var engine: Engine
  /// Everything decided since the beginning, or since ``clear()``.
  private(set) var log: [String] = []
  private(set) var now: Int64 = 0
  private let width: Double

  init(
    slots: [SlotFrame] = [], viewport height: Double = 800,
    lazyLoading: LazyLoadingSettings? = .standard, consent: ConsentStatus = .unset,
    policy: ConsentPolicy = .strict, impressionDelay: Int64 = 0, scrollAnchoring: Bool = false
  ) {
    width = 400
    engine = Engine(
      Engine.Configuration(
        lazyLoading: lazyLoading, viewport: Size(width: width, height: height), consent: consent,
        policy: policy, impressionDelay: impressionDelay, adTemplate: .adTemplate,
        scrollAnchoring: scrollAnchoring))
    for (index, frame) in slots.enumerated() { add(index + 1, frame) }
  }

  // MARK: - What happens

  mutating func scroll(to position: Double, at moment: Int64? = nil) {
    happen(.scrolled(to: position), at: moment)
  }

  /// Scrolls to positions at their moments, and then lets time pass.
  mutating func scroll(_ stops: (to: Double, at: Int64)..., until end: Int64? = nil) {
    for stop in stops { scroll(to: stop.to, at: stop.at) }
    if let end { run(until: end) }
  }

  /// The stage after it was scrolled to a position.
  func scrolled(to position: Double, at moment: Int64? = nil) -> Stage {
    var stage = self
    stage.scroll(to: position, at: moment)
    return stage
  }

  func scrolled(_ stops: (to: Double, at: Int64)..., until end: Int64? = nil) -> Stage {
    var stage = self
    for stop in stops { stage.scroll(to: stop.to, at: stop.at) }
    if let end { stage.run(until: end) }
    return stage
  }

  /// The stage after a life, and then as much time as is left.
  func lived(_ life: Life, until end: Int64? = nil) -> Stage {
    var stage = self
    for (moment, input) in life { stage.happen(input, at: moment) }
    if let end { stage.run(until: end) }
    return stage
  }

  /// The stage with nothing in its log.
  func cleared() -> Stage {
    var stage = self
    stage.clear()
    return stage
  }

  mutating func resizeViewport(to height: Double, width: Double? = nil, at moment: Int64? = nil) {
    happen(.viewportResized(Size(width: width ?? self.width, height: height)), at: moment)
  }

  mutating func add(_ slot: Int, _ frame: SlotFrame, at moment: Int64? = nil) {
    happen(.slotAdded(SlotID(slot), frame), at: moment)
  }

  mutating func move(_ slot: Int, to top: Double, at moment: Int64? = nil) {
    guard var frame = engine.status(of: SlotID(slot))?.frame else {
      Issue.record("there is no slot \(slot) to move")
      return
    }
    frame.y = top
    happen(.slotMoved(SlotID(slot), frame), at: moment)
  }

  mutating func resize(_ slot: Int, to height: Double, at moment: Int64? = nil) {
    happen(.slotResized(SlotID(slot), Size(width: 320, height: height)), at: moment)
  }

  mutating func remove(_ slot: Int, at moment: Int64? = nil) {
    happen(.slotRemoved(SlotID(slot)), at: moment)
  }

  mutating func closePage(at moment: Int64? = nil) { happen(.pageClosed, at: moment) }

  mutating func cover(_ isCovered: Bool, at moment: Int64? = nil) {
    happen(.pageCovered(isCovered), at: moment)
  }

  mutating func renew(_ slot: Int, at moment: Int64? = nil) {
    happen(.slotRenewed(SlotID(slot)), at: moment)
  }

  mutating func set(
    fetch: Double? = nil, display: Double? = nil, unload: Double? = nil, unloading: Bool? = nil,
    at moment: Int64? = nil
  ) {
    happen(.set(fetch: fetch, display: display, unload: unload, unloading: unloading), at: moment)
  }

  mutating func consent(
    _ status: ConsentStatus, _ handOff: ConsentPayload = .none, at moment: Int64? = nil
  ) { happen(.consentChanged(status, handOff), at: moment) }

  mutating func policy(_ policy: ConsentPolicy, at moment: Int64? = nil) {
    happen(.policyChanged(policy), at: moment)
  }

  mutating func reload(_ slot: Int, at moment: Int64? = nil) {
    happen(.reloadRequested(SlotID(slot)), at: moment)
  }

  mutating func click(_ slot: Int, at moment: Int64? = nil) {
    happen(.clicked(SlotID(slot)), at: moment)
  }

  mutating func activity(_ isActive: Bool, at moment: Int64? = nil) {
    happen(.activityChanged(isActive), at: moment)
  }

  /// The world answers a fetch with an ad.
  mutating func deliver(
    _ slot: Int, generation: Int = 1, _ width: Double = 320, by height: Double = 250,
    media: AdMedia = .display, at moment: Int64? = nil
  ) {
    happen(
      .delivered(slot, generation: generation, width, by: height, media: media), at: moment)
  }

  /// The world answers a fetch without an ad.
  mutating func fail(
    _ slot: Int, generation: Int = 1, _ failure: AdFailure = .noFill, at moment: Int64? = nil
  ) { happen(.failed(slot, generation: generation, failure), at: moment) }

  /// The bids of an auction come.
  mutating func bid(_ slot: Int, auction: Int = 1, at moment: Int64? = nil) {
    happen(.bidsArrived(SlotID(slot), auction: auction), at: moment)
  }

  /// Hands in any input, after what is due by its moment; without a moment it happens now.
  mutating func happen(_ input: Engine.Input, at moment: Int64? = nil) {
    let moment = moment ?? now
    run(until: moment)
    take(input, at: moment)
  }

  /// Lets time pass; whatever is due by `moment`, then included, happens by itself.
  mutating func run(until moment: Int64) {
    while let deadline = engine.nextDeadline, deadline.milliseconds <= moment {
      take(.woken, at: deadline.milliseconds)
      if engine.nextDeadline == deadline {
        Issue.record("woken at \(deadline.milliseconds), the engine wants to be woken then again")
        return
      }
    }
    now = moment
  }

  // MARK: - What came of it

  /// Expects what was decided since the beginning or the last ``clear()`` until a moment, and forgets it.
  mutating func expect(
    _ lines: String..., until end: Int64? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let end { run(until: end) }
    #expect(log == lines, sourceLocation: sourceLocation)
    clear()
  }

  /// Forgets what is in the log.
  mutating func clear() { log = [] }

  /// The state that distance has brought a slot to.
  func loadState(_ slot: Int) -> AdLoadState? { engine.status(of: SlotID(slot))?.loadState }

  /// The state of what a slot holds.
  func adState(_ slot: Int) -> AdViewState? { engine.status(of: SlotID(slot))?.adState }

  /// The top edges of all slots, in page order.
  var tops: [Double] { engine.statuses().map(\.frame.y) }

  /// The numbers of all slots, in page order.
  var order: [Int] { engine.statuses().map(\.id.rawValue) }

  private mutating func take(_ input: Engine.Input, at moment: Int64) {
    for effect in engine.handle(input, at: Instant(milliseconds: moment)) {
      log.append("\(moment) \(effect.line)")
    }
  }
}

/// What happens on a page, by its moments.
typealias Life = KeyValuePairs<Int64, Engine.Input>

extension Engine.Input {
  /// A slot as high and wide as any other comes to another top edge.
  static func moved(_ number: Int, to top: Double) -> Self {
    .slotMoved(SlotID(number), slot(at: top))
  }

  /// Thresholds in points, and whether ads are unloaded, change.
  static func set(
    fetch: Double? = nil, display: Double? = nil, unload: Double? = nil, unloading: Bool? = nil
  ) -> Self {
    .lazyLoadingChanged(
      LazyLoadingChange(
        fetchThreshold: fetch.map { .points($0) }, displayThreshold: display.map { .points($0) },
        unloadThreshold: unload.map { .points($0) }, unloadingEnabled: unloading))
  }

  /// The world answers a fetch with an ad.
  static func delivered(
    _ slot: Int = 1, generation: Int = 1, _ width: Double = 320, by height: Double = 250,
    media: AdMedia = .display
  ) -> Self {
    let answer = Answer.loaded(Size(width: width, height: height), media)
    return .answered(SlotID(slot), generation: generation, answer)
  }

  /// The world answers a fetch without an ad.
  static func failed(
    _ slot: Int = 1, generation: Int = 1, _ failure: AdFailure = .noFill
  ) -> Self { .answered(SlotID(slot), generation: generation, .failed(failure)) }
}

extension Engine.Effect {
  /// The effect in a few words.
  var line: String {
    switch self {
    case .reportLoadState(let slot, let state, let gap):
      "slot \(slot.rawValue) \(state.rawValue) gap \(gap.short)"
    case .reportAdState(let slot, let state): "slot \(slot.rawValue) ad \(state.rawValue)"
    case .auction(let slot, let number): "slot \(slot.rawValue) auction \(number)"
    case .reportAuction(let slot, let number, let news):
      "slot \(slot.rawValue) auction \(number) \(news.rawValue)"
    case .fetch(let slot, let generation): "slot \(slot.rawValue) fetch \(generation)"
    case .render(let slot, let generation): "slot \(slot.rawValue) render \(generation)"
    case .release(let slot, let generation): "slot \(slot.rawValue) release \(generation)"
    case .resize(let slot, let size, let adjustment):
      "slot \(slot.rawValue) resize \(size.width.short)x\(size.height.short)"
        + (adjustment == 0 ? "" : " scroll by \(adjustment.short)")
    case .reportViewable(let slot): "slot \(slot.rawValue) viewable"
    case .open(let slot, let settled):
      "slot \(slot.rawValue) open \(settled.address): \(settled.decision.reason)"
    case .block(let slot, let settled):
      "slot \(slot.rawValue) block \(settled.address): \(settled.decision.reason)"
    case .log(let slot, let message): "slot \(slot.rawValue) log \(message.logLine ?? "nothing")"
    case .refuse(let refusal): "refused: \(refusal)"
    }
  }
}

extension Double {
  /// The number without a fraction that is zero.
  var short: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A slot at this top edge; 320 points wide and, unless said, 250 high.
func slot(at top: Double, height: Double = 250, width: Double = 320) -> SlotFrame {
  SlotFrame(y: top, width: width, height: height)
}

extension LazyLoadingSettings {
  /// The default distances, with unloading on.
  static var unloading: LazyLoadingSettings {
    get throws { try LazyLoadingSettings(unloadingEnabled: true) }
  }
}

extension URLParts {
  /// The page of the ads on a stage.
  static let adTemplate = URLParts(
    scheme: "https", host: .domain("ads.example"), path: "/", text: "https://ads.example/")
}
