internal import AdEngine
internal import AdSessions

extension Model {
  /// The slot that stands out everywhere on the screen: the one that is being explained, else the selected one.
  var litSlot: Int? {
    switch overlay?.content {
    case .why(let slot, _), .details(let slot), .console(let slot): slot
    case .plugins(let inquiry): inquiry.slot
    case .diagnosis(let slot, _): slot ?? selectedSlot
    case .consent, .preferences, .handOff, .tcfKeys, .help, .problems, .metrics, .presets, .writing,
      nil:
      selectedSlot
    }
  }

  /// Shows why the selected ad, or the nearest, is in its states.
  mutating func openWhy() {
    guard historyState != .cut else {
      notice = Self.cutHistory
      return
    }
    guard let slot = selectedSlot ?? nearestSlot else {
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

  private func causes(ofSlot slot: Int) -> CauseChain {
    CauseChain(of: Self.id(ofSlot: slot), in: historyOfPage, from: opening.engine, at: time)
  }
}
