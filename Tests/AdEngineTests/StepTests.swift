import AdEngine
import TestSupport
import Testing

/// What one frame changes is one step, however it is told.
@Suite(.tags(.fast)) struct StepTests {
  private static let slot = SlotID(1)

  private func engine(_ frame: SlotFrame) -> Engine {
    var engine = Engine(
      Engine.Configuration(viewport: Size(width: 390, height: 844), consent: .granted))
    _ = engine.handle(.slotAdded(Self.slot, frame), at: .start)
    return engine
  }

  /// The inputs in every order.
  private func orders(of inputs: [Engine.Input]) -> [[Engine.Input]] {
    guard inputs.count > 1 else { return [inputs] }
    return inputs.indices.flatMap { first in
      var rest = inputs
      let input = rest.remove(at: first)
      return orders(of: rest).map { [input] + $0 }
    }
  }

  @Test(arguments: [(3500.0, 6500.0, 2000.0, 5000.0), (2000, 5000, 3500, 6500)])
  func `a page that is anchored to what is read decides nothing, in either order`(
    scroll: Double, top: Double, newScroll: Double, newTop: Double
  ) {
    let frame = SlotFrame(y: newTop, width: 300, height: 250)
    for inputs in orders(of: [.slotMoved(Self.slot, frame), .scrolled(to: newScroll)]) {
      var engine = engine(SlotFrame(y: top, width: 300, height: 250))
      var effects = engine.handle([.scrolled(to: scroll)], at: .start)
      effects += engine.handle(inputs, at: Instant(milliseconds: 1000))
      effects += engine.handle(.woken, at: Instant(milliseconds: 9000))
      #expect(effects == [], "\(inputs)")
    }
  }

  @Test(arguments: [5.0, 25, 26, 60, 120, -26, -60, -120])
  func `an ad that is fixed in the viewport is viewable a second after it was rendered`(
    pointsPerFrame: Double
  ) {
    for isScrollFirst in [true, false] {
      var engine = engine(SlotFrame(y: 20_794, width: 320, height: 50))
      var viewable: [Int64] = []
      func take(_ effects: [Engine.Effect], _ time: Int64) {
        if effects.contains(.reportViewable(Self.slot)) { viewable.append(time) }
      }
      take(engine.handle(.scrolled(to: 20_000), at: .start), 0)
      let loaded = Answer.loaded(Size(width: 320, height: 50), .display)
      take(
        engine.handle(
          .answered(Self.slot, generation: 1, loaded), at: Instant(milliseconds: 10)), 10)
      for frame in 1...180 {
        let time = Int64(frame) * 1000 / 60 + 20
        let position = 20_000 + Double(frame) * pointsPerFrame
        let moved = SlotFrame(y: position + 794, width: 320, height: 50)
        let inputs: [Engine.Input] = [.scrolled(to: position), .slotMoved(Self.slot, moved)]
        while let deadline = engine.nextDeadline, deadline.milliseconds <= time {
          take(engine.handle(.woken, at: deadline), deadline.milliseconds)
        }
        take(
          engine.handle(
            isScrollFirst ? inputs : inputs.reversed(), at: Instant(milliseconds: time)), time)
      }
      #expect(viewable == [1110], "scroll first: \(isScrollFirst)")
    }
  }

  @Test func `viewport, sizes, frames and scroll count in this order however they are written`() {
    let inputs: [Engine.Input] = [
      .viewportResized(Size(width: 390, height: 600)),
      .slotResized(Self.slot, Size(width: 300, height: 600)),
      .slotMoved(Self.slot, SlotFrame(y: 1500, width: 300, height: 250)), .scrolled(to: 100),
    ]
    for inputs in orders(of: inputs) {
      var engine = engine(SlotFrame(y: 9000, height: 320))
      let effects = engine.handle(inputs, at: .start)
      #expect(effects.first == .reportLoadState(Self.slot, .fetched, gap: 800), "\(inputs)")
      #expect(engine.status(of: Self.slot)?.frame == SlotFrame(y: 1500, width: 300, height: 250))
    }
  }

  @Test func `an answer to the request of the same step is taken after its check`() {
    var engine = engine(SlotFrame(y: 900, height: 320))
    let answer = Engine.Input.answered(Self.slot, generation: 1, .failed(.noFill))
    let effects = engine.handle([answer, .scrolled(to: 0)], at: .start)
    #expect(
      effects == [
        .reportLoadState(Self.slot, .fetched, gap: 56), .fetch(Self.slot, generation: 1),
        .reportAdState(Self.slot, .loading), .reportLoadState(Self.slot, .displayed, gap: 56),
        .reportAdState(Self.slot, .failed),
      ])
  }
}
