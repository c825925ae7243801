internal import AdEngine
internal import AdSessions

/// The question that comes before any ad.
struct ConsentNotice {
  let model: Model

  init(_ model: Model) { self.model = model }

  /// The whole notice, or, on a small screen, the question and the answers alone.
  var box: OverlayBox {
    let whole = OverlayBox(title: "Consent", lines: [question] + explanation + answers, keyWidth: 5)
    let isWhole = whole.lastFirstLine(columns: model.columns, rows: model.rows) == 0
    return isWhole
      ? whole : OverlayBox(title: "Consent", lines: [question] + answers, keyWidth: 5)
  }

  private var question: OverlayBox.Line {
    OverlayBox.Line(text: "May this page load ads that use your data?", isStrong: true)
  }

  private var explanation: [OverlayBox.Line] {
    let policy =
      switch model.run.engine.policy {
      case .strict: "This page is strict: without a yes, no ad is loaded."
      case .determined: "After a no, this page loads limited ads."
      }
    return [
      OverlayBox.Line(text: policy),
      OverlayBox.Line(text: "So far: \(status). Press c at any time to change it."),
      OverlayBox.Line(text: ""),
    ]
  }

  private var answers: [OverlayBox.Line] {
    var commands = [Command.agree, .disagree]
    if model.run.engine.consent != .unset { commands.append(.withdraw) }
    return (commands + [.decideLater]).map(line)
  }

  private var status: String {
    switch model.run.engine.consent {
    case .unset: "undecided"
    case .granted: "agreed"
    case .denied: "disagreed"
    }
  }

  private func line(_ command: Command) -> OverlayBox.Line {
    let binding = KeyMap.bindings.first { $0.command == command && $0.context == .consent }
    let key = binding?.keys.first?.label ?? ""
    return OverlayBox.Line(key: key, text: binding?.help ?? "")
  }
}
