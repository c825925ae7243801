internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The trace of one ad, or of those that stand in no slot, through the contracts of plug-ins.
struct PluginsOverlay: Overlay {
  /// Without a slot it is about the ads that stand in none.
  let slot: Int?
  var list = ListState()

  init(slot: Int?) { self.slot = slot }

  var isAboutPage: Bool { true }

  func box(in scene: Scene) -> OverlayBox? {
    let traces = slot.map { [AdTrace(scene.screen, $0)] } ?? scene.screen.hostTraces
    let lines =
      AdList(scene.screen).lines
      + traces.flatMap { [OverlayBox.Line(text: "")] + AdTraceView($0).lines }
    return OverlayBox(title: "plug-ins: " + title(in: scene), lines: lines, keyWidth: 10)
  }

  private func title(in scene: Scene) -> String {
    if let slot { return scene.screen.pages.top.name(of: SlotID(slot)).scrubbed }
    let hosts = scene.screen.pages.top.hosts
    return scene.screen.interstitial?.name
      ?? (hosts.places.compactMap { hosts[keyPath: $0]?.placeName }
      + (scene.screen.dismissed == nil ? [] : ["closed interstitial"])).joined(separator: ", ")
  }
}

extension PageScreen {
  /// Shows the trace of the selected ad, or of the nearest, through the contracts of plug-ins.
  mutating func openPlugins() {
    guard interstitial == nil else { return openHostPlugins() }
    guard let slot = chosenSlot(to: "trace") else { return }
    show(PluginsOverlay(slot: slot))
  }

  /// Shows the traces of the ads that stand in no slot.
  mutating func openHostPlugins() {
    guard !hostTraces.isEmpty else {
      shared.notice = "this page has no screen banner and no interstitial"
      return
    }
    show(PluginsOverlay(slot: nil))
  }

  /// The ads in no slot: the interstitial alone while it is on the screen.
  var hostTraces: [AdTrace] {
    if let interstitial { return [AdTrace(interstitial, self)] }
    let ads = pages.top.hosts.places.compactMap { pages.top.hosts[keyPath: $0] }
    return (ads + [dismissed].compactMap { $0 }).map { AdTrace($0, self) }
  }
}
