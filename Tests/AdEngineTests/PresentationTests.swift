import AdEngine
import TestSupport
import Testing

/// An ad that cannot be presented is neither rendered nor seen (S3.14, D57).
@Suite(.tags(.fast)) struct PresentationTests {
  @Test(arguments: [(1, 1200), (7, 1050)] as [(Int, Int64)])
  func `what was rendered in time stays, and an older generation says nothing`(
    generation: Int, moment: Int64
  ) throws {
    let stage = Stage(slots: [slot(at: 0)], consent: .granted).scrolled(to: 0).lived(
      [1000: .delivered(), moment: .presentationFailed(SlotID(1), generation: generation)],
      until: 10_000)
    let status = try #require(stage.engine.status(of: SlotID(1)))
    #expect(status.isRendered && status.isViewable && status.canPresent)
  }

  @Test
  func `an ad that cannot be presented stays loaded, and is never rendered, impressed or viewable`()
    throws
  {
    var stage = Stage(slots: [slot(at: 0)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, at: 1000)
    stage.clear()
    stage.happen(.presentationFailed(SlotID(1), generation: 1), at: 1050)
    stage.expect(until: 60_000)
    #expect(stage.engine.nextDeadline == nil)
    let status = try #require(stage.engine.status(of: SlotID(1)))
    #expect(status.adState == .loaded)
    #expect(!status.canPresent && !status.isRendered && !status.isViewable)
  }
}
