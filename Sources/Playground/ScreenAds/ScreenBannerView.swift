internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The ad at the bottom of the screen, which does not scroll with the page.
struct ScreenBannerView {
  private let model: Model
  private let ad: OpenScreenAd

  /// Returns `nil` if the page has no screen banner.
  init?(_ model: Model) {
    guard let ad = model.top.screenAds.screenBanner else { return nil }
    self.model = model
    self.ad = ad
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    let caption = rect.height > 1 ? 1 : 0
    let columns = Int((ad.content?.size ?? ad.settings.size).width / PageLayout.columnWidth)
    // A single row takes the whole width.
    let width = rect.height == 1 ? rect.width - 2 : max(4, min(columns, rect.width - 2))
    let box = Rect(
      column: rect.column + (rect.width - width) / 2, row: rect.row, width: width,
      height: rect.height - caption)
    if let content = ad.content {
      ContentView(content: content, isSelected: false).draw(on: &canvas, in: box, clip: rect)
    } else {
      if box.height >= 2 { canvas.drawBox(box, .dashed, Theme.border, in: rect) }
      canvas.write(
        reason.cut(to: box.width - 2), centredIn: box.row + (box.height - 1) / 2, Theme.text,
        in: box)
    }
    guard caption > 0 else { return }
    let words = "screen banner · \(ad.settings.unit.withoutCommonPrefix) · \(ad.seen.label)"
    canvas.write(words.cut(to: rect.width), centredIn: rect.endRow - 1, ad.seen.style, in: rect)
  }

  /// The reason why no ad is shown.
  private var reason: String {
    if let error = ad.presentationError { return "not presented: \(error)" }
    return switch ad.state {
    case .uninitialized:
      model.engine.consent == .denied
        ? "held back: no consent was given" : "waiting for consent"
    case .loading: "loading"
    case .failed: "failed: \(ad.whyThereIsNone)"
    case .loaded, .impressed, .clicked, .closed: ad.seen.word
    }
  }
}
