import AdEngine
import TestSupport
import Testing

/// When a check runs: the first input's at once, then at most one in 67 ms (`S0.56`, `S1.43`, `S1.44`).
@Suite(.tags(.fast)) struct ThrottleTests {
  /// A page on which every further 100 points of scrolling bring one slot into the fetch zone.
  private func ladder() -> Stage {
    Stage(slots: (0..<20).map { slot(at: 1600 + 100 * Double($0), height: 0) })
  }

  @Test func `S1.43 the leading edge: the first input is checked in its own millisecond`() {
    let stage = ladder().scrolled(to: 0, at: 1234)
    #expect(stage.log == ["1234 slot 1 fetched gap 800"])
  }

  @Test func `S1.44 the trailing edge: all that ask within 67 ms share one check at their end`() {
    var stage = ladder().scrolled(to: 0, at: 100).cleared()
    for step in 1...5 { stage.scroll(to: 100 * Double(step), at: 100 + 13 * Int64(step)) }
    #expect(stage.engine.nextDeadline == Instant(milliseconds: 167))
    #expect(stage.log == [])
    stage.expect(
      "167 slot 2 fetched gap 400", "167 slot 3 fetched gap 500", "167 slot 4 fetched gap 600",
      "167 slot 5 fetched gap 700", "167 slot 6 fetched gap 800", until: 1000)
  }

  @Test func `a pending check that would change nothing wakes nobody`() {
    var stage = ladder().scrolled((to: 0, at: 0), (to: 1, at: 10))
    #expect(stage.engine.nextDeadline == nil)
    // It still counts: what comes at 70 finds the 67 ms of the check at 67 open.
    stage.scroll((to: 100, at: 70), until: 1000)
    #expect(stage.log == ["0 slot 1 fetched gap 800", "134 slot 2 fetched gap 800"])
  }

  @Test func `a threshold, a slot added, moved, resized, removed or reloaded ask for a check`() {
    let inputs: [(Engine.Input, String)] = [
      (.lazyLoadingChanged(LazyLoadingChange(fetchThreshold: 900)), "slot 1 fetched gap 850"),
      (.slotAdded(SlotID(3), slot(at: 1500)), "slot 3 fetched gap 700"),
      (.slotMoved(SlotID(1), slot(at: 1600)), "slot 1 fetched gap 800"),
      (.slotResized(SlotID(2), Size(width: 320, height: 200)), "slot 1 fetched gap 800"),
      (.viewportResized(Size(width: 400, height: 850)), "slot 1 fetched gap 800"),
    ]
    for (input, line) in inputs {
      var stage = Stage(slots: [slot(at: 1650), slot(at: 100)]).scrolled(to: 0).cleared()
      stage.happen(input, at: 30)
      #expect(stage.log == [], "\(input)")
      stage.run(until: 1000)
      #expect(stage.log == ["67 \(line)"], "\(input)")
    }

    var stage = Stage(slots: [slot(at: 100)]).scrolled(to: 0).cleared()
    stage.reload(1, at: 30)
    stage.run(until: 1000)
    stage.expect(
      "30 slot 1 notLoaded gap -350", "67 slot 1 fetched gap -350", "67 slot 1 displayed gap -350")

    // What a removal asks for shows in the 67 ms that its check opens.
    stage = ladder()
    stage.scroll(to: 0, at: 0)
    stage.remove(20, at: 100)
    stage.clear()
    stage.scroll((to: 100, at: 101), until: 1000)
    #expect(stage.log == ["167 slot 2 fetched gap 800"])
  }

  // MARK: - When there is no check

  @Test func `nothing is checked before the first scroll, only stored`() {
    var stage = Stage(slots: [slot(at: 100)])
    stage.add(2, slot(at: 1000))
    stage.move(2, to: 1700, at: 500)
    stage.set(fetch: 1000, at: 600)
    stage.expect(until: 5000)
    #expect(stage.engine.nextDeadline == nil)
    stage.scroll(to: 0, at: 5000)
    stage.expect(
      "5000 slot 1 fetched gap -350", "5000 slot 1 displayed gap -350",
      "5000 slot 2 fetched gap 900")
  }

  @Test func `S1.34 a viewport without height means no check, and a height makes up for it`() {
    var stage = Stage(slots: [slot(at: 100)], viewport: 0).scrolled(to: 0)
    stage.move(1, to: 50, at: 100)
    stage.expect(until: 1000)
    stage.resizeViewport(to: 800, at: 1000)
    #expect(stage.log == ["1000 slot 1 fetched gap -300", "1000 slot 1 displayed gap -300"])
  }

  // MARK: - Order at one moment

  @Test func `at one moment what is due comes before what happens`() throws {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading)
    stage.scroll((to: 0, at: 0), (to: 2000, at: 1000))
    stage.clear()
    stage.scroll(to: 0, at: 3000)
    stage.expect(
      "3000 slot 1 unloaded gap 1750", "3000 slot 1 fetched gap -250",
      "3000 slot 1 displayed gap -250")
  }

  @Test func `at one moment all unloads come before a second in view that is full`() throws {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 300), slot(at: 3000)], lazyLoading: try .unloading,
      consent: .granted
    ).scrolled(to: 0)
    stage.deliver(1, at: 0)
    stage.deliver(2, at: 0)
    stage.scroll(to: 2500, at: 1000)
    stage.deliver(3, at: 1900)
    stage.run(until: 2999)
    stage.clear()
    stage.expect(
      "3000 slot 1 unloaded gap 2250", "3000 slot 1 release 1", "3000 slot 2 unloaded gap 1950",
      "3000 slot 2 release 1", "3000 slot 3 viewable", until: 3000)
  }
}
