import AdEngine
import TestSupport
import Testing

/// An ad that cannot be presented is neither rendered nor seen (S3.14, D57).
@Suite(.tags(.fast)) struct PresentationTests {
  private func stage() -> Stage {
    var stage = Stage(slots: [slot(at: 0)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, at: 1000)
    stage.clear()
    return stage
  }

  private func status(_ stage: Stage) -> SlotStatus? { stage.engine.status(of: SlotID(1)) }

  @Test
  func `an ad that cannot be presented stays loaded, and is never rendered, impressed or viewable`()
  {
    var stage = stage()
    stage.happen(.presentationFailed(SlotID(1), generation: 1), at: 1050)
    stage.expect(until: 60_000)
    #expect(stage.engine.nextDeadline == nil)
    #expect(status(stage)?.adState == .loaded)
    #expect(status(stage)?.canPresent == false)
    #expect(status(stage)?.isRendered == false && status(stage)?.isViewable == false)
  }

  @Test func `what was rendered in time stays, and an older generation says nothing`() {
    var late = stage()
    late.run(until: 1100)
    late.happen(.presentationFailed(SlotID(1), generation: 1), at: 1200)
    late.run(until: 10_000)
    #expect(status(late)?.isRendered == true && status(late)?.isViewable == true)
    #expect(status(late)?.canPresent == true)

    var old = stage()
    old.happen(.presentationFailed(SlotID(1), generation: 7), at: 1050)
    old.run(until: 2000)
    #expect(status(old)?.isRendered == true)
  }

  @Test func `the next generation can be presented again`() {
    var stage = stage()
    stage.happen(.presentationFailed(SlotID(1), generation: 1), at: 1050)
    stage.reload(1, at: 2000)
    stage.run(until: 3000)
    stage.deliver(1, generation: 2, at: 4000)
    stage.run(until: 10_000)
    #expect(status(stage)?.generation == 2)
    #expect(status(stage)?.isViewable == true)
  }
}
