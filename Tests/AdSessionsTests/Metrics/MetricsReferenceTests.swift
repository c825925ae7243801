import AdEngine
import TestSupport
import Testing

@testable import AdSessions

/// The same blank exposure, view by view and slot by slot, without order, window or quiet interval.
private struct PlainExposure {
  private var frames: [SlotID: SlotFrame] = [:]
  private var sides: [SlotID: SlotVisibility] = [:]
  private var rendered: Set<SlotID> = []
  private var viewport = Viewport(size: Size(width: 384, height: 800))
  private var hasBegun = false
  private var isActive = true
  private var now: Int64 = 0
  private(set) var exposure = 0.0

  private var blank: Double {
    guard hasBegun, isActive else { return 0 }
    var sum = 0.0
    for (slot, frame) in frames where !rendered.contains(slot) && frame.height >= 1 {
      if let x = frame.x {
        let width = min(x + frame.width, viewport.x + viewport.size.width) - max(x, viewport.x)
        if width < 1 { continue }
      }
      if sides[slot]?.visibleShare == 0 { continue }
      let height = min(frame.maxY, viewport.maxY) - max(frame.minY, viewport.minY)
      if height >= 1 { sum += height }
    }
    return sum
  }

  mutating func advance(to moment: Int64) {
    exposure += blank * Double(moment - now)
    now = moment
  }

  mutating func observe(_ input: Engine.Input) {
    switch input {
    case .scrolled(let position):
      viewport.y = position
      hasBegun = true
    case .viewportResized(let size):
      viewport.size = size
      hasBegun = true
    case .slotAdded(let slot, let frame), .slotMoved(let slot, let frame): frames[slot] = frame
    case .scrolledAcross(let position):
      viewport.x = position
      hasBegun = true
    case .slotClipped(let slot, let share): sides[slot, default: SlotVisibility()].share = share
    case .slotHidden(let slot, let isHidden):
      sides[slot, default: SlotVisibility()].isHidden = isHidden
    case .slotRemoved(let slot):
      sides[slot] = nil
      frames[slot] = nil
      rendered.remove(slot)
    case .activityChanged(let active): isActive = active
    default: break
    }
  }

  mutating func observe(_ effect: Engine.Effect) {
    switch effect {
    case .render(let slot, _): rendered.insert(slot)
    case .release(let slot, _): rendered.remove(slot)
    case .resize(let slot, let size, _):
      guard let frame = frames[slot] else { return }
      for (other, below) in frames where other != slot && below.minY >= frame.maxY {
        frames[other]?.y = below.y + size.height - frame.height
      }
      frames[slot]?.width = size.width
      frames[slot]?.height = size.height
    default: break
    }
  }
}

/// The metrics against a plain reference on random lives, in whole points so that sums are exact.
@Suite struct MetricsReferenceTests {
  @Test(arguments: 0..<300)
  func `blank exposure is that of the plain reference`(seed: Int) {
    var draw = SeededGenerator(seed: seed)
    var metrics = Metrics(viewport: Size(width: 384, height: 800))
    var plain = PlainExposure()
    var present: [SlotID] = []
    var loaded: Set<SlotID> = []
    var now: Int64 = 0
    // Dense pages overlap, wide ones have gaps longer than the viewport.
    let pageHeight = draw.pick([2000, 20_000])

    func frame(_ draw: inout SeededGenerator) -> SlotFrame {
      SlotFrame(
        x: draw.pick([nil, nil, nil, 0, 300, 383, 384, -320, -319, 900]),
        y: Double(draw.number(0...pageHeight)),
        height: Double(draw.pick([0, 1, 50, 250, 600, 1500])))
    }

    for _ in 0..<400 {
      now += Int64(draw.pick([0, 0, 16, 100]))
      plain.advance(to: now)
      let moment = Instant(milliseconds: now)
      var input: Engine.Input?
      var effects: [Engine.Effect] = []
      switch draw.number(0...22) {
      case 20: input = .scrolledAcross(to: Double(draw.pick([0, 0, 1, 300, -100])))
      case 21:
        guard !present.isEmpty else { break }
        input = .slotHidden(draw.pick(present), draw.number(0...2) == 0)
      case 22:
        guard !present.isEmpty else { break }
        input = .slotClipped(draw.pick(present), visibleShare: draw.pick([0, 0.5, 1]))
      case 0, 1:
        let slot = SlotID(draw.number(0...20))
        guard !present.contains(slot) else { break }
        present.append(slot)
        input = .slotAdded(slot, frame(&draw))
      case 2:
        guard !present.isEmpty else { break }
        input = .slotMoved(draw.pick(present), frame(&draw))
      case 3:
        guard !present.isEmpty else { break }
        let slot = present.remove(at: draw.number(0...(present.count - 1)))
        loaded.remove(slot)
        input = .slotRemoved(slot)
      case 4: input = .viewportResized(Size(width: 384, height: Double(draw.pick([0, 300, 800]))))
      case 5: input = .activityChanged(draw.number(0...3) > 0)
      case 6:
        guard !present.isEmpty else { break }
        effects = [
          .resize(
            draw.pick(present), Size(width: 300, height: Double(draw.pick([0, 50, 250, 900]))),
            scrollBy: 0)
        ]
      case 7, 8, 9:
        guard !present.isEmpty else { break }
        let slot = draw.pick(present)
        if loaded.remove(slot) != nil {
          effects = [.release(slot, generation: 1)]
        } else {
          loaded.insert(slot)
          effects = [.fetch(slot, generation: 1), .render(slot, generation: 1)]
        }
      case 10: input = .scrolled(to: Double(draw.number(-500...pageHeight)))
      default: input = .scrolled(to: Double(draw.number(0...400)))
      }
      if let input {
        metrics.observe(input, at: moment)
        plain.observe(input)
      }
      for effect in effects {
        metrics.observe(effect, at: moment)
        plain.observe(effect)
      }
    }
    plain.advance(to: now + 1000)
    let report = metrics.report(at: Instant(milliseconds: now + 1000))
    #expect(report.blankExposure == plain.exposure / 1000)
  }
}
