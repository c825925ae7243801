/// The whole screen as a value.
package func view(_ model: Model) -> Canvas {
  let layout = ScreenLayout(model)
  var canvas = Canvas(width: model.columns, height: model.rows)
  guard !layout.isTooSmall else {
    drawTooSmall(on: &canvas)
    return canvas
  }
  if let lab = LabScreen(model) {
    lab.draw(on: &canvas)
    for overlay in model.visibleOverlays { overlay.draw(model, on: &canvas) }
    return canvas
  }
  TitleBar(model).draw(on: &canvas, in: layout.title)
  ArticleView(model).draw(on: &canvas, in: layout.article)
  ScreenBannerView(model)?.draw(on: &canvas, in: layout.banner)
  InterstitialView(model)?.draw(on: &canvas, over: layout.article, layout.banner)
  MapView(model).draw(on: &canvas, in: layout.map)
  MapStrip(model).draw(on: &canvas, in: layout.mapStrip)
  ThresholdsView(model).draw(on: &canvas, in: layout.thresholds)
  ThresholdsView(model).drawLine(on: &canvas, in: layout.thresholdLine)
  SlotsView(model).draw(on: &canvas, in: layout.slots)
  TimelineView(model).draw(
    on: &canvas, in: layout.timeline, slots: model.slotsShown(rows: layout.slots.inside.height))
  MetricsView(model).draw(on: &canvas, in: layout.metrics)
  LogView(model).draw(on: &canvas, in: layout.log)
  ReplayView(model).draw(on: &canvas, in: layout.replay)
  Footer(model).draw(on: &canvas, in: layout.footer)
  for overlay in model.visibleOverlays { overlay.draw(model, on: &canvas) }
  return canvas
}

private func drawTooSmall(on canvas: inout Canvas) {
  let smallest = ScreenLayout.smallest
  let size = "\(smallest.columns)×\(smallest.rows)"
  let sentences =
    canvas.width >= 26
    ? ["AdView needs \(size) cells.", "This terminal has \(canvas.width)×\(canvas.height)."]
    : ["needs", size]
  for (row, sentence) in sentences.enumerated() {
    canvas.write(sentence.cut(to: canvas.width), at: 0, row, Theme.text, in: canvas.bounds)
  }
}
