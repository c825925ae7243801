internal import AdEngine

/// The question that comes before any ad, over the page.
struct ConsentOverlay: Overlay {
  var list = ListState()

  var isQuestion: Bool { true }
  var hiding: ConsentEvent? { .hideNotice }

  func context(in model: Model) -> KeyContext { .consent }
  func box(in model: Model) -> OverlayBox? { ConsentNotice(model: model).box }
}

/// The words of the question.
struct ConsentNotice {
  let model: Model

  /// The question, what follows from it, and the answers.
  var box: OverlayBox {
    let isNarrow = model.shared.columns < 60
    let change = "\(KeyMap.label(of: .openConsent, in: .anywhere)) changes it at any time."
    var texts = [rule + " " + change]
    if !isNarrow, model.visit.consent.store.regulation != .none, !isUndecided {
      let withdraw = KeyMap.label(of: .withdraw, in: .consent)
      let undo = model.engine.consent == .unset ? "" : "; \(withdraw) takes it back"
      texts.append("So far: \(status)\(undo).")
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

  /// Whether nothing was answered yet.
  private var isUndecided: Bool {
    model.engine.consent == .unset && answers.allSatisfy { $0 == .undecided }
  }

  private var answers: [ConsentStore.Answer] {
    let store = model.visit.consent.store
    return store.purposes.map(store.answer(toPurpose:)) + store.vendors.map(store.answer(toVendor:))
  }

  private var status: String {
    if model.engine.consent == .unset {
      let answered = answers.filter { $0 != .undecided }.count
      return answered == 0 ? "undecided" : "\(answered) of \(answers.count) answered"
    }
    if answers.allSatisfy({ $0 == .enabled }) { return "agreed" }
    if answers.allSatisfy({ $0 == .disabled }) { return "disagreed" }
    return model.engine.consent == .granted
      ? "yes to what is needed, no to some" : "no to something that is needed"
  }
}
