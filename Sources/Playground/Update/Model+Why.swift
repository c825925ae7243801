internal import AdEngine
internal import AdSessions

extension Model {
  /// The slot that stands out everywhere on the screen: the one that is being explained, else the selected one.
  var litSlot: Int? { coveringSlot ?? selectedSlot }

  /// The slot that what covers the page is about.
  var coveringSlot: Int? {
    switch overlay?.content {
    case .why(let slot, _), .details(let slot), .console(let slot): slot
    case .plugins(let inquiry): inquiry.slot
    case .diagnosis(let slot, _): slot
    case .consent, .preferences, .handOff, .tcfKeys, .help, .problems, .metrics, .presets, .writing,
      nil:
      nil
    }
  }

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
    overlay = Overlay(.why(slot: slot, causes(ofSlot: slot)))
  }

  /// Keeps the chain of causes true while it is shown.
  mutating func refreshWhy() {
    guard case .why(let slot, _) = overlay?.content else { return }
    let chain = causes(ofSlot: slot)
    overlay?.content = .why(slot: slot, chain)
  }

  /// Stops telling about a slot of a page that was left.
  mutating func leaveSlotOverlay() {
    switch overlay?.content {
    case .why, .details, .console, .plugins, .diagnosis: overlay = nil
    case .consent, .preferences, .handOff, .tcfKeys, .help, .problems, .metrics, .presets, .writing,
      nil:
      break
    }
  }

  /// Stops showing a slot that is not on the page any more.
  mutating func leaveMissingSlot() {
    switch overlay?.content {
    case .details(let slot), .console(let slot):
      if status(ofSlot: slot) == nil { overlay = nil }
    default: break
    }
  }

  private func causes(ofSlot slot: Int) -> CauseChain {
    CauseChain(of: Self.id(ofSlot: slot), in: historyOfPage, from: opening.engine, at: time)
  }
}
