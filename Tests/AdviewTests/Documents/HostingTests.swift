import AdEngine
import Testing

/// The samples of "Hosting the engine", run.
@MainActor @Suite struct HostingTests {
  @Test func `a first fetch is asked for as the article says`() {
    #expect(
      firstFetch() == [
        .publishLoadState(SlotID(1), .fetched, gap: 156), .fetch(SlotID(1), generation: 1),
        .publishAdState(SlotID(1), .loading), .publishLoadState(SlotID(1), .displayed, gap: 156),
      ])
  }

  @Test func `the host wakes the engine at its deadlines, however late the timer fires`() {
    let decisions = [0, 7, 400].map { delay in
      let surface = Surface(delay: delay)
      surface.live()
      return surface.log
    }
    #expect(
      decisions[0] == [
        "slot 1 fetched", "fetch 1", "slot 1 loading", "slot 1 displayed", "slot 1 loaded",
        "resize 1 to 300×250", "render 1", "slot 1 impressed", "slot 1 viewable",
      ])
    #expect(decisions.allSatisfy { $0 == decisions[0] })
  }

  @Test func `an answer that comes at once waits for the other effects`() {
    let surface = Surface(delay: 0)
    surface.answersAtOnce = true
    surface.live()
    #expect(
      surface.log.prefix(5) == [
        "slot 1 fetched", "fetch 1", "slot 1 loading", "slot 1 displayed", "slot 1 loaded",
      ])
  }

  @Test func `the clock of the main queue calls the newest action alone`() async {
    let clock = PageClock()
    #expect(clock.now >= .start)
    var calls: [String] = []
    clock.wake(at: .start) { calls.append("replaced") }
    await withCheckedContinuation { done in
      clock.wake(at: .start) {
        calls.append("called")
        done.resume()
      }
    }
    #expect(calls == ["called"])
  }
}

/// A surface on which time passes when the test says so, and timers fire late by `delay` milliseconds.
@MainActor private final class Surface: PageSurface {
  private(set) var now = Instant.start
  private(set) var log: [String] = []
  var answersAtOnce = false
  private let delay: Int
  private var timer: (at: Instant, action: @MainActor () -> Void)?
  private var answers: [(at: Instant, action: @MainActor () -> Void)] = []

  init(delay: Int) { self.delay = delay }

  /// A page with one slot is opened, and lives until nothing is pending.
  func live() {
    let host = PageHost(
      Engine.Configuration(viewport: Size(width: 390, height: 1100), consent: .granted), on: self)
    host.send(.slotAdded(SlotID(1), SlotFrame(y: 900, height: 300)))
    host.send(.scrolled(to: 0))
    while let next = [answers.first, timer].compactMap({ $0 }).min(by: { $0.at < $1.at }) {
      now = max(now, next.at)
      if let answer = answers.first, answer.at == next.at {
        answers.removeFirst()
        answer.action()
      } else {
        timer = nil
        next.action()
      }
    }
  }

  func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void) {
    timer = instant.map { ($0 + Int64(delay), action) }
  }

  func fetch(_ slot: SlotID, answer: @escaping @MainActor (Answer) -> Void) {
    log.append("fetch \(slot.rawValue)")
    let loaded = Answer.loaded(Size(width: 300, height: 250), .display)
    if answersAtOnce {
      answer(loaded)
    } else {
      answers.append((now + 500, { answer(loaded) }))
    }
  }

  func render(_ slot: SlotID) { log.append("render \(slot.rawValue)") }
  func release(_ slot: SlotID) { log.append("release \(slot.rawValue)") }
  func scroll(by distance: Double) {}

  func resize(_ slot: SlotID, to size: Size) {
    log.append("resize \(slot.rawValue) to \(Int(size.width))×\(Int(size.height))")
  }
  func open(_ address: String) { log.append("open \(address)") }

  func report(_ effect: Engine.Effect) {
    switch effect {
    case .publishLoadState(let slot, let state, _): log.append("slot \(slot.rawValue) \(state)")
    case .publishAdState(let slot, let state): log.append("slot \(slot.rawValue) \(state)")
    case .reportViewable(let slot): log.append("slot \(slot.rawValue) viewable")
    default: log.append("\(effect)")
    }
  }
}
