import AdEngine
import TestSupport
import Testing

/// A page that another one covers: it lives on, unseen and unchecked.
@Suite(.tags(.fast)) struct CoveredPageTests {
  /// A page of two ads, the first of them rendered and seen, that is covered at 2,000 ms.
  private func stage() -> Stage {
    var stage = Stage(slots: [slot(at: 0), slot(at: 2400)], consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.deliver(1, at: 1500)
    stage.cover(true, at: 2000)
    stage.clear()
    return stage
  }

  @Test func `the time that an ad was seen does not go on while its page is covered`() {
    var stage = stage()
    stage.expect(until: 10_000)
    #expect(stage.engine.nextDeadline == nil)
    stage.cover(false, at: 10_000)
    stage.expect("11000 slot 1 viewable", until: 20_000)
  }

  @Test func `nothing is checked while the page is covered, and all of it when it is back`() {
    var stage = stage()
    stage.set(fetch: 2000, at: 3000)
    stage.expect(until: 5000)
    stage.cover(false, at: 5000)
    stage.expect("5000 slot 2 fetched gap 1600", "5000 slot 2 fetch 1", "5000 slot 2 ad loading")
  }

  @Test func `S0.74 an ad that is kept is not asked for again`() {
    var stage = stage()
    stage.cover(false, at: 6000)
    stage.scroll((to: 10, at: 6100), until: 9000)
    #expect(!stage.log.contains { $0.contains("fetch") || $0.contains("release") })
  }

  @Test func `S0.73 an ad under a new identity begins anew, with the check that follows`() {
    var stage = stage()
    stage.renew(1, at: 6000)
    stage.expect("6000 slot 1 notLoaded gap -250", "6000 slot 1 release 1")
    stage.cover(false, at: 6000)
    stage.expect(
      "6000 slot 1 fetched gap -250", "6000 slot 1 fetch 2", "6000 slot 1 ad loading",
      "6000 slot 1 displayed gap -250")
  }
}
