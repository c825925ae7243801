internal import AdEngine
internal import AdSessions
import AdSimulation

/// Why an ad is in its states, over the article, so that map, slots and log stay in view.
struct WhyOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  func box(in model: Model) -> OverlayBox? { slot.map { box(of: $0, in: model) } }

  private func box(of slot: Int, in model: Model) -> OverlayBox {
    let page = model.top
    let history = page.slots[slot]
    let hasColumn = model.visit.status(ofSlot: slot)?.frame.x != nil
    let words = CauseWords(
      slot: SlotID(slot), load: history.load, now: model.visit.time, hasColumn: hasColumn
    ) {
      "slot " + page.page.slots[$0.rawValue].name
    }
    let chain = model.visit.causes(ofSlot: slot)
    let seen = model.visit.status(ofSlot: slot).map { page.label(of: $0) + " · " } ?? ""
    let states = "\(history.load.rawValue), ad view \(history.ad.rawValue)"
    var lines = [OverlayLine.strong(seen + states)]
    lines += chain.links.map { link in
      let held = model.visit.heldBack(link.cause, SlotID(slot)).map {
        "; the page had it after \($0) ms"
      }
      return OverlayLine(link.at.clock, words.text(of: link.cause) + (held ?? ""))
    }
    if let network = model.visit.network {
      lines.append(OverlayLine("network", "\(network.rawValue): \(network.words)"))
    }
    let next = chain.pendingConditions.map { words.text(of: $0) }
    lines += (next.isEmpty ? ["nothing: there is no more to come"] : next).enumerated().map {
      OverlayLine($0 == 0 ? "next" : "", $1)
    }
    // The article's pane, where it is large enough to read in.
    let article = model.layout.article
    let area = article.width >= 44 && article.height >= 10 ? article : nil
    return OverlayBox(
      title: "why " + page.name(of: SlotID(slot)).scrubbed, lines: lines, keyWidth: 10, area: area)
  }
}

extension Model {
  /// Explains the states of an ad, by default those of the selected one, or of the nearest.
  mutating func openWhy(slot: Int? = nil) {
    guard visit.history.state != .cut else {
      shared.notice = VisitHistory.cut
      return
    }
    guard let slot = slot ?? chosenSlot(to: "explain") else { return }
    show(WhyOverlay(slot: slot))
  }
}
