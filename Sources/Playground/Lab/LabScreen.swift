internal import AdEngine
internal import AdLab
internal import AdSessions

struct LabScreen {
  let model: Model
  let lab: Lab
  let layout: LabLayout

  init?(_ model: Model) {
    guard model.isLabOpen, let lab = model.lab else { return nil }
    self.model = model
    self.lab = lab
    layout = lab.layout(model.shared)
  }

  func draw(on canvas: inout Canvas) {
    TitleBar(model: model).draw("preload lab", facts, on: &canvas, in: layout.title)
    LabAdView(lab: lab).draw(on: &canvas, in: layout.ad)
    LabRemarks(lab, in: layout.remarks).draw(from: lab.line, on: &canvas)
    LabSettingsView(lab: lab).draw(on: &canvas, in: layout.settings)
    LabTimelineView(lab: lab).draw(on: &canvas, in: layout.timeline)
    drawVerdict(on: &canvas, in: layout.verdict)
    ReplayView(player: lab, canGrow: false).draw(on: &canvas, in: layout.replay)
    drawStatus(on: &canvas, in: layout.status)
    drawButtons(on: &canvas)
    Footer(model).draw(on: &canvas, in: layout.footer)
  }

  /// What everything else depends on, the most important first.
  var facts: [String] {
    var facts: [String] = []
    if let replay = lab.replay {
      facts.append("replay \(lab.time.minutesAndSeconds) / \(replay.script.end.minutesAndSeconds)")
    }
    if lab.recording != nil { facts.append("recording") }
    if lab.clock.isPaused { facts.append("paused") }
    if lab.clock.speed != 1 { facts.append("time ×\(TitleBar.factor(lab.clock.speed))") }
    facts.append(lab.settings.shortUnit)
    facts.append(lab.setup.seed.map { "seed \($0)" } ?? "recorded answers")
    return facts
  }

  /// The status label with how far it is (`S2.25`), and the settings.
  private func drawStatus(on canvas: inout Canvas, in rect: Rect) {
    let look = LabLook(lab.machine.state)
    var column = canvas.write(
      " \(look.glyph) " + lab.stateWords.fitting(rect.width - 3), at: 0, rect.row, look.style,
      in: rect)
    if lab.machine.isFetching, let start = lab.record?.fetchedAt {
      column = canvas.write(
        "  \(max(0, lab.time - start).inTenths.secondsText)", at: column, rect.row, Theme.text,
        in: rect)
    }
    if let progress = lab.progress {
      // The figures come before the bar.
      let room = rect.endColumn - column - 4 - Glyphs.cells(progress.words)
      let width = max(0, min(16, rect.width / 5, room))
      if width > 0 { column = canvas.write("  ", at: column, rect.row, Theme.text, in: rect) }
      column = canvas.drawProgress(
        progress.share, at: column, rect.row, cells: width, look.style, rest: Theme.faint, in: rect)
      column = canvas.write("  \(progress.words)", at: column, rect.row, Theme.text, in: rect)
    }
    let settings = lab.settings.words
    if column + Glyphs.cells(settings) + 4 <= rect.endColumn {
      canvas.write(settings + " ", before: rect.endColumn, rect.row, Theme.faint, in: rect)
    }
  }

  private func drawVerdict(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0, let verdict = lab.verdict else { return }
    canvas.write(
      " " + verdict.words.cut(to: rect.width - 1), at: 0, rect.row,
      verdict.isEarly ? Theme.warning : Theme.text, in: rect)
  }

  /// The bar at the bottom: exactly three buttons (`S2.5`).
  private func drawButtons(on canvas: inout Canvas) {
    canvas.fill(layout.buttons, Cell(" ", style: Theme.overlay))
    let isLive = lab.replay == nil
    let buttons: [(command: Command, title: String, isEnabled: Bool)] = [
      (.labReset, "Reset", isLive && lab.machine.canReset),
      (.labFetch, lab.fetchTitle, isLive && lab.canFetchOrPresent),
      (.labSettings, "Settings", isLive),
    ]
    for (rect, button) in zip(layout.buttonRects, buttons) {
      let key = KeyMap.label(of: button.command, in: .lab)
      let text = "[ \(key) \(button.title) ]"
      let style = button.isEnabled ? Theme.overlayStrong : Theme.faint
      let column = rect.column + max(0, (rect.width - Glyphs.cells(text)) / 2)
      guard button.isEnabled else {
        canvas.fill(rect, Cell(" ", style: Theme.faint))
        canvas.write(button.title, centredIn: rect.row, style, in: rect)
        continue
      }
      canvas.write(text, at: column, rect.row, style, in: rect)
      canvas.write(key, at: column + 2, rect.row, Theme.overlayKey, in: rect)
    }
  }
}

struct LabLook: Hashable {
  let glyph: String
  let style: Style

  init(_ state: PreloadState) {
    switch state {
    case .noAd: (glyph, style) = ("○", SeenState.empty.style)
    case .fetching: (glyph, style) = ("◌", SeenState.loading.style)
    case .preloading: (glyph, style) = ("◐", SeenState.loading.style)
    case .ready: (glyph, style) = ("◆", SeenState.ready.style)
    case .presented: (glyph, style) = ("●", SeenState.viewable.style)
    case .failed, .timedOut: (glyph, style) = ("×", Theme.warning)
    }
  }
}

extension TitleBar {
  /// Draws the title of another screen than that of the pages, and what everything on it depends on.
  func draw(_ name: String, _ facts: [String], on canvas: inout Canvas, in rect: Rect) {
    canvas.fill(rect, Cell(" ", style: Theme.bar))
    // Where there is little room, the facts count more than the program's name.
    let isNarrow = rect.width < 60
    var column = drawLadybug(on: &canvas, in: rect)
    if !isNarrow { column = canvas.write("AdView", at: column, 0, Theme.barStrong, in: rect) }
    column = canvas.write(isNarrow ? name : " · " + name, at: column, 0, Theme.bar, in: rect)
    let line = facts.joined(separator: " · ", fitting: rect.width - column - 3)
    canvas.write(line + " ", before: rect.endColumn, 0, Theme.barFaint, in: rect)
  }
}
