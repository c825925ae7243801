internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdTuning

/// The whole tuning screen.
struct TuningView {
  let model: Model
  let tuning: Tuning
  let layout: TuningLayout

  init?(_ model: Model) {
    guard model.isTuningOpen, let tuning = model.tuning else { return nil }
    self.model = model
    self.tuning = tuning
    layout = TuningLayout(columns: model.shared.columns, rows: model.shared.rows)
  }

  func draw(on canvas: inout Canvas) {
    drawTitle(on: &canvas)
    if let map = tuning.map {
      TuningMapView(tuning, map).draw(on: &canvas, in: layout.map)
      TuningNumbersView(tuning, map).draw(on: &canvas, in: layout.numbers)
      let lists = TuningListsView(tuning, map)
      lists.drawCurves(on: &canvas, in: layout.curves)
      lists.drawSlots(on: &canvas, in: layout.slots)
      lists.drawFates(on: &canvas, in: layout.fates)
      lists.drawFrontier(on: &canvas, in: layout.frontier)
      lists.drawSessions(on: &canvas, in: layout.sessions)
      lists.drawWords(on: &canvas, in: layout.words)
    } else {
      drawProgress(on: &canvas)
    }
    Footer(model).draw(on: &canvas, in: layout.footer)
  }

  private func drawTitle(on canvas: inout Canvas) {
    let rect = layout.title
    canvas.fill(rect, Cell(" ", style: Theme.bar))
    var column = TitleBar(model: model).drawLadybug(on: &canvas, in: rect)
    let isNarrow = rect.width < 60
    if !isNarrow { column = canvas.write("AdView", at: column, 0, Theme.barStrong, in: rect) }
    column = canvas.write(
      isNarrow ? "tuning" : " · tuning", at: column, 0, Theme.bar, in: rect)
    var line = ""
    for fact in tuning.facts {
      let longer = line.isEmpty ? fact : line + " · " + fact
      if Glyphs.cells(longer) > rect.width - column - 3 { break }
      line = longer
    }
    canvas.write(line + " ", before: rect.endColumn, 0, Theme.barFaint, in: rect)
  }

  /// How far the reading of the sessions is.
  private func drawProgress(on canvas: inout Canvas) {
    let row = layout.screen.height / 2
    let rect = layout.screen
    let count = tuning.sessions.count
    canvas.write(
      "\(count) of \(tuning.source.name), each under \(tuning.settingCount) settings",
      centredIn: row - 1, Theme.text, in: rect)
    let width = min(40, rect.width - 4)
    let filled = Int(Double(width) * (tuning.progress ?? 1))
    let bar = String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
    canvas.write(bar, centredIn: row, Theme.text, in: rect)
  }
}

extension Tuning {
  /// How many settings are compared.
  var settingCount: Int {
    SettingGrid(
      fetches: plan.fetches, displays: plan.displays,
      including: [source.present].compactMap { $0 }
    ).pairCount
  }

  /// What every number depends on, the most important first.
  var facts: [String] {
    var facts = [source.name]
    if let report {
      let how = report.isTraced ? "sizes reserved" : "run under all settings"
      let drawn = report.drawnAnswers
      facts.append(
        drawn == 0
          ? "\(how): exact"
          : "\(how), \(drawn.counted("slot")) with drawn answers")
    }
    if latencyFactor != 1 { facts.append("latency ×\(latencyFactor.points)") }
    if let unload = source.present, unload.unloadingEnabled {
      facts.append("unload \(unload.unloadPoints.points)")
    }
    return facts
  }
}
