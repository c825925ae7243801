internal import AdEngine

/// The question that comes before any ad, over the page.
struct ConsentOverlay: Overlay {
  var list = ListState()

  var isQuestion: Bool { true }

  func context(in model: Model) -> KeyContext { .consent }
  func box(in model: Model) -> OverlayBox? { ConsentNotice(model: model).box }
}

/// The words of the question.
struct ConsentNotice {
  let model: Model

  /// The question, what follows from it, and the answers.
  var box: OverlayBox {
    let isNarrow = model.shared.columns < 60
    let change = "\(KeyMap.label(of: .openConsent)) changes it at any time."
    var texts = [rule + " " + change]
    if !isNarrow, model.visit.consent.store.regulation != .none, model.engine.consent != .unset {
      let undo = "\(KeyMap.label(of: .withdraw, in: .consent)) takes it back"
      texts.append("So far: \(model.engine.consent.rawValue); \(undo).")
    }
    return OverlayBox(
      title: "Consent",
      lines: [.strong("May this page load ads that use your data?")] + texts.map { OverlayLine($0) }
        + [.strong(choices.joined(separator: "   "))])
  }

  private var choices: [String] {
    [(Command.agree, "agree"), (.disagree, "disagree")].map {
      KeyMap.label(of: $0, in: .consent) + " " + $1
    }
  }

  private var rule: String {
    if model.visit.consent.store.regulation == .none {
      return "No law asks for it here: ads may load."
    }
    switch model.engine.policy {
    case .strict: return "Without a yes, no ad is loaded."
    case .determined: return "After a no, this page loads limited ads."
    }
  }
}
