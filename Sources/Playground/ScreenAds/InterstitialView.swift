internal import AdSessions

/// The interstitial, which is shown between two pages.
struct InterstitialView {
  private let model: Model
  private let ad: OpenScreenAd

  /// Returns `nil` if no interstitial is on the screen.
  init?(_ model: Model) {
    guard let ad = model.visit.interstitial else { return nil }
    self.model = model
    self.ad = ad
  }

  func draw(on canvas: inout Canvas, over article: Rect, _ banner: Rect) {
    let rect = Rect(
      column: article.column, row: banner.height > 0 ? min(article.row, banner.row) : article.row,
      width: article.width,
      height: article.height + banner.height)
    canvas.fill(rect, .blank)
    canvas.drawFrame(rect, title: "interstitial", Theme.focusedBorder)
    let pane = rect.inside
    let words = "\(ad.settings.unit.withoutCommonPrefix) · \(ad.seen.label)"
    canvas.write(
      " \(words) ".cut(to: pane.width), centredIn: rect.endRow - 1, ad.seen.style,
      in: rect.inset(columns: 1))
    guard let content = ad.content else { return }
    ContentView(content: content, isSelected: false).draw(on: &canvas, in: pane, clip: pane)
    // In a replay the recorded session closes it.
    guard !model.visit.isReplay, pane.height > 2 else { return }
    canvas.note(
      "\(KeyMap.label(of: .closeInterstitial, in: .interstitial)) closes", on: pane, Theme.key)
  }
}
