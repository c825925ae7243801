internal import AdEngine
internal import AdSessions

struct WhyOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  init(slot: Int) { self.slot = slot }

  func box(in scene: Scene) -> OverlayBox? {
    slot.map { WhyBox(scene.screen, $0, scene.screen.causes(ofSlot: $0)).box }
  }
}

/// Why an ad is in its states, over the article, so that map, slots and log stay in view.
struct WhyBox {
  let screen: PageScreen
  let slot: Int
  let chain: CauseChain

  init(_ screen: PageScreen, _ slot: Int, _ chain: CauseChain) {
    self.screen = screen
    self.slot = slot
    self.chain = chain
  }

  var box: OverlayBox {
    var lines = [OverlayBox.Line(text: states, isStrong: true)]
    lines += chain.links.map { link in
      OverlayBox.Line(key: link.at.clock, text: words.text(of: link.cause).scrubbed)
    }
    let next = chain.outlooks.map { words.text(of: $0).scrubbed }
    lines += (next.isEmpty ? ["nothing: there is no more to come"] : next).enumerated().map {
      OverlayBox.Line(key: $0 == 0 ? "next" : "", text: $1)
    }
    let title = "why " + screen.pages.top.name(of: SlotID(slot)).scrubbed
    return OverlayBox(title: title, lines: lines, keyWidth: 10, area: area)
  }

  /// The article's pane, where it is large enough to read in.
  private var area: Rect? {
    let article = screen.layout.article
    return article.width >= 44 && article.height >= 10 ? article : nil
  }

  private var states: String {
    let history = screen.pages.top.slots[slot]
    return "\(Theme.glyph(history.load)) \(history.load.rawValue), ad view \(history.ad.rawValue)"
  }

  private var words: CauseWords {
    CauseWords(
      slot: SlotID(slot), load: screen.pages.top.slots[slot].load, now: screen.time
    ) {
      "slot " + screen.pages.top.page.slots[$0.rawValue].name
    }
  }
}

extension PageScreen {
  /// Explains the states of the selected ad, or of the nearest.
  mutating func openWhy() {
    guard history.state != .cut else {
      shared.notice = PageHistory.cut
      return
    }
    guard let slot = chosenSlot else {
      shared.notice = "this page has no ads to explain"
      return
    }
    show(WhyOverlay(slot: slot))
  }

  /// The causes of a slot's states.
  func causes(ofSlot slot: Int) -> CauseChain {
    CauseChain(of: SlotID(slot), in: historyOfPage, from: pages.top.opening.engine, at: time)
  }
}
