import AdEngine
import AdHosting
import Foundation
import Testing

/// The samples of "Hosting the engine", and the controller that it describes, run.
@MainActor @Suite struct HostingTests {
  @Test func `a first fetch is asked for as the article says`() {
    #expect(
      firstFetch() == [
        .reportLoadState(SlotID(1), .fetched, gap: 156), .fetch(SlotID(1), generation: 1),
        .reportAdState(SlotID(1), .loading), .reportLoadState(SlotID(1), .displayed, gap: 156),
      ])
  }

  @Test func `the article's app shows an ad near the viewport and the next one after a scroll`()
    async
  {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 390, height: 800))
    let views = [
      "top": BannerView(frame: CGRect(x: 0, y: 300, width: 390, height: 100)),
      "far": BannerView(frame: CGRect(x: 0, y: 5000, width: 390, height: 100)),
    ]
    let server = AdServer()
    let ads = ArticleAds(scroll, views, server)
    ads.layoutChanged(scroll)
    await views["top"]?.untilShown()
    #expect(views["top"]?.banner?.text == "Ad of top" && views["top"]?.frame.height == 250)
    #expect(server.loads == ["top"])
    scroll.contentOffset.y = 4300
    await views["far"]?.untilShown()
    #expect(server.loads == ["top", "far"])
    withExtendedLifetime(ads) {}
  }

  @Test func `the engine is woken at its deadlines, however late the timer fires`() async {
    var logs: [[String]] = []
    for delay in [0, 7, 400] {
      let app = App(timerDelay: delay)
      app.show(y: 900)
      await app.live()
      logs.append(app.log)
    }
    #expect(logs[0] == ["0 fetch a", "500 resize a to 250", "600 render a", "1600 viewable a"])
    // A late timer delays the calls; what is decided, and for which instant, is the same.
    #expect(logs.allSatisfy { $0 == logs[0] })
  }

  @Test func `a frame is one step: between its changes nothing is decided`() async {
    let collapse = { (frame: inout FrameChange) in
      frame.slot("a", at: SlotFrame(y: 0, height: 0))
      frame.slot("b", at: SlotFrame(y: 2200, height: 250))
    }
    func fetches(_ change: (App) -> Void) -> [String] {
      let app = App()
      app.ads.frame { frame in
        frame.viewport(Size(width: 390, height: 800))
        frame.slot("a", at: SlotFrame(y: 0, height: 1000))
        frame.slot("b", at: SlotFrame(y: 3200, height: 250))
        frame.scroll(1500)
      }
      app.clock.now = Instant(milliseconds: 100)
      change(app)
      return app.fetches
    }
    let together = fetches { app in
      app.ads.frame { frame in
        collapse(&frame)
        frame.scroll(500)
      }
    }
    let apart = fetches { app in
      app.ads.frame(collapse)
      app.ads.frame { $0.scroll(500) }
    }
    #expect(together == ["a"] && apart == ["a", "b"])
  }

  @Test func `a released slot cancels its request and drops its answer`() async {
    let app = App()
    app.show(y: 900)
    await app.server.requested()
    app.ads.frame { $0.remove("a") }
    #expect(app.log.last == "1 release a")
    app.server.answerAll()
    await app.server.finished()
    #expect(app.server.cancelled == ["a"] && app.log.last == "1 release a")
    app.clock.now = Instant(milliseconds: 200)
    app.show(y: 900)
    #expect(app.ads.slot("a")?.id == SlotID(2))
    await app.live()
    #expect(app.log.contains("600 render a"))
  }

  @Test(arguments: [AdFailure.noFill, .timeout])
  func `a failure that is thrown is the reason that the engine gets`(failure: AdFailure) async {
    let app = App()
    app.server.failure = failure
    app.show(y: 900)
    await app.live()
    #expect(app.answers == [.failed(failure)])
  }

  @Test func `without a closure for requests they fail`() async {
    let app = App()
    app.ads.onFetch = nil
    app.show(y: 900)
    await app.untilAnswered()
    #expect(app.answers == [.failed(.error)])
  }

  @Test func `an auction ends with its closure, and the request follows`() async throws {
    let settings = try LazyLoadingSettings(auction: .before(.standard))
    let app = App(Engine.Configuration(lazyLoading: settings, consent: .granted))
    let (bids, arrived) = AsyncStream.makeStream(of: Void.self)
    app.ads.onAuction = { slot in for await _ in bids { break } }
    app.show(y: 1500)
    #expect(app.fetches == [])
    arrived.yield()
    await app.until { $0.contains { if case .bidsArrived = $0 { true } else { false } } }
    app.ads.frame { $0.scroll(700) }
    #expect(app.fetches == ["a"])
  }

  @Test func `closing the page releases what it holds`() async {
    let app = App()
    app.show(y: 900)
    await app.live()
    app.ads.close()
    #expect(app.log.last?.hasSuffix("release a") == true && app.ads.slot("a") == nil)
    #expect(app.clock.timer == nil)
  }

  @Test func `what is removed or closed from within a closure is released`() async {
    for closes in [false, true] {
      let app = App()
      let onRender = app.ads.onRender
      app.ads.onRender = { [weak app] slot, ad in
        onRender?(slot, ad)
        if closes { app?.ads.close() } else { app?.ads.frame { $0.remove("a") } }
      }
      app.show(y: 900)
      await app.live()
      #expect(app.log.suffix(2) == ["600 render a", "601 release a"])
    }
  }

  @Test func `a closed page takes no more frames`() {
    let app = App()
    app.ads.close()
    app.show(y: 900)
    #expect(app.fetches == [] && app.ads.slot("a") == nil)
  }

  @Test func `consent that is withdrawn in the same turn requests nothing`() async {
    let app = App(Engine.Configuration())
    app.show(y: 900)
    app.ads.frame { $0.consent(.granted) }
    app.ads.frame { $0.consent(.denied) }
    #expect(app.log == ["1 fetch a", "2 release a"])
    await app.settle()
    #expect(app.server.loads == [])
  }

  @Test
  func `of what a frame says twice the last counts, and what is said of a slot may come first`() {
    let app = App()
    app.ads.frame { frame in
      frame.hide("a", true)
      frame.slot("a", at: SlotFrame(y: 5000, height: 300))
      frame.slot("a", at: SlotFrame(y: 900, height: 300))
      frame.viewport(Size(width: 1, height: 1))
      frame.viewport(Size(width: 390, height: 1100))
      frame.scroll(0)
    }
    #expect(app.status?.frame.y == 900 && app.ads.engine.viewport.size.height == 1100)
    #expect(app.fetches == [], "it is hidden")
    app.ads.frame { frame in
      frame.slot("a", at: SlotFrame(y: 1000, height: 300))
      frame.slot("a", at: SlotFrame(y: 900, height: 300))
    }
    #expect(app.status?.frame.y == 900)
  }

  @Test func `a slot's bounds and refresh, a column and an ad that sticks are said in frames`()
    async throws
  {
    let bounds = try ContainerConstraints(maxHeight: 200, overflow: .clamp)
    let app = App()
    app.show(y: 900)
    app.ads.frame { frame in
      frame.constrain("a", bounds)
      frame.refresh("a", every: 30_000)
      frame.stick("a", true)
      frame.scrollAcross(40)
    }
    #expect(app.ads.engine.viewport.x == 40 && app.status?.visibility.isSticky == true)
    await app.live()
    #expect(app.log.contains("500 resize a to 200") && app.fetches == ["a", "a"], "\(app.log)")
  }

  @Test func `a frame within a frame is a step before it, and no name is lost`() {
    let app = App()
    app.ads.frame { outer in
      outer.slot("a", at: SlotFrame(y: 900, height: 300))
      app.ads.frame { $0.slot("b", at: SlotFrame(y: 5000, height: 300)) }
    }
    #expect(app.ads.slot("b")?.id == SlotID(1) && app.ads.slot("a")?.id == SlotID(2))
    #expect(app.status?.frame.y == 900)
  }

  @Test func `a refused first frame is reported, and the next one adds the slot`() {
    let app = App()
    var refused = 0
    app.ads.onRefuse = { _ in refused += 1 }
    app.show(y: .infinity)
    #expect(refused == 1 && app.ads.slot("a") == nil)
    app.show(y: 900)
    #expect(app.status?.frame.y == 900)
  }

  @Test func `a controller that goes cancels its requests`() async {
    let server = ManualServer()
    var ads: AdPageController? = AdPageController<Banner>(
      Engine.Configuration(consent: .granted), clock: ManualClock(delay: 0))
    ads?.onFetch = { slot in try await server.load(slot.name) }
    ads?.frame { frame in
      frame.slot("a", at: SlotFrame(y: 0, height: 300))
      frame.viewport(Size(width: 390, height: 800))
    }
    await server.requested()
    ads = nil
    server.answerAll()
    await server.finished()
    #expect(server.cancelled == ["a"])
  }

  @Test func `an auction ends with its slot, page or controller, and by a reload`() async throws {
    let settings = try LazyLoadingSettings(auction: .before(.standard))
    for end in ["slot", "page", "consent", "reload", "controller"] {
      let bidders = ManualServer()
      var ads: AdPageController? = AdPageController<Banner>(
        Engine.Configuration(lazyLoading: settings, consent: .granted),
        clock: ManualClock(delay: 0))
      ads?.onAuction = { slot in _ = try? await bidders.load(slot.name) }
      ads?.frame { frame in
        frame.slot("a", at: SlotFrame(y: 1500, height: 300))
        frame.viewport(Size(width: 390, height: 1100))
      }
      await bidders.requested()
      switch end {
      case "slot": ads?.frame { $0.remove("a") }
      case "page": ads?.close()
      case "reload": ads?.frame { $0.reload("a") }
      case "consent": ads?.frame { $0.consent(.denied) }
      default: ads = nil
      }
      bidders.answerAll()
      await bidders.finished()
      #expect(bidders.cancelled == ["a"], "\(end)")
      // The auction that a reload began.
      ads?.close()
      bidders.answerAll()
    }
  }

  @Test func `no two steps have one time`() {
    let app = App()
    for y in [0.0, 10, 20] { app.show(y: 900 + y) }
    #expect(app.times.map(\.milliseconds) == [0, 1, 2])
  }

  @Test func `the clock of the main queue calls the newest action alone`() async {
    let clock = MainQueueClock()
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

/// An app with one page, in which time passes when the test says so.
@MainActor private final class App {
  let clock: ManualClock
  let server: ManualServer
  let ads: AdPageController<Banner>
  private(set) var log: [String] = []
  private(set) var fetches: [String] = []
  private(set) var answers: [Answer] = []
  private(set) var times: [Instant] = []
  var status: SlotStatus? { ads.slot("a").flatMap { ads.engine.status(of: $0.id) } }
  private var waiter:
    (condition: ([Engine.Input]) -> Bool, continuation: CheckedContinuation<Void, Never>)?
  private var stepTime = Instant.start

  init(
    _ configuration: Engine.Configuration = Engine.Configuration(consent: .granted),
    timerDelay: Int = 0
  ) {
    clock = ManualClock(delay: timerDelay)
    server = ManualServer()
    ads = AdPageController(configuration, clock: clock)
    ads.onFetch = { [server] slot in try await server.load(slot.name) }
    ads.onRender = { [weak self] slot, _ in self?.note("render \(slot.name)") }
    ads.onRelease = { [weak self] slot in self?.note("release \(slot.name)") }
    ads.onResize = { [weak self] slot, size, _ in
      self?.note("resize \(slot.name) to \(Int(size.height))")
    }
    ads.onViewable = { [weak self] slot in self?.note("viewable \(slot.name)") }
    ads.onStep = { [weak self] now, inputs, effects in self?.stepped(now, inputs, effects) }
  }

  private func note(_ text: String) { log.append("\(stepTime.milliseconds) \(text)") }

  private func stepped(_ now: Instant, _ inputs: [Engine.Input], _ effects: [Engine.Effect]) {
    stepTime = now
    times.append(now)
    for case .answered(_, _, let answer) in inputs { answers.append(answer) }
    for case .fetch(let id, _) in effects {
      let name = ads.slotName(id)
      fetches.append(name)
      note("fetch \(name)")
    }
    if let waiter, waiter.condition(inputs) {
      self.waiter = nil
      waiter.continuation.resume()
    }
  }

  /// The page is on the screen, with one slot.
  func show(y: Double) {
    ads.frame { frame in
      frame.viewport(Size(width: 390, height: 1100))
      frame.slot("a", at: SlotFrame(y: y, height: 300))
      frame.scroll(0)
    }
  }

  func until(_ condition: @escaping ([Engine.Input]) -> Bool) async {
    await withCheckedContinuation { waiter = (condition, $0) }
  }

  /// Lets the tasks that are there run.
  func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  func untilAnswered() async {
    if answers.isEmpty {
      await until { $0.contains { if case .answered = $0 { true } else { false } } }
    }
  }

  /// Answers the request after 500 ms and goes from deadline to deadline until nothing is pending.
  func live() async {
    await server.requested()
    let due = Instant(milliseconds: 500)
    while let timer = clock.timer, timer.at < due { clock.fire(timer) }
    clock.now = due
    server.answerAll()
    await untilAnswered()
    while let timer = clock.timer { clock.fire(timer) }
  }
}

extension AdPageController {
  fileprivate func slotName(_ id: SlotID) -> String {
    ["a", "b"].first { slot($0)?.id == id } ?? "?"
  }
}

/// A clock that stands still, with a timer that fires late.
@MainActor private final class ManualClock: HostClock {
  var now = Instant.start
  private(set) var timer: (at: Instant, action: @MainActor () -> Void)?
  private let delay: Int

  init(delay: Int) { self.delay = delay }

  func wake(at instant: Instant?, _ action: @escaping @MainActor () -> Void) {
    timer = instant.map { ($0 + Int64(delay), action) }
  }

  func fire(_ timer: (at: Instant, action: @MainActor () -> Void)) {
    self.timer = nil
    now = max(now, timer.at)
    timer.action()
  }
}

/// A server that answers when the test says so.
@MainActor private final class ManualServer {
  var failure: AdFailure?
  private(set) var cancelled: [String] = []
  private(set) var loads: [String] = []
  private var pending: [CheckedContinuation<Void, Never>] = []
  private var running = 0
  private var waiting: CheckedContinuation<Void, Never>?
  private var finishing: CheckedContinuation<Void, Never>?

  func load(_ name: String) async throws -> Banner {
    loads.append(name)
    running += 1
    await withCheckedContinuation {
      pending.append($0)
      waiting?.resume()
      waiting = nil
    }
    running -= 1
    if Task.isCancelled { cancelled.append(name) }
    finishing?.resume()
    finishing = nil
    if let failure { throw failure }
    return Banner(text: name, size: Size(width: 300, height: 250))
  }

  func requested() async {
    if pending.isEmpty { await withCheckedContinuation { waiting = $0 } }
  }

  func answerAll() {
    let pending = self.pending
    self.pending = []
    for continuation in pending { continuation.resume() }
  }

  func finished() async {
    if running > 0 { await withCheckedContinuation { finishing = $0 } }
  }
}
