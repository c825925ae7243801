import AdEngine
import TestSupport
import Testing

/// When ads are refreshed: an ad of 250 points at the top of a viewport of 800, viewable at 1100.
@Suite(.tags(.fast)) struct RefreshTests {
  private func stage(every interval: Int64? = 30_000, slots: Int = 1) -> Stage {
    var stage = Stage(
      slots: (0..<slots).map { slot(at: Double($0) * 2000, height: 250) }, consent: .granted)
    for number in 1...slots {
      stage.happen(.slotRefreshChanged(SlotID(number), every: interval))
    }
    stage.scroll(to: 0)
    stage.deliver(1, at: 0)
    stage.run(until: 1500)
    #expect(stage.log.last == "1100 slot 1 viewable")
    stage.clear()
    return stage
  }

  private static let begun = [
    "slot 1 notLoaded", "slot 1 release 1", "slot 1 fetched", "slot 1 fetch 2",
  ]

  private func beginnings(_ stage: Stage, at time: Int64) -> [String] {
    Self.begun.filter { line in stage.log.contains { $0.hasPrefix("\(time) \(line)") } }
  }

  @Test func `an ad in view is refreshed its interval after it was viewable`() {
    var stage = stage()
    #expect(stage.engine.refreshTime(of: SlotID(1)) == Instant(milliseconds: 31_100))
    stage.run(until: 31_099)
    #expect(stage.log.isEmpty)
    stage.run(until: 31_100)
    #expect(beginnings(stage, at: 31_100) == Self.begun, "\(stage.log)")
  }

  @Test func `an ad out of view waits, and is refreshed once half of it is there`() {
    var stage = stage()
    stage.scroll(to: 126, at: 20_000)
    stage.run(until: 60_000)
    #expect(stage.log.isEmpty)
    stage.scroll(to: 126, at: 60_001)
    #expect(stage.log.isEmpty)
    stage.scroll(to: 125, at: 60_002)
    // The check that requests the next ad waits for its window.
    #expect(beginnings(stage, at: 60_002) == Array(Self.begun[..<2]), "\(stage.log)")
    stage.run(until: 61_000)
    #expect(stage.log.contains { $0.contains("slot 1 fetch 2") })
  }

  @Test func `an ad that is not viewable, or whose slot has no interval, stays`() {
    var never = stage(every: nil)
    never.run(until: 100_000)
    #expect(never.log.isEmpty && never.engine.refreshTime(of: SlotID(1)) == nil)
    var unseen = Stage(slots: [slot(at: 700, height: 250)], consent: .granted)
    unseen.happen(.slotRefreshChanged(SlotID(1), every: 30_000))
    unseen.scroll(to: 0)
    unseen.deliver(1, at: 0)
    unseen.run(until: 100_000)
    #expect(!unseen.log.contains { $0.contains("release") })
  }

  @Test func `a slot is refreshed so often and not more`() {
    var stage = stage()
    for generation in 2...Engine.maxRefreshes + 2 {
      guard let time = stage.engine.refreshTime(of: SlotID(1)) else {
        #expect(generation == Engine.maxRefreshes + 2)
        break
      }
      stage.run(until: time.milliseconds)
      stage.deliver(1, generation: generation, at: time.milliseconds)
      stage.run(until: time.milliseconds + 2000)
    }
    stage.clear()
    stage.run(until: 1_000_000_000)
    #expect(stage.log.isEmpty)
  }
}
