internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The choice of what to copy, over the screen: the thresholds in a form, or what they come to in a sentence.
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

  /// What Enter takes; the sentence is the last.
  private var commands: [Command] { forms.map(\.command) + [.copySummary] }

  private func text(in model: Model) -> String {
    guard list.selected < forms.count else { return model.summary }
    return model.copiedThresholds.map { settings, viewport in
      forms[list.selected].text(settings, viewport: viewport) ?? "the viewport has no height"
    } ?? ""
  }

  func context(in model: Model) -> KeyContext { .copy }
  func box(in model: Model) -> OverlayBox? { nil }

  func draw(_ model: Model, on canvas: inout Canvas) {
    let text = text(in: model)
    let columns = ListBox.previewColumns(on: model.shared.screen)
    let preview = text.split(separator: "\n").flatMap { line in
      // Wrapping would take the indentation away.
      Glyphs.cells(line) > columns ? String(line).wrapped(to: columns) : [String(line)]
    }
    let rows = commands.map { command in
      let binding = KeyMap.bindings.first { $0.command == command && $0.context == .copy }
      return ListBox.Row(key: binding?.keys.first?.label ?? "", text: binding?.help ?? "")
    }
    ListBox(
      "copy", rows, chosen: list.selected, on: model.shared.screen,
      maxRows: rows.count, preview: preview,
      previewRows: max(0, min(Self.previewRows, model.shared.rows - rows.count - 5))
    ).draw(on: &canvas)
  }

  mutating func move(by rows: Int, in model: Model) { list.move(by: rows, of: commands.count) }

  func action(in model: Model) -> PaletteEntry.Action? { .command(commands[list.selected]) }
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

  /// Has the shell copy what is compared, or what was counted so far, for people who do not have the screen before them.
  mutating func copySummary() {
    viewer.overlays.removeAll { $0 is CopyMenu }
    guard !isTuningOpen else { return copyComparison() }
    shared.notice = "copied, if the terminal allows it (OSC 52): \(summary)"
    shared.requests.append(.copy(summary))
  }

  /// What is compared, or was counted so far, in a sentence.
  var summary: String {
    if isTuningOpen, let tuned = tuningSummary { return tuned }
    let title = top.page.title + (visit.isReplay ? " at \(visit.time.clock)" : "")
    if let comparison {
      let text = ComparisonText(from: comparison.before, to: comparison.after).clause
      return
        "\(title), \(comparison.title): \(text.isEmpty ? "no metric is better or worse" : text)."
    }
    let figures = Metric.ofPane.prefix(5).map { metric in
      metric.name + " " + metric.reading(visit.report).amount
    }
    let isChanged = engine.lazyLoading != top.initialSetup.engine.lazyLoading
    let pair =
      (engine.lazyLoading?.pair ?? "no lazy loading")
      + (isChanged ? " since a change during the visit," : "")
    return "\(title), \(pair) on \(engine.viewport.size.words): \(figures.listed())."
  }

  /// Says so where there is nothing to copy.
  private mutating func hasThresholdsToCopy() -> Bool {
    let nothing = "there are no thresholds to copy"
    guard isTuningOpen else { return lazyLoading(orNotice: nothing) != nil }
    if tuning?.settings == nil { shared.notice = nothing }
    return tuning?.settings != nil
  }
}
