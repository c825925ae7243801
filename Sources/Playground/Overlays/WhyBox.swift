internal import AdEngine
internal import AdSessions

struct WhyOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  init(slot: Int) { self.slot = slot }

  func box(in model: Model) -> OverlayBox? {
    slot.map { WhyBox(model, $0, model.causes(ofSlot: $0)).box }
  }
}

/// Why an ad is in its states, over the article, so that map, slots and log stay in view.
struct WhyBox {
  let model: Model
  let slot: Int
  let chain: CauseChain

  init(_ model: Model, _ slot: Int, _ chain: CauseChain) {
    self.model = model
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
    let title = "why " + model.pages.top.name(of: Model.id(ofSlot: slot)).scrubbed
    return OverlayBox(title: title, lines: lines, keyWidth: 10, area: area)
  }

  /// The article's pane, where it is large enough to read in.
  private var area: Rect? {
    let article = ScreenLayout(model).article
    return article.width >= 44 && article.height >= 10 ? article : nil
  }

  private var states: String {
    let history = model.pages.top.slots[slot]
    return "\(Theme.glyph(history.load)) \(history.load.rawValue), ad view \(history.ad.rawValue)"
  }

  private var words: CauseWords {
    CauseWords(
      slot: Model.id(ofSlot: slot), load: model.pages.top.slots[slot].load, now: model.time
    ) {
      "slot " + model.pages.top.page.slots[Model.slot($0)].name
    }
  }
}
