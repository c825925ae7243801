internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The first row: the ladybug, the page, and the settings that everything else depends on.
struct TitleBar {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    canvas.fill(rect, Cell(" ", style: Theme.bar))
    let isOn = model.settings.isDebugEnabled
    var column = canvas.write(
      isOn ? " 🐞 on " : " 🐞 ", at: 0, rect.row, isOn ? Theme.lit : Theme.bar, in: rect)
    column = canvas.write(
      isOn ? " AdView" : "AdView", at: column, rect.row, Theme.barStrong, in: rect)
    let titleWidth = min(Glyphs.cells(model.page.title), rect.width / 2) + 4
    let facts = fittingFacts(rect.width - column - titleWidth)
    let room = rect.width - column - Glyphs.cells(facts) - 5
    canvas.write(
      " · " + model.page.title.cut(to: max(0, room)), at: column, rect.row, Theme.bar,
      in: rect)
    canvas.write(facts + " ", before: rect.endColumn, rect.row, Theme.barFaint, in: rect)
  }

  /// The facts, the most important first, as many as there is room for.
  private func fittingFacts(_ room: Int) -> String {
    var line = ""
    for fact in facts {
      let longer = line.isEmpty ? fact : line + " · " + fact
      if Glyphs.cells(longer) > room { break }
      line = longer
    }
    return line
  }

  private var facts: [String] {
    var facts: [String] = []
    if let replay = model.replay {
      let times = ReplayView.times(model, of: replay)
      facts.append("replay \(times.now) / \(times.end)")
    }
    if model.clock.isPaused { facts.append("paused") }
    if model.clock.speed != 1 { facts.append("time ×\(factor(model.clock.speed))") }
    facts.append("consent \(model.run.engine.consent.rawValue)")
    switch model.run.engine.lazyLoading {
    case nil: facts.append("lazy loading off")
    case let settings?: facts.append("unloading \(settings.unloadingEnabled ? "on" : "off")")
    }
    let viewport = model.run.engine.viewport.size
    facts.append("\(viewport.width.points)×\(viewport.height.points) pt")
    facts.append(model.opening.world.map { "seed \($0.seed)" } ?? "recorded answers")
    return facts
  }

  private func factor(_ speed: Double) -> String {
    speed == 0.25 ? "0.25" : speed.points
  }
}
