internal import AdSessions

extension Model {
  /// Shows the trace of the selected ad, or of the nearest, through the contracts of plug-ins.
  mutating func openPlugins() {
    guard interstitial == nil else { return openHostPlugins() }
    guard let slot = chosenSlot else {
      notice = "this page has no ads to tell about"
      return
    }
    overlay = Overlay(.plugins(PluginReport(self, .slot(slot), [AdTrace(self, slot)])))
  }

  /// Shows the traces of the ads that stand in no slot.
  mutating func openHostPlugins() {
    guard !hostTraces.isEmpty else {
      notice = "this page has no screen banner and no interstitial"
      return
    }
    overlay = Overlay(.plugins(PluginReport(self, .hosts, hostTraces)))
  }

  /// Updates the report while it is open.
  mutating func refreshPlugins() {
    guard case .plugins(let former) = overlay?.content else { return }
    let traces = former.slot.map { [AdTrace(self, $0)] } ?? hostTraces
    guard traces.map(\.progress) + AdList.progress(self) != former.progress else { return }
    let report = PluginReport(self, former.subject, traces)
    overlay?.content = .plugins(report)
  }

  /// The name of the subject in the title.
  func name(of subject: PluginReport.Subject) -> String {
    switch subject {
    case .slot(let slot): name(of: Self.id(ofSlot: slot)).scrubbed
    case .hosts:
      interstitial?.name
        ?? shown.hosts.places.compactMap { shown.hosts[keyPath: $0]?.placeName }
        .joined(separator: ", ")
    }
  }

  /// The ads in no slot: the interstitial alone while it is on the screen.
  private var hostTraces: [AdTrace] {
    if let interstitial { return [AdTrace(interstitial)] }
    return shown.hosts.places.compactMap { shown.hosts[keyPath: $0].map { AdTrace($0) } }
  }
}
