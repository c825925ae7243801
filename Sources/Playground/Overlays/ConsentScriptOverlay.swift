internal import AdEngine
internal import AdSessions

/// The script with the user's choice that a page would be handed.
struct ConsentScriptOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    let store = model.visit.consent.store
    let script = store.consentScript
    return OverlayBox(
      title: "hand-off",
      lines: script.isEmpty
        ? [OverlayLine(store.reasonOfNoScript)] : OverlayLine.lines(of: script))
  }
}

extension ConsentStore {
  /// Why a page gets no such script, where it gets none.
  var reasonOfNoScript: String {
    switch regulation {
    case .none: "no law asks for consent, so there is nothing to hand over."
    case .gdpr: "something is undecided, so a page gets no script and asks by itself."
    }
  }
}
