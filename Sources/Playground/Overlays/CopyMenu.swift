internal import AdEngine
internal import AdSessions

/// The choice of a form to copy the thresholds in, over the screen.
struct CopyMenu: Overlay {
  /// The rows of the longest preview, Google Publisher Tag's.
  private static let previewRows = 8

  /// The forms, the one that the page is likely to take first.
  let forms: [CopyForm]
  var list = ListState()

  /// Offers all forms; those of a page with Google Publisher Tag begin with its own.
  init(isOfGoogleTag: Bool) {
    forms =
      isOfGoogleTag
      ? [.googletag] + CopyForm.allCases.filter { $0 != .googletag } : CopyForm.allCases
  }

  var isMenu: Bool { true }
  var isQuestion: Bool { true }

  /// The form that Enter takes.
  var form: CopyForm { forms[list.selected] }

  func context(in model: Model) -> KeyContext { .copy }
  func box(in model: Model) -> OverlayBox? { nil }

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let (settings, viewport) = model.copiedThresholds else { return }
    let text = form.text(settings, viewport: viewport) ?? "the viewport has no height"
    let columns = ListBox.previewColumns(on: model.shared.screen)
    let preview = text.split(separator: "\n").flatMap { line in
      // Wrapping would take the indentation away.
      Glyphs.cells(line) > columns ? String(line).wrapped(to: columns) : [String(line)]
    }
    let rows = forms.map { form in
      let binding = KeyMap.bindings.first { $0.command == form.command && $0.context == .copy }
      return ListBox.Row(key: binding?.keys.first?.label ?? "", text: binding?.help ?? "")
    }
    ListBox(
      "copy the thresholds", rows, chosen: list.selected, on: model.shared.screen,
      maxRows: rows.count, preview: preview,
      previewRows: max(0, min(Self.previewRows, model.shared.rows - rows.count - 5))
    ).draw(on: &canvas)
  }

  mutating func move(by rows: Int, in model: Model) { list.move(by: rows, of: forms.count) }

  func action(in model: Model) -> PaletteEntry.Action? { .command(form.command) }
}

extension Model {
  /// Asks in which form the thresholds are to be copied.
  mutating func openCopyMenu() {
    endEdit(keeping: true)
    guard hasThresholdsToCopy() else { return }
    showAbove(CopyMenu(isOfGoogleTag: visit.replay?.isOfGoogleTag == true))
  }

  /// Has the shell copy the thresholds, and says so.
  mutating func copy(_ form: CopyForm) {
    viewer.overlays.removeAll { $0 is CopyMenu }
    endEdit(keeping: true)
    guard hasThresholdsToCopy(), let (settings, viewport) = copiedThresholds else { return }
    guard let text = form.text(settings, viewport: viewport) else {
      shared.notice = "the viewport has no height, and so there are no percentages of it"
      return
    }
    // By tmux's own default nothing reaches a clipboard.
    shared.notice =
      "copied as \(form.name), if the terminal allows it (tmux: set -s set-clipboard on)"
    shared.requests.append(.copy(text))
  }

  /// Says so where there is nothing to copy.
  private mutating func hasThresholdsToCopy() -> Bool {
    let nothing = "there are no thresholds to copy"
    guard isTuningOpen else { return lazyLoading(orNotice: nothing) != nil }
    if tuning?.settings == nil { shared.notice = nothing }
    return tuning?.settings != nil
  }
}
