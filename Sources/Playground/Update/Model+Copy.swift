internal import AdEngine
internal import AdSessions

extension Model {
  /// Asks in which form the thresholds are to be copied.
  mutating func openCopyMenu() {
    endEdit(keeping: true)
    guard run.engine.lazyLoading != nil else { return sayThereIsNothingToCopy() }
    showAbove(CopyMenu())
  }

  /// Has the shell copy the thresholds, and says so.
  mutating func copy(_ form: CopyForm) {
    overlays.removeAll { $0 is CopyMenu }
    endEdit(keeping: true)
    guard let settings = run.engine.lazyLoading else { return sayThereIsNothingToCopy() }
    guard let text = form.text(settings, viewport: run.engine.viewport.size) else {
      notice = "the viewport has no height, and so there are no percentages of it"
      return
    }
    notice = "copied as \(form.name), if the terminal lets programs copy (OSC 52)"
    requests.append(.copy(text))
  }

  private mutating func sayThereIsNothingToCopy() {
    notice = "this page is without lazy loading: there are no thresholds to copy"
  }
}
