internal import AdEngine
internal import AdSessions

/// Rows of ads that are wider than the text: the user moves them across.
extension Model {
  var isCarouselInView: Bool { carousel != nil }

  /// The slots of the carousel that a command is about: the one with the chosen slot, else the first in view.
  private var carousel: ClosedRange<Int>? {
    let layout = top.layout
    guard !layout.isPlaced else { return nil }
    let viewport = engine.viewport
    let first = top.firstSlot(endingBelow: viewport.minY)
    let inView = layout.page.slots.indices[first...].prefix {
      layout.frame(ofSlot: $0).minY < viewport.maxY
    }
    let candidates = [chosenSlot].compactMap(\.self).filter(inView.contains) + inView
    return candidates.first { layout.overflow(ofRowWithSlot: $0) > 0 }.map(layout.row(ofSlot:))
  }

  mutating func moveCarousel(by count: Int) {
    guard let carousel else {
      shared.notice = "there is no carousel in view"
      return
    }
    let layout = top.layout
    let lefts = carousel.map { layout.frame(ofSlot: $0).x ?? 0 }
    let now = -(engine.status(of: SlotID(carousel.lowerBound))?.frame.x ?? 0)
    let end = layout.overflow(ofRowWithSlot: carousel.lowerBound)
    let next = count > 0 ? lefts.first { $0 > now } : lefts.last { $0 < now }
    let position = min(next ?? (count > 0 ? end : 0), end)
    guard position != now else {
      shared.notice = "this is the \(count > 0 ? "end" : "beginning") of the carousel"
      return
    }
    visit.feed(
      zip(carousel, lefts).map { slot, left in .slotMovedAcross(SlotID(slot), to: left - position)
      })
  }
}
