import AdEngine

/// The session through the engine, which is woken at its deadlines and whose fetches are answered.
struct EngineSession {
  private let configuration: EngineConfiguration
  private let slots: [Input]
  private let answers: [Answer]

  init(isUnloading: Bool) {
    let standard = LazyLoadingSettings.standard
    let change = LazyLoadingChange(unloadingEnabled: isUnloading)
    configuration = EngineConfiguration(
      lazyLoading: (try? standard.applying(change)) ?? standard,
      viewport: BenchmarkPage.viewport, consent: .granted)
    let numbers = 0..<SessionScript.slotCount
    slots = numbers.map { .slotAdded(SlotID($0), SessionScript.page.frame(of: $0)) }
    answers = numbers.map { .loaded(SessionScript.deliveredSize(to: $0), .display) }
  }

  /// Runs the session through the door that appends to a buffer.
  func run() -> SessionCounts {
    run { engine, input, now, effects in engine.handle(input, at: now, into: &effects) }
  }

  /// Runs the session through the door that returns its effects.
  func runReturning() -> SessionCounts {
    run { engine, input, now, effects in effects = engine.handle(input, at: now) }
  }

  @inline(__always)
  private func run(
    _ handle: (inout Engine, Input, Instant, inout [Effect]) -> Void
  ) -> SessionCounts {
    var engine = Engine(configuration)
    var world = World(answers: answers)
    var effects: [Effect] = []
    func send(_ input: Input, at now: Instant) {
      handle(&engine, input, now, &effects)
      guard !effects.isEmpty else { return }
      for effect in effects { world.perform(effect, at: now) }
      effects.removeAll(keepingCapacity: true)
    }

    for slot in slots { send(slot, at: .start) }
    var clock = FrameClock()
    for frame in 1...SessionScript.frames {
      clock.tick()
      while true {
        let answer = world.nextAnswer
        let deadline = engine.nextDeadline ?? .never
        if min(answer, deadline) > clock.now { break }
        send(deadline <= answer ? .woken : world.takeAnswer(), at: min(answer, deadline))
      }
      send(.scrolled(to: Double(frame) * SessionScript.pointsPerFrame), at: clock.now)
    }
    return world.counts
  }
}

/// An ad server that always takes as long, so that it answers in the order in which it was asked.
private struct World {
  private struct Request {
    let slot: SlotID
    let generation: Int
    let due: Instant
  }

  private let answers: [Answer]
  private var requests: [Request] = []
  private var answered = 0
  private(set) var counts = SessionCounts()

  init(answers: [Answer]) {
    self.answers = answers
  }

  var nextAnswer: Instant {
    answered < requests.count ? requests[answered].due : .never
  }

  mutating func takeAnswer() -> Input {
    let request = requests[answered]
    answered += 1
    return .answered(
      request.slot, generation: request.generation, answers[request.slot.rawValue])
  }

  mutating func perform(_ effect: Effect, at now: Instant) {
    switch effect {
    case .fetch(let slot, let generation):
      requests.append(
        Request(slot: slot, generation: generation, due: now + SessionScript.latency))
      counts.fetches += 1
    case .publishAdState(_, .loaded): counts.loads += 1
    case .publishAdState(_, .impressed): counts.impressions += 1
    case .render: counts.renders += 1
    case .reportViewable: counts.viewables += 1
    case .release: counts.releases += 1
    case .publishAdState, .publishLoadState, .resize, .refuse: break
    }
  }
}

extension Instant {
  fileprivate static let never = Instant(milliseconds: .max)
}
