public import AdEngine

/// Runs an engine for one page of an app: gives it the frames of the page, keeps its timer, requests ads and has them drawn.
///
/// Set the closures, then call ``frame(_:)`` with the slots, the size of the viewport and the scroll position; until then
/// nothing is requested. Call it again at each scroll and whenever the layout changes.
@MainActor public final class AdPageController<Ad: DeliveredAd> {
  /// Requests an ad.
  ///
  /// The task is cancelled when the engine releases the slot. An ``AdEngine/AdFailure`` that is thrown is the
  /// reason why there is no ad, any other error counts as ``AdEngine/AdFailure/error``. Without it all requests fail.
  public var onFetch: (@MainActor (HostedSlot) async throws -> Ad)?
  /// Draws an ad.
  public var onRender: (@MainActor (HostedSlot, Ad) -> Void)?
  /// Frees what the slot holds; it comes once for each request, also where no ad was drawn.
  public var onRelease: (@MainActor (HostedSlot) -> Void)?
  /// Gives the slot this size and lets the layout follow; then scrolls the page by a distance in points, without animation: 0
  /// unless ``AdEngine/Engine/Configuration/scrollAnchoring`` is on and the slot is above the viewport.
  public var onResize: (@MainActor (HostedSlot, Size, Double) -> Void)?
  /// Counts the ad as seen.
  public var onViewable: (@MainActor (HostedSlot) -> Void)?
  /// Opens an address outside of the app.
  public var onOpen: (@MainActor (HostedSlot, String) -> Void)?
  /// Holds the auction for the slot's next ad and returns when the bids are there.
  ///
  /// The engine waits no longer than the time-out of ``AdEngine/AuctionSettings``. Without it requests do not wait.
  public var onAuction: (@MainActor (HostedSlot) async -> Void)?
  /// Receives each step: its time, what was handed in and what the engine decided; for a log or a session file.
  ///
  /// No two steps have one time.
  public var onStep: (@MainActor (Instant, [Engine.Input], [Engine.Effect]) -> Void)?
  /// Receives each refused input, such as a frame that is not a number; nothing changed by it.
  public var onRefuse: (@MainActor (Engine.InputError) -> Void)?

  /// The engine, to be read.
  public private(set) var engine: Engine
  private let clock: any HostClock
  private var names = SlotNames()
  private var requests: [SlotID: Task<Void, Never>] = [:]
  private var auctions: [SlotID: Task<Void, Never>] = [:]
  private var ads: [SlotID: Ad] = [:]
  private var steps: [Step] = []
  private var isHandling = false
  private var isClosed = false
  private var latest = Instant(milliseconds: -1)
  private var timer: Instant?

  private enum Step {
    case frame([FrameChange.Change])
    case input(Engine.Input)
  }

  /// Makes a controller of a page that is opened now.
  public init(_ configuration: Engine.Configuration, clock: (any HostClock)? = nil) {
    engine = Engine(configuration)
    self.clock = clock ?? MainQueueClock()
  }

  deinit {
    for task in [requests, auctions].flatMap(\.values) { task.cancel() }
  }

  /// The slot of this name, if it is on the page.
  public func slot(_ name: String) -> HostedSlot? { names.id(of: name).flatMap(names.slot) }

  /// Hands in all that one frame of the app changed, as one step.
  ///
  /// Between two changes of a frame lies a page that was never on the screen, and the engine would decide on it: hence one call.
  /// A call from within one of the closures is a step of its own, after the one that is carried out.
  public func frame(_ change: (inout FrameChange) -> Void) {
    var frame = FrameChange()
    change(&frame)
    if !frame.changes.isEmpty, !isClosed { handle(.frame(frame.changes)) }
  }

