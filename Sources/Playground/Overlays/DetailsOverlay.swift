internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

struct DetailsOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  /// Nothing can be followed in a replay.
  func context(in model: Model) -> KeyContext { model.stage == .page ? .details : .overlay }

  func box(in model: Model) -> OverlayBox? {
    slot.flatMap { SlotDetails(model: model, slot: $0).box }
  }
}

/// Everything that is known about one ad, over the page.
struct SlotDetails {
  let model: Model
  let slot: Int

  var box: OverlayBox? {
    guard let status = model.visit.status(ofSlot: slot) else { return nil }
    let settings = model.top.page.slots[slot]
    let history = model.top.slots[slot]
    let request = model.visit.creativeWorld().config(
      of: status.id, unit: settings.ad.adUnitId, generation: status.generation)
    let isOfPlugin = model.top.page.settings.adServer.supply?.provider != nil
    var lines = [
      OverlayLine("unit", settings.ad.adUnitId),
      OverlayLine("seen", model.top.label(of: status)),
      OverlayLine("load state", "\(status.loadState.rawValue) since \(history.loadSince.clock)"),
      OverlayLine("ad state", "\(status.adState.rawValue) since \(history.adSince.clock)"),
      OverlayLine(
        "generation", status.generation == 0 ? "never fetched" : String(status.generation)),
      OverlayLine("consent", consent),
      auctionLine(status),
      OverlayLine("frame", frame(status.frame)),
      // What a session without a page requested is unknown, and a plug-in asks for sizes by name.
      request.size.width > 0 && !isOfPlugin ? OverlayLine("requested", request.size.words) : nil,
      OverlayLine("delivered", delivered(status)),
      OverlayLine("gap", "\(status.gap.points) pt" + (place(status).map { ", \($0)" } ?? "")),
      OverlayLine("viewable", viewability(status)),
    ].compactMap(\.self)
    lines += linkLines(status)
    if settings.ad.constraints != .none {
      lines.append(OverlayLine("bounds", bounds(settings.ad.constraints)))
    }
    if model.engine.lazyLoading != nil {
      switch settings.lazyLoading {
      case nil: break
      case .off: lines.append(OverlayLine("lazyLoad", "off for this ad: it loads at once"))
      case .settings(let change):
        lines.append(OverlayLine("lazyLoad", "of its own: \(change.words)"))
      }
    }
    if let label = settings.ad.label {
      lines.append(OverlayLine("label", "\(label.text) (\(label.font.name))"))
    }
    if let error = history.presentationError {
      lines.append(OverlayLine("not shown", error.description))
    }
    if let failure = history.failure {
      let error =
        model.visit.renderingError(ofSlot: slot).map { ": \($0.descriptionWithCode)" } ?? ""
      lines.append(OverlayLine("failure", failure.words + error))
    }
    if let time = status.unloadsAt {
      lines.append(OverlayLine("unloads at", "\(time.clock) unless it comes back"))
    }
    for entry in settings.ad.targeting.entries {
      lines.append(OverlayLine("target", "\(entry.key) = \(entry.values.joined(separator: ", "))"))
    }
    for problem in model.top.page.targetingProblems(ofSlot: slot) {
      lines.append(OverlayLine(problem.severity.rawValue, problem.description))
    }
    return OverlayBox(title: model.top.title(ofSlot: slot), lines: lines, keyWidth: 13)
  }

  private func auctionLine(_ status: SlotStatus) -> OverlayLine? {
    guard let rule = model.engine.lazyLoading?.auction.settings else { return nil }
    guard let auction = status.auction else { return OverlayLine("auction", "none under way") }
    let words =
      switch auction.stage {
      case .running:
        "under way since \(auction.since.clock), until \((auction.since + rule.timeout).clock) at most"
      case .bids:
        "bids since \(auction.since.clock), good until \((auction.since + rule.expires).clock)"
      case .timedOut: "no bids by \(auction.since.clock)"
      }
    return OverlayLine("auction", "\(auction.number): \(words)")
  }

  /// Where the ad leads, and what it tried by itself.
  private func linkLines(_ status: SlotStatus) -> [OverlayLine] {
    var lines: [OverlayLine] = []
    if let link = model.visit.link(ofAd: status) {
      let place = link.frame == .none ? ", in a new window" : ""
      lines.append(OverlayLine("link", link.url.cut(to: 400) + place))
    }
    let blocked = model.engine.blockedNavigations(of: status.id)
    if blocked > 0 { lines.append(OverlayLine("blocked", blocked.counted("navigation"))) }
    return lines
  }

  private func delivered(_ status: SlotStatus) -> String {
    guard let ad = status.ad else { return "–" }
    var media = status.media.rawValue
    if status.isRendered, status.media == .video {
      let view = model.top.page.settings.webView
      media += ", \(view.playback(isTouched: status.adState == .clicked).words)"
    }
    let isCut = ad.width > status.frame.width || ad.height > status.frame.height
    return "\(ad.words), \(media)" + (isCut ? ", cut by the bounds" : "")
  }

  private func bounds(_ constraints: ContainerConstraints) -> String {
    func side(_ name: String, _ least: Double, _ greatest: Double) -> String? {
      switch (least > 0, greatest.isFinite) {
      case (false, false): nil
      case (true, false): "\(name) from \(least.points)"
      case (false, true): "\(name) up to \(greatest.points)"
      case (true, true): "\(name) \(least.points)…\(greatest.points)"
      }
    }
    let (least, greatest) = (constraints.minSize, constraints.maxSize)
    let sides = [
      side("width", least.width, greatest.width), side("height", least.height, greatest.height),
      constraints.overflow == .clamp ? "a larger ad is cut" : nil,
      constraints.placeholder == .initial ? "empty it takes its initial size" : nil,
    ]
    return sides.compactMap { $0 }.joined(separator: ", ")
  }

  private func frame(_ frame: SlotFrame) -> String {
    (frame.x.map { "x \($0.points), " } ?? "") + "y \(frame.y.points), \(frame.size.words)"
  }

  private func place(_ status: SlotStatus) -> String? {
    guard status.isReachable else {
      return status.visibility.isHidden ? "but hidden" : "but beside the viewport"
    }
    guard status.gap <= 0 else { return nil }
    let share = status.visibility.share
    return share < 1 ? "in view, at most \(Int((share * 100).rounded(.down)))% of it" : "in view"
  }

  private func viewability(_ status: SlotStatus) -> String {
    guard !status.isViewable else { return "yes" }
    guard status.isRendered else { return "not yet: not rendered" }
    let rule = ViewabilityRule.viewable(status.ad ?? status.frame.size, status.media)
    return "not yet: \(Exposure(of: status, in: model.engine.viewport).percent)% in view,"
      + " \(rule.tenths)0% for \(rule.duration / 1000) s is needed"
  }

  private var consent: String {
    switch model.engine.consentDecision {
    case .allow: "allows ads"
    case .limited: "allows limited ads"
    case .hold: "holds ads back"
    }
  }
}

extension Model {
  /// Shows all about the selected ad, or the nearest.
  mutating func openDetails() {
    guard let slot = chosenSlot else {
      shared.notice = "this page has no ads"
      return
    }
    show(DetailsOverlay(slot: slot))
  }
}
