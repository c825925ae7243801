internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdTuning

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
    TitleBar(model: model).draw("tuning", tuning.facts, on: &canvas, in: layout.title)
    if let map = tuning.map {
      TuningMapView(tuning, map).draw(on: &canvas, in: layout.map)
      TuningNumbersView(tuning: tuning, map: map).draw(on: &canvas, in: layout.numbers)
      let lists = TuningListsView(tuning: tuning, map: map)
      lists.drawCurves(on: &canvas, in: layout.curves)
      lists.drawSlots(on: &canvas, in: layout.slots)
      lists.drawFates(on: &canvas, in: layout.fates)
      lists.drawSessions(on: &canvas, in: layout.sessions)
      lists.drawWords(on: &canvas, in: layout.words)
    } else {
      drawProgress(on: &canvas)
    }
    Footer(model).draw(on: &canvas, in: layout.footer)
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
    canvas.drawProgress(
      tuning.progress ?? 1, at: rect.column + (rect.width - width) / 2, row, cells: width, in: rect)
  }
}

extension Tuning {
  var settingCount: Int {
    SettingGrid(
      fetches: plan.fetches, displays: plan.displays, including: [source.present].compactMap { $0 }
    ).pairCount
  }

  /// What every number depends on, the most important first.
  var facts: [String] {
    var facts = [source.name]
    if let report {
      let how = report.isTraced ? "sizes reserved" : "run again"
      let drawn = report.drawnAnswers
      facts.append(
        drawn > 0
          ? "\(how), \(drawn.counted("slot")) with drawn answers"
          : report.isTraced ? "\(how): exact" : how)
    }
    if latencyFactor != 1 { facts.append("latency ×\(latencyFactor.points)") }
    if let unload = source.present, unload.unloadingEnabled {
      facts.append("unload \(unload.unloadPoints.points)")
    }
    return facts
  }
}
