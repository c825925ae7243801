/// The zones of slots that have their distances in common.
struct Zones: Sendable {
  private var fetch = Zone()
  private var display = Zone()
  private var unload = Zone()
  /// Empty where no auctions are held.
  private var auction = Zone()

  /// Moves the zones to where the newest geometry wants them.
  mutating func update(_ sides: Sides, _ viewport: Viewport, _ edges: some SlotEdges) {
    let (below, above) = (sides.below, sides.above)
    fetch.update(below: below.fetch, above: above.fetch, viewport, edges)
    display.update(below: below.display, above: above.display, viewport, edges)
    unload.update(below: below.unload, above: above.unload, viewport, edges)
    if below.holdsAuctions {
      auction.update(below: below.auction, above: above.auction, viewport, edges)
    }
  }

  /// The same, and hands over the slots that entered a zone, left the unload zone or, where slots wait in it, the fetch zone.
  mutating func update(
    _ sides: Sides, _ viewport: Viewport, _ edges: some SlotEdges, slotsWait: Bool,
    _ body: (Range<Int>) -> Void
  ) {
    let old = self
    update(sides, viewport, edges)
    func emit(_ runs: (Range<Int>, Range<Int>)) {
      if !runs.0.isEmpty { body(runs.0) }
      if !runs.1.isEmpty { body(runs.1) }
    }
    emit(fetch.ranks.subtracting(old.fetch.ranks))
    if slotsWait { emit(old.fetch.ranks.subtracting(fetch.ranks)) }
    emit(display.ranks.subtracting(old.display.ranks))
    if sides.below.unloadingEnabled {
      emit(unload.ranks.subtracting(old.unload.ranks))
      emit(old.unload.ranks.subtracting(unload.ranks))
    }
    if sides.below.holdsAuctions { emit(auction.ranks.subtracting(old.auction.ranks)) }
  }

  /// Narrows `band` to the positions at which a check would change nothing for these slots.
  func narrow(
    _ band: inout QuietBand, _ sides: Sides, _ viewport: Viewport, _ edges: some SlotEdges,
    slotsWait: Bool
  ) {
    let (below, above) = (sides.below, sides.above)
    // Leaving the fetch zone where no slot waits in it, or the display zone, changes nothing, and a viewport that comes back
    // from beyond the unload zone has made the fingers follow there.
    fetch.narrow(
      &band, below: below.fetch, above: above.fetch, viewport, edges, tracksExits: slotsWait)
    display.narrow(
      &band, below: below.display, above: above.display, viewport, edges, tracksExits: false)
    if below.unloadingEnabled {
      unload.narrow(
        &band, below: below.unload, above: above.unload, viewport, edges, tracksExits: true)
    }
    if below.holdsAuctions {
      auction.narrow(
        &band, below: below.auction, above: above.auction, viewport, edges, tracksExits: false)
    }
  }
}
