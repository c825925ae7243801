import AdEngine

/// What an app lends the engine for one page: a clock, an ad server and the places on the screen.
@MainActor protocol PageSurface: AnyObject {
  /// The time since the page was opened.
  var now: Instant { get }
  /// Calls `action` once at this instant, instead of at the one given before; `nil` calls nothing.
  func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void)
  /// Requests an ad; `answer` may be called at any time, or never.
  func fetch(_ slot: SlotID, answer: @escaping @MainActor (Answer) -> Void)
  /// Draws the delivered ad.
  func render(_ slot: SlotID)
  /// Cancels the request and frees the ad.
  func release(_ slot: SlotID)
  /// Gives the place this size and moves what lies below it.
  func resize(_ slot: SlotID, to size: Size)
  /// Scrolls the page by so many points, without animation.
  func scroll(by distance: Double)
  /// Opens an address outside of the app.
  func open(_ address: String)
  /// Writes down a state, an impression or a refusal.
  func report(_ effect: Engine.Effect)
}

/// Runs an engine for one page: keeps its timer and carries out its effects.
@MainActor final class PageHost {
  private var engine: Engine
  private let surface: any PageSurface
  private var inputs: [Engine.Input] = []
  private var isHandling = false

  init(_ configuration: Engine.Configuration, on surface: any PageSurface) {
    engine = Engine(configuration)
    self.surface = surface
  }

  /// Accepts an input of the app: a scroll, a frame, a choice, a click.
  func send(_ input: Engine.Input) {
    inputs.append(input)
    // An answer that comes while effects are carried out waits for the rest of them.
    guard !isHandling else { return }
    isHandling = true
    while !inputs.isEmpty {
      let input = inputs.removeFirst()
      let now = surface.now
      wakeEngine(until: now)
      carryOut(engine.handle(input, at: now))
    }
    isHandling = false
    setTimer()
  }

  /// Wakes the engine at each deadline that has passed, as of the deadline's own instant.
  private func wakeEngine(until now: Instant) {
    while let deadline = engine.nextDeadline, deadline <= now {
      carryOut(engine.handle(.woken, at: deadline))
    }
  }

  private func setTimer() {
    surface.wake(at: engine.nextDeadline) { [weak self] in self?.send(.woken) }
  }

  private func carryOut(_ effects: [Engine.Effect]) {
    for effect in effects {
      switch effect {
      case .fetch(let slot, let generation):
        surface.fetch(slot) { [weak self] answer in
          self?.send(.answered(slot, generation: generation, answer))
        }
      case .render(let slot, _): surface.render(slot)
      case .release(let slot, _): surface.release(slot)
      case .resize(let slot, let size, let adjustment):
        surface.resize(slot, to: size)
        if adjustment != 0 { surface.scroll(by: adjustment) }
      case .open(_, let navigation): surface.open(navigation.address)
      case .publishLoadState, .publishAdState, .reportViewable, .auction, .reportAuction, .block,
        .log, .refuse:
        surface.report(effect)
      }
    }
  }
}
