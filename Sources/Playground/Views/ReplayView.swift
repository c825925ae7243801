internal import AdEngine
internal import AdSessions

/// The rows above the footer of a replay: how far it is, and its caption.
struct ReplayView<Player: ReplayPlayer> {
  let player: Player
  /// Whether a caption that does not fit its row may cover those above.
  let canGrow: Bool

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard let (session, end) = player.replayed, rect.height > 0 else { return }
    // In a single row a caption comes before the bar: the title has the time too.
    let caption = session.caption(at: player.time)
    let hasBar = rect.height > 1 || caption == nil
    if hasBar { drawBar(session.captions.map(\.at), end, on: &canvas, in: rect) }
    guard let caption else { return }
    let first = rect.row + (hasBar ? 1 : 0)
    let lines = caption.text.scrubbed.wrapped(to: max(1, rect.width - 2))
    let isGrowing = canGrow && !hasBar
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

  /// The most rows that a caption takes where it covers the article.
  private static var maxCaptionRows: Int { 4 }

  private func drawBar(
    _ captions: [Instant], _ length: Instant, on canvas: inout Canvas, in rect: Rect
  ) {
    let state =
      player.isLive
      ? "● live"
      : !player.clock.isPaused ? "▶ play" : player.isReplayOver ? "■ end" : "║ pause"
    // While time runs, its thousandths would be wrong as soon as they are read.
    let times = player.times(isExact: player.clock.isPaused)
    let row = rect.row
    canvas.write(state, at: rect.column + 1, row, Theme.strong, in: rect)
    let column =
      canvas.write(times.now.leftPadded(to: 9), at: rect.column + 9, row, Theme.text, in: rect) + 1
    let end = (player.lateness.map { "\($0) · " } ?? "") + times.end
    let endWidth = Glyphs.cells(end) + 2
    canvas.write(end, before: rect.endColumn - 1, row, Theme.faint, in: rect)
    let width = rect.endColumn - endWidth - column
    guard width >= 4 else { return }
    let knob = cell(player.time, of: length, width: width)
    canvas.write(String(repeating: "━", count: knob), at: column, row, Theme.text, in: rect)
    canvas.write(
      String(repeating: "─", count: width - knob), at: column + knob, row, Theme.faint, in: rect)
    // Captions are what a user wants to go to.
    for place in Set(captions.map({ cell($0, of: length, width: width) })) {
      canvas.write(place < knob ? "┻" : "┴", at: column + place, row, Theme.faint, in: rect)
    }
    canvas.write("●", at: column + knob, row, Theme.strong, in: rect)
  }

  private func cell(_ time: Instant, of length: Instant, width: Int) -> Int {
    let share = Double(time.milliseconds) / Double(max(1, length.milliseconds))
    return max(0, min(width - 1, Int(share * Double(width - 1))))
  }
}

extension ReplayPlayer {
  /// The instant, and how long the session is.
  func times(isExact: Bool) -> (now: String, end: String) {
    let end = replayed?.end ?? .start
    return isExact
      ? (time.clock, end.clock) : (time.minutesAndSeconds, end.minutesAndSeconds)
  }

  /// That lines of a session that is still being written were late, where they were.
  var lateness: String? { following?.lateness.map { "late \((Double($0) / 1000).points) s" } }
}
