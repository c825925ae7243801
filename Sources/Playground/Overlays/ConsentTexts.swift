internal import AdEngine
internal import AdSessions

struct ConsentTextOverlay: Overlay {
  enum Text: Hashable, Sendable { case handOff, keys }

  let text: Text
  var list = ListState()

  init(_ text: Text) { self.text = text }

  func box(in model: Model) -> OverlayBox? {
    switch text {
    case .handOff: ConsentTexts(model).handOff
    case .keys: ConsentTexts(model).keys
    }
  }
}

/// What can be read about the choice: the script that pages are handed, and the keys for SDKs.
struct ConsentTexts {
  let store: ConsentStore

  init(_ model: Model) { store = model.visit.consent.store }

  /// The script that a page would get.
  var handOff: OverlayBox {
    let script = store.consentScript
    guard script.isEmpty else {
      return OverlayBox(title: "hand-off", lines: OverlayLine.lines(of: script))
    }
    return OverlayBox(title: "hand-off", lines: [OverlayLine(reasonOfNoPayload)])
  }

  /// Why a page gets no such script, where it gets none.
  var reasonOfNoPayload: String {
    switch store.regulation {
    case .none: "no law asks for consent, so there is nothing to hand over."
    case .gdpr: "something is undecided, so a page gets no script and asks by itself."
    }
  }

  /// The keys that are kept for SDKs.
  var keys: OverlayBox {
    let entries = IABTCFKeys(store.written, store.regulation).entries
    let lines = entries.flatMap { entry in
      let value =
        switch entry.value {
        case .number(let number): String(number)
        case .text(let text): text
        }
      return [.strong(entry.key), OverlayLine("  " + value)]
    }
    return OverlayBox(title: "IABTCF keys", lines: lines)
  }
}
