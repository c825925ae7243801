internal import AdEngine
internal import AdRendering
internal import AdSessions

/// A replay as asciicast 2: a frame, in the session's time, wherever an event changes the screen and while a slot resizes.
package struct Cast: Sendable {
  private var model: Model
  private let theme: Theme
  /// The screen after the frames so far; `nil` before the first.
  private var shown: Canvas?
  private var hasHeader = false

  /// Makes a film of what a playground was opened on, a session of a page or of the lab, from its beginning to its end.
  package init(replaying model: Model, theme: Theme) {
    (self.model, self.theme) = (model, theme)
  }

  /// The next line, with its end; `nil` after the last.
  package mutating func next() -> String? {
    guard hasHeader else {
      hasHeader = true
      return
        "{\"version\":2,\"width\":\(model.shared.columns),\"height\":\(model.shared.rows),"
        + "\"title\":\(JSONText.text(model.top.page.title).json)}\n"
    }
    if shown == nil { return frame() }
    while let time = nextTime {
      if model.isLabOpen { model.lab?.advance(to: time) } else { model.play(to: time) }
      if let frame = frame() { return frame }
    }
    return nil
  }

  private var nextTime: Instant? {
    if let lab = model.lab, let replay = lab.replay {
      let tick = lab.isPending && lab.time < replay.script.end ? lab.time + Lab.tick : nil
      return [replay.script.instant(1, of: lab.time), tick].compactMap { $0 }.min()
    }
    guard let replay = model.visit.replay, model.visit.time < replay.end else {
      return nil
    }
    let animation = model.top.resizes.isEmpty ? nil : model.visit.time + ResizeAnimation.frame
    let times = [replay.script.instant(1, of: model.visit.time), animation].compactMap { $0 }
    return times.min().map { min($0, replay.end) }
  }

  /// What changes the screen into that of now; `nil` when nothing does.
  private mutating func frame() -> String? {
    let canvas = view(model)
    var bytes = shown == nil ? "\u{1B}[?25l\u{1B}[2J" : ""
    for row in 0..<canvas.height {
      let cells = row * canvas.width..<(row + 1) * canvas.width
      if let shown, shown.cells[cells] == canvas.cells[cells] { continue }
      bytes += "\u{1B}[\(row + 1);1H\u{1B}[2K" + canvas.ansi(row: row, theme)
    }
    shown = canvas
    guard !bytes.isEmpty else { return nil }
    let time = model.isLabOpen ? model.lab?.time ?? .start : model.visit.time
    return
      "[\((Double(time.milliseconds) / 1000).text(digits: 3)),\"o\",\(JSONText.text(bytes).json)]\n"
  }
}
