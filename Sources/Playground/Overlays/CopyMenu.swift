internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The choice of what to copy, over the screen: the thresholds in a form, or what they come to in a sentence.
struct CopyMenu: Overlay {
  /// The rows of the longest preview, Google Publisher Tag's.
  private static let previewRows = 8

  var list = ListState()

  var isMenu: Bool { true }
  var isQuestion: Bool { true }

  /// What Enter takes; the sentence is the last.
  private static let commands = CopyForm.allCases.map(\.command) + [.copySummary]

  private func text(in model: Model) -> String {
    guard list.selected < CopyForm.allCases.count else { return model.summary }
    return model.copiedThresholds.map { settings, viewport in
      CopyForm.allCases[list.selected].text(settings, viewport: viewport)
        ?? "the viewport has no height"
    } ?? ""
  }

  func context(in model: Model) -> KeyContext { .copy }
  func box(in model: Model) -> OverlayBox? {
    var lines = Self.commands.enumerated().map { number, command in
      let binding = KeyMap.bindings.first { $0.command == command && $0.context == .copy }
      let mark = number == list.selected ? "▸ " : "  "
      return OverlayLine(mark + (binding?.keys.first?.label ?? ""), binding?.help ?? "")
    }
    // The box keeps its height, whatever is chosen.
    let height = lines.count + 1 + Self.previewRows
    lines += [.blank] + OverlayLine.lines(of: text(in: model))
    lines += Array(repeating: .blank, count: max(0, height - lines.count))
    return OverlayBox(
      title: "copy", lines: lines, keyWidth: 5, minTextWidth: 57, chosen: list.selected)
  }

  mutating func move(by rows: Int, in model: Model) {
    list.move(by: rows, of: Self.commands.count)
    guard let box = box(in: model) else { return }
    list.reveal(list.selected...list.selected, of: box, in: model)
  }

  func action(in model: Model) -> PaletteEntry.Action? { .command(Self.commands[list.selected]) }
}

extension Model {
  /// Asks in which form the thresholds are to be copied.
  mutating func openCopyMenu() {
    endEdit(keeping: true)
    guard hasThresholdsToCopy() else { return }
    showAbove(CopyMenu())
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
