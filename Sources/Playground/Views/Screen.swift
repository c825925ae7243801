/// The whole screen as a value.
package func view(_ model: Model) -> Canvas {
  let page = model.page
  let layout = page.layout
  var canvas = Canvas(width: page.shared.columns, height: page.shared.rows)
  guard !layout.isTooSmall else {
    drawTooSmall(on: &canvas)
    return canvas
  }
  if let lab = LabScreen(model) {
    lab.draw(on: &canvas)
    drawOverlays(model, on: &canvas)
    return canvas
  }
  if let tuning = TuningView(model) {
    tuning.draw(on: &canvas)
    drawOverlays(model, on: &canvas)
    return canvas
  }
  TitleBar(screen: page).draw(on: &canvas, in: layout.title)
  if layout.article.height > 0 {
    ArticleView(screen: page).draw(on: &canvas, in: layout.article)
    ScreenBannerView(page)?.draw(on: &canvas, in: layout.banner)
    InterstitialView(page)?.draw(on: &canvas, over: layout.article, layout.banner)
  }
  MapView(screen: page).draw(on: &canvas, in: layout.map)
  MapStrip(screen: page).draw(on: &canvas, in: layout.mapStrip)
  ThresholdsView(screen: page).draw(on: &canvas, in: layout.thresholds)
  ThresholdsView(screen: page).drawLine(on: &canvas, in: layout.thresholdLine)
  SlotsView(screen: page).draw(on: &canvas, in: layout.slots)
  TimelineView(screen: page).draw(
    on: &canvas, in: layout.timeline, slots: page.slotsShown(rows: page.timelineRows))
  MetricsView(screen: page).draw(on: &canvas, in: layout.metrics)
  LogView(screen: page).draw(on: &canvas, in: layout.log)
  ReplayView(screen: page).draw(on: &canvas, in: layout.replay)
  Footer(model).draw(on: &canvas, in: layout.footer)
  drawOverlays(model, on: &canvas)
  return canvas
}

private func drawOverlays(_ model: Model, on canvas: inout Canvas) {
  let scene = model.scene
  for overlay in model.visibleOverlays { overlay.draw(scene, on: &canvas) }
}

private func drawTooSmall(on canvas: inout Canvas) {
  let smallest = ScreenLayout.minSize
  let size = "\(smallest.columns)×\(smallest.rows)"
  let sentences =
    canvas.width >= 26
    ? ["AdView needs \(size) cells.", "This terminal has \(canvas.width)×\(canvas.height)."]
    : ["needs", size]
  for (row, sentence) in sentences.enumerated() {
    canvas.write(sentence.cut(to: canvas.width), at: 0, row, Theme.text, in: canvas.bounds)
  }
}
