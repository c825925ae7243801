internal import AdEngine

/// The question that comes before any ad.
struct ConsentNotice {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas) {
    let policy =
      switch model.engine.policy {
      case .strict: "This page is strict: without a yes, no ad is loaded."
      case .determined: "After a no, this page loads limited ads."
      }
    var lines: [OverlayBox.Line] = [
      OverlayBox.Line(text: "May this page load ads that use your data?", isStrong: true),
      OverlayBox.Line(text: policy),
      OverlayBox.Line(text: "So far: \(status). Press c at any time to change it."),
      OverlayBox.Line(text: ""),
      line(.agree), line(.disagree),
    ]
    if model.engine.consent != .unset { lines.append(line(.withdraw)) }
    lines.append(line(.decideLater))
    OverlayBox(title: "Consent", lines: lines, keyWidth: 0).draw(on: &canvas)
  }

  private var status: String {
    switch model.engine.consent {
    case .unset: "undecided"
    case .granted: "agreed"
    case .denied: "disagreed"
    }
  }

  private func line(_ command: Command) -> OverlayBox.Line {
    let binding = KeyMap.bindings.first { $0.command == command && $0.context == .consent }
    let key = binding?.keys.first?.label ?? ""
    return OverlayBox.Line(text: "  \(key.padded(to: 4)) \(binding?.help ?? "")")
  }
}
