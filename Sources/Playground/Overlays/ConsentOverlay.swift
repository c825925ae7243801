internal import AdEngine
internal import AdSessions

/// The question that comes before any ad, over the page.
struct ConsentOverlay: Overlay {
  var list = ListState()

  var isQuestion: Bool { true }
  var hiding: ConsentEvent? { .hideNotice }

  func context(in scene: Scene) -> KeyContext { .consent }
  func box(in scene: Scene) -> OverlayBox? { ConsentNotice(screen: scene.screen).box }
}

/// The words of the question.
struct ConsentNotice {
  let screen: PageScreen

  /// The whole notice, or, on a small screen, the question and the answers alone.
  var box: OverlayBox {
    let whole = OverlayBox(
      title: "Consent", lines: [question] + explanation + answers + rest, keyWidth: 5)
    let isWhole = whole.lastFirstLine(columns: screen.shared.columns, rows: screen.shared.rows) == 0
    let short = OverlayBox.Line(text: "Ads that use your data?", isStrong: true)
    return isWhole
      ? whole : OverlayBox(title: "Consent", lines: [short] + answers, keyWidth: 5)
  }

  private var question: OverlayBox.Line {
    OverlayBox.Line(text: "May this page load ads that use your data?", isStrong: true)
  }

  private var explanation: [OverlayBox.Line] {
    let needed = screen.needed
    var texts = [rule]
    if screen.consent.centre.regulation != .none {
      if !needed.purposes.isEmpty || !needed.vendors.isEmpty {
        texts.append("It needs a yes to \(needed.words).")
      }
      texts.append("So far: \(status).")
    }
    texts[texts.count - 1] +=
      " Press \(KeyMap.label(of: .openConsent, in: .anywhere)) at any time to change it."
    return (texts + [""]).map { OverlayBox.Line(text: $0) }
  }

  private var rule: String {
    if screen.consent.centre.regulation == .none { return "No law asks for it here: ads may load." }
    switch screen.run.engine.policy {
    case .strict: return "This page is strict: without a yes, no ad is loaded."
    case .determined: return "After a no, this page loads limited ads."
    }
  }

  private var answers: [OverlayBox.Line] {
    var commands = [Command.agree, .disagree, .openPreferences]
    if screen.consent.centre.regulation != .none, screen.run.engine.consent != .unset {
      commands.append(.withdraw)
    }
    return (commands + [.decideLater]).map(line)
  }

  /// What the preferences lead to as well.
  private var rest: [OverlayBox.Line] {
    [OverlayBox.Line(text: "")]
      + [Command.switchPolicy, .switchRegulation, .openHandOff, .openTCFKeys].map(line)
  }

  private var status: String {
    let centre = screen.consent.centre
    let answers =
      centre.purposes.map(centre.answer(toPurpose:)) + centre.vendors.map(centre.answer(toVendor:))
    if screen.run.engine.consent == .unset {
      let answered = answers.filter { $0 != .undecided }.count
      return answered == 0 ? "undecided" : "\(answered) of \(answers.count) answered"
    }
    if answers.allSatisfy({ $0 == .enabled }) { return "agreed" }
    if answers.allSatisfy({ $0 == .disabled }) { return "disagreed" }
    return screen.run.engine.consent == .granted
      ? "yes to what is needed, no to some" : "no to something that is needed"
  }

  private func line(_ command: Command) -> OverlayBox.Line {
    let binding = KeyMap.bindings.first { $0.command == command && $0.context == .consent }
    let key = binding?.keys.first?.label ?? ""
    return OverlayBox.Line(key: key, text: binding?.help ?? "")
  }
}

extension TCFRequirement {
  /// What is needed, in words.
  var words: String {
    func list(_ ids: [Int], _ word: String) -> String? {
      guard let last = ids.last else { return nil }
      guard ids.count > 1 else { return "\(word) \(last)" }
      return "\(word)s " + ids.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
    }
    return [list(purposes, "purpose"), list(vendors, "vendor")].compactMap { $0 }
      .joined(separator: ", and to ")
  }
}
