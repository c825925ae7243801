import AdEngine
import TestSupport
import Testing

/// One request for the ads of all slots, as Google Publisher Tag's single request architecture has it.
@Suite(.tags(.fast)) struct SingleRequestTests {
  private func settings(_ fetch: Threshold = 800) throws -> LazyLoadingSettings {
    try LazyLoadingSettings(fetchThreshold: fetch, displayThreshold: 200, requests: .single)
  }

  @Test
  func
    `the first slot in the fetch zone has all of them requested, in page order, and rendering stays lazy`()
    throws
  {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 4000), slot(at: 6000)], lazyLoading: try settings(300),
      consent: .granted
    ).scrolled(to: 1500)
    #expect(stage.log.isEmpty, "slot 1 is 1,250 pt behind, slot 2 1,700 pt ahead")
    stage.scroll(to: 2900, at: 1000)
    stage.expect(
      "1000 slot 1 fetched gap 2650", "1000 slot 1 fetch 1", "1000 slot 1 ad loading",
      "1000 slot 2 fetched gap 300", "1000 slot 2 fetch 1", "1000 slot 2 ad loading",
      "1000 slot 3 fetched gap 2300", "1000 slot 3 fetch 1", "1000 slot 3 ad loading")
    for number in 1...3 { stage.deliver(number, at: 1100) }
    stage.run(until: 5000)
    #expect(!stage.log.contains { $0.contains("render") }, "none is within 200 pt")
    stage.scroll((to: 3000, at: 6000), until: 7000)
    #expect(stage.log.contains("6000 slot 2 displayed gap 200"))
    #expect(stage.log.contains("6100 slot 2 render 1"))
  }

  @Test func `a slot that is defined later waits for one that is near, and so do those beside it`()
    throws
  {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try settings()).scrolled(to: 0).cleared()
    stage.add(2, slot(at: 9000), at: 1000)
    stage.add(3, slot(at: 8000), at: 1000)
    stage.expect(until: 2000)
    stage.scroll(to: 6400, at: 3000)
    #expect(stage.log == ["3000 slot 3 fetched gap 800", "3000 slot 2 fetched gap 1800"])
  }
}
