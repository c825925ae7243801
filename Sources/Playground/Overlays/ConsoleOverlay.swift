internal import AdEngine
internal import AdSessions
internal import AdSimulation

struct ConsoleOverlay: Overlay {
  let slot: Int?
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    slot.flatMap { AdConsole(model: model, slot: $0).box }
  }
}

/// The console of an ad, over the page: what its page has said, and the scripts that were put into it (`S1.63`).
struct AdConsole {
  let model: Model
  let slot: Int

  var box: OverlayBox? {
    guard let status = model.visit.status(ofSlot: slot) else { return nil }
    let size = status.ad.map { "\($0.width.points) × \($0.height.points)" } ?? "(not sent)"
    var lines = [
      OverlayLine("Ad unit", model.top.page.slots[slot].ad.adUnitId), OverlayLine("Size", size),
      .blank,
      .strong("Messages of its page"),
    ]
    let messages = model.visit.messages(ofSlot: slot)
    if messages.isEmpty {
      lines.append(OverlayLine(status.isHeld ? "none yet" : "there is no page: no ad"))
    }
    lines += messages.map { OverlayLine($0.at.clock, $0.message.logLine ?? "") }
    if status.isHeld {
      lines += model.visit.unheard(ofAd: status.id, status.generation).map { OverlayLine($0) }
    }
    lines += [.blank, .strong("Web view")] + webView
    let heading =
      status.isHeld
      ? "Scripts put into its page, in the order in which they run"
      : "Scripts that its page will get, in the order in which they run"
    lines += [.blank, .strong(heading)]
    if consentScript.isEmpty {
      lines += [.blank, OverlayLine("no choice to hand over: \(reasonOfNoPayload)")]
    }
    for (number, script) in scripts.enumerated() {
      let facts = "\(script.purpose.rawValue), \(script.injectionTime.rawValue)"
      lines += [.blank, .strong("\(number + 1) \(facts)")] + OverlayLine.lines(of: script.text)
    }
    lines += [.blank, .strong("Script of the template, by which its page posts messages")]
    lines += OverlayLine.lines(of: DemoPublisher.bridge)
    if model.visit.settings.isDebugEnabled, let size = status.ad {
      lines +=
        [.blank, .strong("Run when the size was sent")]
        + OverlayLine.lines(of: DebugPanel.showing(size))
    }
    let title = "console of " + model.top.name(of: SlotID(slot)).scrubbed
    return OverlayBox(title: title, lines: lines, keyWidth: 11)
  }

  /// How the web view is set up, under WebKit's names.
  private var webView: [OverlayLine] {
    let settings = model.top.page.settings
    let view = settings.webView
    let waiting = view.mediaTypesRequiringUserActionForPlayback.map(\.rawValue).sorted()
    let site = view.hosts.site.map { " and all hosts of \($0)" } ?? ""
    let ports = view.hosts.isPortStrict ? ", on its own port alone" : ", on any port"
    let facts: [(name: String, text: String)] = [
      ("page", settings.template),
      ("allowsInlineMediaPlayback", "\(view.allowsInlineMediaPlayback)"),
      (
        "mediaTypesRequiringUserActionForPlayback",
        waiting.isEmpty ? "none" : waiting.joined(separator: ", ")
      ),
      ("javaScriptCanOpenWindowsAutomatically", "\(view.javaScriptCanOpenWindowsAutomatically)"),
      ("messages through", "window.webkit.messageHandlers.\(BridgeMessage.handlerName)"),
      ("own site", "the page's host\(site)\(ports)"),
    ]
    return facts.map { OverlayLine("\($0.name): \($0.text)") }
  }

  /// The scripts that the page of the slot's ad gets.
  private var scripts: [InjectedScript] {
    let settings = model.top.page.slots[slot]
    return InjectedScript.all(
      consent: consentScript,
      debugPanel: model.visit.settings.isDebugEnabled ? DebugPanel.showing : "",
      adUnit: DemoPublisher.script(adUnitID: settings.ad.adUnitId),
      targeting: settings.ad.targeting)
  }

  /// The script with the user's choice; another choice reloads every ad, so this is the one that the ad got.
  private var consentScript: String {
    // A session says what was chosen, but not by which purposes and vendors of a store.
    !model.visit.isReplay ? model.visit.consent.store.consentScript : ""
  }

  private var reasonOfNoPayload: String {
    if model.visit.isReplay { return "a session does not hold it." }
    return switch model.visit.consent.store.regulation {
    case .none: "no law asks for consent, so there is nothing to hand over."
    case .gdpr: "something is undecided, so a page gets no script and asks by itself."
    }
  }
}
