import AdEngine
import TestSupport
import Testing

@Suite(.tags(.fast)) struct ContainerTests {
  private func bounds(
    _ overflow: ContainerConstraints.Overflow = .clamp,
    _ placeholder: ContainerConstraints.Placeholder = .delivered
  ) throws -> ContainerConstraints {
    try ContainerConstraints(
      minWidth: 200, maxWidth: 400, minHeight: 100, maxHeight: 600, overflow: overflow,
      placeholder: placeholder)
  }

  @Test(
    arguments: [
      (100, 50, 200, 100, 200, 100), (300, 250, 300, 250, 300, 250),
      (500, 700, 400, 600, 500, 700), (100, 700, 200, 600, 200, 700),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func `S0.72, S1.23, D24: each side of a frame is within its bounds, or as large as the full ad`(
    width: Double, height: Double, clampedWidth: Double, clampedHeight: Double, fullWidth: Double,
    fullHeight: Double
  ) throws {
    let ad = Size(width: width, height: height)
    let clamped = Size(width: clampedWidth, height: clampedHeight)
    #expect(try bounds(.clamp).frame(for: ad) == clamped)
    #expect(try bounds(.preferFullAd).frame(for: ad) == Size(width: fullWidth, height: fullHeight))
  }

  @Test(arguments: [0, -1, .nan, .infinity, 4097] as [Double])
  func `a bound that no frame can have is refused by name`(bound: Double) {
    let error = #expect(throws: ConstraintsError.self) {
      try ContainerConstraints(maxHeight: bound)
    }
    #expect(error?.description.hasPrefix("maxHeight \(bound): expected more than 0") == true)
  }

  @Test
  func `D24: a delivered ad beyond the bounds is cut, and what lies below moves to the bound`()
    throws
  {
    var stage = Stage(slots: [slot(at: 100), slot(at: 400)], consent: .granted)
    stage.happen(.slotConstrained(SlotID(1), try bounds()))
    stage.scroll(to: 0)
    stage.deliver(1, 500, by: 700)
    #expect(stage.engine.status(of: SlotID(1))?.frame.size == Size(width: 400, height: 600))
    #expect(stage.engine.status(of: SlotID(1))?.ad == Size(width: 500, height: 700))
    #expect(stage.tops == [100, 750])
  }

  @Test func `S0.34: without bounds the frame is the delivered ad's`() {
    var stage = Stage(slots: [slot(at: 100)], consent: .granted).scrolled(to: 0)
    stage.deliver(1, 500, by: 700)
    #expect(stage.engine.status(of: SlotID(1))?.frame.size == Size(width: 500, height: 700))
  }

  @Test func `D23: an unloaded slot keeps the size of its last ad`() throws {
    var stage = Stage(slots: [slot(at: 100)], lazyLoading: try .unloading, consent: .granted)
    stage.happen(.slotConstrained(SlotID(1), try bounds()))
    stage.scroll(to: 0)
    stage.deliver(1, 320, by: 480)
    stage.scroll((to: 9000, at: 1000), until: 4000)
    #expect(stage.loadState(1) == .unloaded)
    #expect(stage.engine.status(of: SlotID(1))?.frame.height == 480)
  }

  @Test func `D23: or takes its initial size again, and what lies below moves back`() throws {
    var stage = Stage(
      slots: [slot(at: 100), slot(at: 400)], lazyLoading: try .unloading, consent: .granted)
    stage.happen(.slotConstrained(SlotID(1), try bounds(.clamp, .initial)))
    stage.scroll(to: 0)
    stage.deliver(1, 320, by: 480)
    #expect(stage.tops == [100, 630])
    stage.scroll(to: 9000, at: 1000)
    stage.clear()
    stage.run(until: 4000)
    #expect(stage.tops == [100, 400])
    stage.expect(
      "3000 slot 1 unloaded gap 8420", "3000 slot 1 release 1", "3000 slot 1 resize 320x250",
      "3000 slot 2 unloaded gap 8350", "3000 slot 2 release 1")
  }

  @Test func `D23: so it does when it is reloaded, and when consent is withdrawn`() throws {
    var stage = Stage(slots: [slot(at: 100)], consent: .granted)
    stage.happen(.slotConstrained(SlotID(1), try bounds(.clamp, .initial)))
    stage.scroll(to: 0)
    stage.deliver(1, 320, by: 480)
    stage.reload(1, at: 100)
    #expect(stage.engine.status(of: SlotID(1))?.frame.height == 250)
    stage.run(until: 1000)
    stage.deliver(1, generation: 2, 320, by: 600)
    #expect(stage.engine.status(of: SlotID(1))?.frame.height == 600)
    stage.consent(.denied, at: 2000)
    #expect(stage.engine.status(of: SlotID(1))?.frame.height == 250)
  }
}
