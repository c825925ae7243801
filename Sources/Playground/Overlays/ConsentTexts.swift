internal import AdEngine
internal import AdSessions

/// A text of the consent store, over what that has open.
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
      return OverlayBox(title: "hand-off", lines: Self.lines(script))
    }
    return OverlayBox(title: "hand-off", lines: [OverlayBox.Line(text: reasonOfNoPayload)])
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
      return [
        OverlayBox.Line(text: entry.key, isStrong: true), OverlayBox.Line(text: "  " + value),
      ]
    }
    return OverlayBox(title: "IABTCF keys", lines: lines)
  }

  private static func lines(_ text: String) -> [OverlayBox.Line] {
    text.split(separator: "\n").map { OverlayBox.Line(text: String($0).scrubbed) }
  }
}
