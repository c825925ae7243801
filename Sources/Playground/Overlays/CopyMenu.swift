internal import AdEngine
internal import AdSessions

/// The choice of a form to copy the thresholds in, over the screen.
struct CopyMenu: Overlay {
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
    CopyMenuView(form, of: forms, model)?.draw(on: &canvas)
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: forms.count)
  }

  func action(in model: Model) -> PaletteEntry.Action? { .command(form.command) }
}

/// The forms in which the thresholds can be copied, and what the chosen one looks like.
struct CopyMenuView {
  private static let maxWidth = 64
  /// The rows of the longest preview, Google Publisher Tag's.
  private static let previewRows = 8

  private let chosen: CopyForm
  private let forms: [CopyForm]
  private let settings: LazyLoadingSettings
  private let viewport: Size

  init?(_ chosen: CopyForm, of forms: [CopyForm], _ model: Model) {
    guard let (settings, viewport) = model.copiedThresholds else { return nil }
    self.chosen = chosen
    self.forms = forms
    self.settings = settings
    self.viewport = viewport
  }

  func draw(on canvas: inout Canvas) {
    let width = min(canvas.width - 2, Self.maxWidth)
    let height = min(canvas.height - 2, forms.count + Self.previewRows + 3)
    let box = Rect(
      column: (canvas.width - width) / 2, row: (canvas.height - height) / 2, width: width,
      height: height)
    canvas.fill(box, Cell(" ", style: Theme.overlay))
    canvas.drawFrame(
      box, title: "copy the thresholds", Theme.overlay, titleStyle: Theme.overlayStrong)
    let pane = box.inside.inset(columns: 1)
    for (index, form) in forms.enumerated() {
      draw(form, on: &canvas, row: pane.row + index, in: pane)
    }
    for (index, line) in preview(columns: pane.width).enumerated() {
      canvas.write(
        line, at: pane.column, pane.row + forms.count + 1 + index, Theme.overlayStrong, in: pane)
    }
  }

  private func draw(_ form: CopyForm, on canvas: inout Canvas, row: Int, in pane: Rect) {
    let isChosen = form == chosen
    let style = isChosen ? Theme.selected : Theme.overlay
    let line = Rect(column: pane.column, row: row, width: pane.width, height: 1).clipped(to: pane)
    var column = canvas.drawMark(isChosen, at: pane.column, in: line, style)
    let binding = KeyMap.bindings.first { $0.command == form.command && $0.context == .copy }
    column = canvas.write(
      (binding?.keys.first?.label ?? "") + "  ", at: column, row,
      isChosen ? style : Theme.overlayKey, in: pane)
    canvas.write(
      (binding?.help ?? "").cut(to: pane.endColumn - column), at: column, row, style, in: pane)
  }

  /// What would be copied, in rows that fit.
  private func preview(columns: Int) -> [String] {
    guard let text = chosen.text(settings, viewport: viewport) else {
      return ["the viewport has no height"]
    }
    return text.split(separator: "\n").flatMap { line in
      // Wrapping would take the indentation away.
      Glyphs.cells(line) > columns ? String(line).wrapped(to: columns) : [String(line)]
    }
  }
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
      "copied as \(form.name), if the terminal lets programs (tmux: set -s set-clipboard on)"
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
