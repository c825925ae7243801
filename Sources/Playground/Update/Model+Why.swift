internal import AdEngine
internal import AdSessions

extension Model {
  /// The slot that stands out everywhere on the screen: the one that is being explained, else the selected one.
  var litSlot: Int? { coveringSlot ?? selectedSlot }

  /// The slot that what covers the page is about.
  var coveringSlot: Int? { overlay?.slot }

  /// Shows why the selected ad, or the nearest, is in its states.
  mutating func openWhy() {
    guard historyState != .cut else {
      notice = Self.cutHistory
      return
    }
    guard let slot = chosenSlot else {
      notice = "this page has no ads to explain"
      return
    }
    show(WhyOverlay(slot: slot))
  }

  /// Why a slot is in its states.
  func causes(ofSlot slot: Int) -> CauseChain {
    CauseChain(
      of: Self.id(ofSlot: slot), in: historyOfPage, from: pages.top.opening.engine, at: time)
  }
}
