internal import AdEngine
internal import AdSessions

/// The rows above the footer of a replay: how far it is, and its caption.
struct ReplayView {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard let replay = model.visit.replay, rect.height > 0 else { return }
    // In a single row a caption comes before the bar: the title has the time too.
    let caption = model.visit.caption
    let hasBar = rect.height > 1 || caption == nil
    if hasBar { drawBar(replay, on: &canvas, in: rect) }
    guard let caption else { return }
    let first = rect.row + (hasBar ? 1 : 0)
    let lines = caption.scrubbed.wrapped(to: max(1, rect.width - 2))
    // Where there is a single row, a longer caption covers the end of the article; the log it leaves alone.
    let isGrowing = !hasBar && !model.visit.settings.isDebugEnabled
    let room = isGrowing ? Self.maxCaptionRows : rect.endRow - first
    let rows = Rect(
      column: rect.column, row: isGrowing ? rect.endRow - min(room, lines.count) : first,
      width: rect.width, height: min(room, lines.count))
    canvas.fill(rows, .blank)
    for (index, line) in lines.prefix(room).enumerated() {
      let isCut = index == room - 1 && lines.count > room
      let text = isCut ? (line + " …").cut(to: rect.width - 2) : line
      canvas.write(text, at: rows.column + 1, rows.row + index, Theme.strong, in: rows)
    }
  }

  /// A caption takes at most so many rows where it covers the article.
  private static let maxCaptionRows = 4

  /// The instant, and how long the session is.
  static func times(
    _ model: Model, of replay: Replay, isExact: Bool
  ) -> (now: String, end: String) {
    isExact
      ? (model.visit.time.clock, replay.end.clock)
      : (model.visit.time.minutesAndSeconds, replay.end.minutesAndSeconds)
  }

  private func drawBar(_ replay: Replay, on canvas: inout Canvas, in rect: Rect) {
    // While time runs, its thousandths would be wrong as soon as they are read.
    let times = Self.times(model, of: replay, isExact: model.visit.clock.isPaused)
    let state =
      model.visit.isLive
      ? "● live"
      : !model.visit.clock.isPaused ? "▶ play" : isAtEnd(of: replay) ? "■ end" : "║ pause"
    let row = rect.row
    canvas.write(state, at: rect.column + 1, row, Theme.strong, in: rect)
    let column =
      canvas.write(times.now.leftPadded(to: 9), at: rect.column + 9, row, Theme.text, in: rect) + 1
    let end = (Self.lateness(of: replay).map { "\($0) · " } ?? "") + times.end
    let endWidth = Glyphs.cells(end) + 2
    canvas.write(end, before: rect.endColumn - 1, row, Theme.faint, in: rect)
    let width = rect.endColumn - endWidth - column
    guard width >= 4 else { return }
    let length = replay.end
    let knob = Self.cell(model.visit.time, of: length, width: width)
    canvas.write(String(repeating: "━", count: knob), at: column, row, Theme.text, in: rect)
    canvas.write(
      String(repeating: "─", count: width - knob), at: column + knob, row, Theme.faint, in: rect)
    for place in Self.captionCells(replay.script.captions.map(\.at), length: length, width: width) {
      canvas.write(place < knob ? "┻" : "┴", at: column + place, row, Theme.faint, in: rect)
    }
    canvas.write("●", at: column + knob, row, Theme.strong, in: rect)
  }

  private func isAtEnd(of replay: Replay) -> Bool {
    replay.following == nil && model.visit.time >= replay.end
  }

  /// That lines of a session that is still being written were late, where they were.
  static func lateness(of replay: Replay) -> String? {
    replay.following?.lateness.map { "late \((Double($0) / 1000).points) s" }
  }

  /// The cells of the bar in which captions lie, each once: captions are what a user wants to go to.
  private static func captionCells(
    _ captions: [Instant], length: Instant, width: Int
  ) -> Set<Int> {
    Set(captions.map { cell($0, of: length, width: width) })
  }

  /// The cell of a bar of this length in which an instant lies.
  private static func cell(_ time: Instant, of length: Instant, width: Int) -> Int {
    let share = Double(time.milliseconds) / Double(max(1, length.milliseconds))
    return max(0, min(width - 1, Int(share * Double(width - 1))))
  }
}
