import AdEngine
import TestSupport
import Testing

/// An ad is rendered 100 ms after its slot is both displayed and loaded (`S1.67`, D18).
@Suite(.tags(.fast)) struct RenderingTests {
  /// A slot that is fetched but not displayed: 700 points below a viewport at 0.
  private func fetched() -> Stage {
    Stage(slots: [slot(at: 1500)], consent: .granted).scrolled(to: 0).cleared()
  }

  /// A slot that is displayed and whose ad has not come.
  private func displayed() -> Stage {
    Stage(slots: [slot(at: 1000)], consent: .granted).scrolled(to: 0).cleared()
  }

  @Test func `D18 displayed first, loaded later: rendered 100 ms after the ad came`() {
    var stage = displayed()
    stage.deliver(1, at: 5000)
    #expect(stage.engine.nextDeadline == Instant(milliseconds: 5100))
    stage.run(until: 5099)
    #expect(stage.engine.status(of: SlotID(1))?.isRendered == false)
    stage.expect("5000 slot 1 ad loaded", "5100 slot 1 render 1", until: 10_000)
    #expect(stage.engine.status(of: SlotID(1))?.isRendered == true)
  }

  @Test func `D18 loaded first, displayed later: rendered 100 ms after the slot came near`() {
    var stage = fetched()
    stage.deliver(1, at: 500)
    stage.run(until: 5000)
    #expect(stage.engine.nextDeadline == nil)
    stage.scroll((to: 600, at: 5000), until: 10_000)
    stage.expect("500 slot 1 ad loaded", "5000 slot 1 displayed gap 100", "5100 slot 1 render 1")
  }

  @Test func `D18 consent that comes long after the slot was displayed still leads to a rendering`()
  {
    var stage = Stage(slots: [slot(at: 1000)]).scrolled(to: 0)
    stage.consent(.granted, at: 30_000)
    stage.deliver(1, at: 31_000)
    stage.clear()
    stage.expect("31100 slot 1 render 1", until: 60_000)
  }

  @Test func `the delivered size that brings its own slot near counts as displayed`() {
    var stage = Stage(slots: [slot(at: -1500, height: 0)], consent: .granted)
    stage.scroll(to: -700, at: 0)
    stage.clear()
    stage.deliver(1, 320, by: 600, at: 1000)
    stage.expect(
      "1000 slot 1 ad loaded", "1000 slot 1 resize 320x600", "1000 slot 1 displayed gap 200",
      "1100 slot 1 render 1", until: 10_000)
  }

  @Test func `ads that are ready together are rendered in the order in which they became so`() {
    var stage = Stage(
      slots: [slot(at: 0), slot(at: 250), slot(at: 500)], lazyLoading: nil, consent: .granted)
    stage.clear()
    for number in [3, 1, 2] { stage.deliver(number, at: 1000) }
    stage.reload(1, at: 1000)
    stage.deliver(1, generation: 2, at: 1000)
    stage.run(until: 1100)
    #expect(
      stage.log.filter { $0.contains("render") } == [
        "1100 slot 3 render 1", "1100 slot 2 render 1", "1100 slot 1 render 2",
      ])
  }

  // MARK: - The delivered size

  @Test func `D25 a size that cannot be believed is refused; the ad takes the slot's own`() {
    for (width, height) in [
      (0.0, 250.0), (320, 0), (-1, 250), (320, -1), (4096.5, 250), (320, 5000), (.nan, 250),
      (320, .nan), (.infinity, 250), (320, -.infinity),
    ] {
      var stage = displayed()
      stage.deliver(1, width, by: height, at: 1000)
      stage.run(until: 10_000)
      #expect(
        stage.log == [
          "1000 slot 1 ad loaded",
          "1000 refused: slot 1: delivered size \(width) × \(height):"
            + " expected more than 0 and at most 4096 points", "1100 slot 1 render 1",
        ])
      #expect(stage.engine.status(of: SlotID(1))?.ad == Size(width: 320, height: 250))
      #expect(stage.tops == [1000])
    }
  }

  @Test func `D25 the largest side that is believed is 4,096 points`() {
    var stage = displayed()
    stage.deliver(1, 4096, by: 4096, at: 1000)
    #expect(stage.log == ["1000 slot 1 ad loaded", "1000 slot 1 resize 4096x4096"])
  }
}
