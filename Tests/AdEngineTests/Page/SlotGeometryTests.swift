import TestSupport
import Testing

@testable import AdEngine

/// Where the slots of a page lie, each moved by itself.
private struct PlainGeometry {
  /// The slots with their frames, as they were added.
  var slots: [(id: SlotID, frame: SlotFrame)] = []

  /// In page order: by top edge, slots with the same top as they were added.
  var ordered: [(id: SlotID, frame: SlotFrame)] {
    slots.enumerated().sorted {
      ($0.element.frame.minY, $0.offset) < ($1.element.frame.minY, $1.offset)
    }.map(\.element)
  }

  mutating func resize(_ index: Int, to size: Size) {
    let old = slots[index].frame
    for other in slots.indices where other != index && slots[other].frame.minY >= old.maxY {
      slots[other].frame.y += size.height - old.height
    }
    slots[index].frame.width = size.width
    slots[index].frame.height = size.height
  }
}

@Suite(.tags(.fast)) struct PageGeometryTests {
  @Test(arguments: 0..<120)
  func `order and frames of a long page are those of a plain one`(seed: Int) {
    var draw = SeededGenerator(seed: seed)
    let unit = draw.pick([1, 0.25, 0.1])
    let isStacked = draw.flag()
    func frame(_ draw: inout SeededGenerator, _ slot: Int) -> SlotFrame {
      let y = isStacked ? slot * 600 : draw.number(0...400_000)
      return SlotFrame(y: Double(y) * unit, height: Double(draw.number(0...600)) * unit)
    }
    var page = SlotGeometry()
    var plain = PlainGeometry()
    for slot in 0..<draw.number(1...900) {
      let frame = frame(&draw, slot)
      _ = page.add(SlotID(slot), frame)
      plain.slots.append((SlotID(slot), frame))
    }
    for step in 0..<60 {
      guard !plain.slots.isEmpty else { break }
      let index = draw.below(plain.slots.count)
      let id = plain.slots[index].id
      guard let handle = page.handle(of: id) else {
        Issue.record("slot \(id) is gone")
        return
      }
      switch draw.number(0...19) {
      case 0:
        let frame = frame(&draw, draw.number(0...900))
        page.move(handle, to: frame)
        plain.slots[index].frame = frame
      case 1:
        page.remove(handle)
        plain.slots.remove(at: index)
      case 2:
        let frame = frame(&draw, draw.number(0...900))
        _ = page.add(SlotID(1000 + step), frame)
        plain.slots.append((SlotID(1000 + step), frame))
      default:
        let size = Size(width: 300, height: Double(draw.number(0...900)) * unit)
        page.resize(handle, to: size)
        plain.resize(index, to: size)
      }
    }
    page.sortIfNeeded()
    let handles = (0..<page.count).map(page.handle(atRank:))
    let ordered = plain.ordered
    #expect(handles.map { page.ids[Int($0)] } == ordered.map(\.id))
    #expect(handles.map(page.frame(of:)) == ordered.map(\.frame))
    let bottoms = ordered.map(\.frame.maxY)
    #expect(!page.isStacked || bottoms == bottoms.sorted())
  }
}
