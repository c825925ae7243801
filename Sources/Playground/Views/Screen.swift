package func view(_ model: Model) -> Canvas {
  let layout = model.layout
  var canvas = Canvas(width: model.shared.columns, height: model.shared.rows)
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
  TitleBar(model: model).draw(on: &canvas, in: layout.title)
  if layout.article.height > 0 {
    ArticleView(model: model).draw(on: &canvas, in: layout.article)
    ScreenBannerView(model)?.draw(on: &canvas, in: layout.banner)
    InterstitialView(model)?.draw(on: &canvas, over: layout.article, layout.banner)
  }
  MapView(model: model).draw(on: &canvas, in: layout.map)
  MapStrip(model: model).draw(on: &canvas, in: layout.mapStrip)
  ThresholdsView(model: model).draw(on: &canvas, in: layout.thresholds)
  ThresholdsView(model: model).drawLine(on: &canvas, in: layout.thresholdLine)
  SlotsView(model: model).draw(on: &canvas, in: layout.slots)
  TimelineView(model: model).draw(on: &canvas, in: layout.timeline)
  PhonesView(model: model).draw(on: &canvas, in: layout.phones)
  MetricsView(model: model).draw(on: &canvas, in: layout.metrics)
  LogView(model: model).draw(on: &canvas, in: layout.log)
  // The log is not covered.
  ReplayView(player: model.visit, canGrow: !model.visit.settings.isDebugEnabled)
    .draw(on: &canvas, in: layout.replay)
  Footer(model).draw(on: &canvas, in: layout.footer)
  drawOverlays(model, on: &canvas)
  return canvas
}

private func drawOverlays(_ model: Model, on canvas: inout Canvas) {
  for overlay in model.visibleOverlays { overlay.draw(model, on: &canvas) }
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
