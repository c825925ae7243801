internal import AdEngine
internal import AdRendering
internal import AdSessions

/// What is in view as on a phone, to scale: under the thresholds in force, and beside it under those that it is compared with.
struct PhonesView {
  let model: Model

  /// A page under some thresholds.
  private struct Phone {
    let title: String
    let engine: Engine
    let report: MetricsReport
  }

  private var phones: [Phone] {
    let pair = model.engine.lazyLoading?.pair ?? "off"
    let now = Phone(title: "now \(pair)", engine: model.engine, report: model.visit.report)
    if let recorded = model.visit.replay?.recorded {
      let report = recorded.pageReport(isOver: model.visit.isSessionOver)
      let title = model.visit.replay?.recordedWords(until: model.visit.time) ?? ""
      return [Phone(title: title, engine: recorded.engine, report: report), now]
    }
    guard let whatIf = model.viewer.thresholds.whatIf else { return [now] }
    let (before, after) = whatIf.engines
    return [
      Phone(title: whatIf.original.pair, engine: before, report: whatIf.now),
      Phone(title: whatIf.settings.pair, engine: after, report: whatIf.then),
    ]
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 10 else { return }
    let phones = phones
    let width = rect.width / 2
    for (index, phone) in phones.enumerated() {
      let place = Rect(
        column: rect.column + index * width, row: rect.row, width: width, height: rect.height)
      draw(phone, on: &canvas, in: place)
    }
    guard phones.count == 1 else { return }
    let rest = Rect(
      column: rect.column + width, row: rect.row, width: rect.width - width, height: rect.height)
    let key = KeyMap.label(of: .pickFetch, in: .anywhere)
    let words = "\(key) and the arrows show another threshold here".wrapped(to: rest.width - 4)
    for (index, line) in words.enumerated() {
      canvas.write(line, centredIn: rest.row + rest.height / 2 - 1 + index, Theme.faint, in: rest)
    }
  }

  private func draw(_ phone: Phone, on canvas: inout Canvas, in place: Rect) {
    let viewport = phone.engine.viewport
    // A cell is about twice as high as wide.
    let points = max(
      viewport.size.height / Double(place.height - 5),
      2 * viewport.size.width / Double(place.width - 4))
    let screen = Rect(
      column: place.column + 1, row: place.row + 2,
      width: Int((2 * viewport.size.width / points).rounded()),
      height: Int((viewport.size.height / points).rounded()))
    let frame = Rect(
      column: screen.column - 1, row: screen.row - 1, width: screen.width + 2,
      height: screen.height + 2)
    let line = Rect(column: place.column, row: 0, width: frame.width, height: canvas.height)
    canvas.write(phone.title, centredIn: place.row, Theme.paneTitle, in: line)
    canvas.drawBox(frame, .rounded, Theme.border, in: canvas.bounds)
    drawText(under: viewport, points, on: &canvas, in: screen)
    drawSlots(of: phone.engine, points, on: &canvas, in: screen)
    let blank = Metric.blankExposure.reading(phone.report)
    let figures = [
      "blank \(blank.value) \(blank.unit)", phone.report.requests.counted("request"),
    ]
    for (index, words) in figures.enumerated() {
      canvas.write(words, centredIn: frame.endRow + index, Theme.text, in: line)
    }
  }

  /// Lines as long as those of the text.
  private func drawText(
    under viewport: Viewport, _ points: Double, on canvas: inout Canvas, in screen: Rect
  ) {
    for row in model.top.layout.rows(from: viewport.minY, to: viewport.maxY) {
      guard case .text(let spans, let heading) = row.content else { continue }
      let cells = spans.reduce(row.indent) { $0 + Glyphs.cells($1.text) }
      let length = Int(Double(cells) * PageLayout.columnWidth * 2 / points)
      canvas.write(
        String(repeating: heading > 0 ? "━" : "─", count: max(0, min(length, screen.width - 2))),
        at: screen.column + 1, screen.row + Int((row.y - viewport.minY) / points),
        Theme.faint, in: screen)
    }
  }

  private func drawSlots(
    of engine: Engine, _ points: Double, on canvas: inout Canvas, in screen: Rect
  ) {
    let viewport = engine.viewport
    // Ads of other sizes may have moved the slots of the other page.
    let first = max(0, model.top.firstSlot(endingBelow: viewport.minY) - 2)
    for slot in (first..<model.top.page.slots.count).prefix(20) {
      guard let status = engine.status(of: SlotID(slot)), !status.visibility.isHidden else {
        continue
      }
      let frame = status.frame
      let top = Int(((frame.minY - viewport.minY) / points).rounded())
      let bottom = Int(((frame.maxY - viewport.minY) / points).rounded())
      guard bottom > 0, top < screen.height, bottom > top else { continue }
      let width = min(max(4, Int(2 * frame.width / points)), screen.width)
      let left = frame.x.map { Int(2 * ($0 - viewport.x) / points) } ?? (screen.width - width) / 2
      let box = Rect(
        column: screen.column + left, row: screen.row + top, width: width, height: bottom - top)
      draw(model.top.seen(status), in: box, on: &canvas, clip: screen)
    }
  }

  /// An ad is solid; a box that waits for one is the blank that the metrics count.
  private func draw(_ seen: SeenState, in box: Rect, on canvas: inout Canvas, clip: Rect) {
    let shown = box.clipped(to: clip)
    let isDrawn = seen == .rendered || seen == .viewable
    var style = isDrawn ? seen.style : Theme.warning
    canvas.fill(shown, .blank)
    if isDrawn {
      style.attributes.insert(.reverse)
      canvas.restyle(shown) { $0 = style }
    } else {
      canvas.drawBox(box, .dashed, style, in: clip)
    }
    canvas.write(seen.label, centredIn: shown.row + shown.height / 2, style, in: shown)
  }
}