  /// Leaves the page: releases all ads, cancels all requests and takes no more frames.
  ///
  /// A controller that goes without it cancels its requests, and releases nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    handle(.input(.pageClosed))
  }

  // MARK: - Steps

  private func handle(_ step: Step) {
    steps.append(step)
    guard !isHandling else { return }
    isHandling = true
    while !steps.isEmpty {
      let step = steps.removeFirst()
      let now = max(clock.now, latest + 1)
      // Each deadline that has passed is reached at its own instant.
      while let deadline = engine.nextDeadline, deadline < now { carryOut([.woken], at: deadline) }
      switch step {
      case .input(.woken):
        if let deadline = engine.nextDeadline, deadline <= now { carryOut([.woken], at: deadline) }
      case .input(let input): carryOut([input], at: now)
      case .frame(let changes):
        let inputs = engine.inputs(for: changes, &names)
        if !inputs.isEmpty { carryOut(inputs, at: now) }
      }
    }
    isHandling = false
    guard engine.nextDeadline != timer else { return }
    timer = engine.nextDeadline
    clock.wake(at: timer) { [weak self] in
      self?.timer = nil
      self?.handle(.input(.woken))
    }
  }

  private func carryOut(_ inputs: [Engine.Input], at now: Instant) {
    latest = max(latest, now)
    let effects = engine.handle(inputs, at: now)
    onStep?(now, inputs, effects)
    effects.forEach(carryOut)
    let changesSlots = inputs.contains {
      switch $0 {
      case .slotAdded, .slotRemoved, .pageClosed: true
      default: false
      }
    }
    if changesSlots { names.keep { engine.status(of: $0) != nil } }
    cancelEndedAuctions()
  }

  private func carryOut(_ effect: Engine.Effect) {
    switch effect {
    case .auction(let id, let number): auction(id, number)
    case .fetch(let id, let generation): fetch(id, generation)
    case .render(let id, _):
      if let slot = names.slot(id), let ad = ads[id] { onRender?(slot, ad) }
    case .release(let id, _): release(id)
    case .resize(let id, let size, let adjustment):
      if let slot = names.slot(id) { onResize?(slot, size, adjustment) }
    case .reportViewable(let id): names.slot(id).map { onViewable?($0) }
    case .open(let id, let navigation):
      names.slot(id).map { onOpen?($0, navigation.address) }
    case .reportLoadState, .reportAdState, .reportAuction, .block, .log: break
    case .refuse(let error): onRefuse?(error)
    }
  }

  // MARK: - Ads

  private func auction(_ id: SlotID, _ number: Int) {
    guard let slot = names.slot(id) else { return }
    // A reload may begin another in the step that ends the one that runs.
    auctions[id]?.cancel()
    auctions[id] = Task { [weak self] in
      // The closure alone is kept while the auction runs, so that a controller can go.
      let onAuction = Task.isCancelled ? nil : self?.onAuction
      await onAuction?(slot)
      if !Task.isCancelled { self?.handle(.input(.bidsArrived(id, auction: number))) }
    }
  }

  /// Cancels auctions that timed out, or whose slot is gone or may not load any more.
  private func cancelEndedAuctions() {
    for (id, task) in auctions where engine.status(of: id)?.auction?.stage != .running {
      task.cancel()
      auctions[id] = nil
    }
  }

  private func fetch(_ id: SlotID, _ generation: Int) {
    guard let slot = names.slot(id) else { return }
    requests[id] = Task { [weak self] in
      // A choice that was withdrawn in the same turn of the main queue cancels the request before it begins.
      guard !Task.isCancelled else { return }
      let answer: Result<Ad, any Error>
      do {
        guard let onFetch = self?.onFetch else { throw AdFailure.error }
        answer = .success(try await onFetch(slot))
      } catch {
        answer = .failure(error)
      }
      // Of a request that was cancelled meanwhile the engine knows nothing more.
      if !Task.isCancelled { self?.take(answer, for: id, generation) }
    }
  }

  private func take(_ result: Result<Ad, any Error>, for id: SlotID, _ generation: Int) {
    requests[id] = nil
    let answer: Answer
    switch result {
    case .success(let ad):
      ads[id] = ad
      answer = .loaded(ad.size, ad.media)
    case .failure(let error): answer = .failed(error as? AdFailure ?? .error)
    }
    handle(.input(.answered(id, generation: generation, answer)))
  }

  private func release(_ id: SlotID) {
    requests.removeValue(forKey: id)?.cancel()
    ads[id] = nil
    if let slot = names.slot(id) { onRelease?(slot) }
  }
}
