internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// The first row: the ladybug, the page, and the settings that everything else depends on.
struct TitleBar {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    canvas.fill(rect, Cell(" ", style: Theme.bar))
    var column = drawLadybug(on: &canvas, in: rect)
    column = canvas.write("AdView", at: column, rect.row, Theme.barStrong, in: rect)
    // In a replay the time comes before the whole of the title.
    let share = !model.visit.isReplay ? rect.width / 2 : rect.width / 4 - 4
    let titleWidth = min(Glyphs.cells(model.top.page.title), share) + 6
    let facts = self.facts(isShort: rect.width < 60)
      .joined(separator: " · ", fitting: rect.width - column - titleWidth)
    let room = rect.width - column - Glyphs.cells(facts) - 6
    canvas.write(
      " · " + model.top.page.title.cut(to: max(0, room)), at: column, rect.row, Theme.bar,
      in: rect)
    canvas.write(facts + " ", before: rect.endColumn, rect.row, Theme.barFaint, in: rect)
  }

  static func ladybug(_ model: Model) -> Range<Int> {
    0..<Glyphs.cells(ladybugText(isOn: model.visit.settings.isDebugEnabled))
  }

  private static func ladybugText(isOn: Bool) -> String { isOn ? " 🐞 on " : " 🐞 " }

  /// Draws the ladybug, lit while the debug log is on, and returns the column behind it and a blank.
  func drawLadybug(on canvas: inout Canvas, in rect: Rect) -> Int {
    let isOn = model.visit.settings.isDebugEnabled
    let column = canvas.write(
      Self.ladybugText(isOn: isOn), at: 0, rect.row, isOn ? Theme.lit : Theme.bar, in: rect)
    guard isOn else { return column }
    return canvas.write(" ", at: column, rect.row, Theme.barStrong, in: rect)
  }

  /// The settings that everything else depends on, the most important first.
  func facts(isShort: Bool = false) -> [String] {
    var facts: [String] = []
    if let replay = model.visit.replay {
      let times = model.visit.times(isExact: model.visit.clock.isPaused && !isShort)
      facts.append(model.visit.isLive ? "live \(times.now)" : "replay \(times.now) / \(times.end)")
      if let lateness = model.visit.lateness { facts.append(lateness) }
      if replay.following?.hasBegun == false { facts.append("no line has come yet") }
    }
    if model.visit.recording != nil { facts.append("recording") }
    if model.visit.clock.isPaused { facts.append("paused") }
    if model.visit.clock.speed != 1 {
      facts.append("time ×\(Self.factor(model.visit.clock.speed))")
    }
    // A session without a page knows nothing of consent: it counts as granted.
    if model.visit.replay?.isBare != true || model.engine.consent != .granted {
      facts.append("consent \(model.engine.consent.rawValue)")
    }
    switch model.engine.lazyLoading {
    case nil: facts.append("lazy loading off")
    case let settings?: facts.append("unloading \(settings.unloadingEnabled ? "on" : "off")")
    }
    let viewport = model.engine.viewport.size
    if let network = model.visit.network { facts.append("network \(network.rawValue)") }
    if let reader = model.visit.pages.motion.reader {
      facts.append("reader \(reader.reader.rawValue)")
    }
    facts.append((model.visit.device.map { "\($0.name) " } ?? "") + "\(viewport.words) pt")
    let world = model.top.initialSetup.world
    facts.append(
      world.flatMap { $0.recorded == nil ? "seed \($0.seed)" : nil } ?? "recorded answers")
    return facts
  }

  static func factor(_ speed: Double) -> String { speed == 0.25 ? "0.25" : speed.points }
}
