internal import AdEngine
internal import AdLab
internal import AdRendering
internal import AdSessions

/// Most of the screen: what the user of the phone sees, and, where that is not the ad, where the ad is.
struct LabAdView {
  let lab: Lab

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 2 else { return }
    canvas.drawFrame(rect, title: title)
    let pane = rect.inside
    guard let banner = lab.machine.banner else {
      return write(emptyLines(cells: pane.width), on: &canvas, in: pane)
    }
    let box = box(of: banner.size, in: pane)
    if banner.placement == .presented {
      drawCreative(on: &canvas, in: box, clip: pane)
    } else {
      drawGhost(banner.placement, on: &canvas, in: box, clip: pane)
    }
  }

  private var title: String {
    guard let size = lab.machine.banner?.size else { return "screen" }
    return "screen · \(size.words) pt"
  }

  /// The banner's part of the pane, which stands for the whole of the phone's screen above the bar.
  private func box(of size: Size, in pane: Rect) -> Rect {
    let screen = lab.machine.screen
    let room = max(1, screen.height - BannerFrame.toolbarHeight)
    let frame = BannerFrame(of: size, .presented, on: screen)
    func cells(_ points: Double, of whole: Double, _ cells: Int) -> Int {
      Int((points / whole * Double(cells)).rounded())
    }
    let width = max(4, min(pane.width, cells(size.width, of: screen.width, pane.width)))
    let height = max(1, min(pane.height, cells(size.height, of: room, pane.height)))
    return Rect(
      column: pane.column
        + max(0, min(pane.width - width, cells(frame.x, of: screen.width, pane.width))),
      row: pane.row + max(0, min(pane.height - height, cells(frame.y, of: room, pane.height))),
      width: width, height: height)
  }

  private typealias Line = (text: String, style: Style)

  private func emptyLines(cells: Int) -> [Line] {
    let key = KeyMap.label(of: .labFetch, in: .lab)
    switch lab.machine.state {
    case .fetching: return [("fetching \(lab.machine.settings.shortUnit)", Theme.text)]
    case .failed:
      return [("no ad: \(lab.machine.failure?.words ?? "failed")", Theme.warning)]
        + (lab.replay == nil ? [("\(key) fetches again", Theme.faint)] : [])
    case .noAd, .preloading, .ready, .presented, .timedOut:
      let unit = lab.settings.shortUnit
      let creative = try? LabCreative(unit: lab.settings.unit)
      let words = [creative?.words, creative?.note.map { "\(unit) \($0)" }].compactMap(\.self)
      // In a replay the session fetches.
      let hint = lab.replay == nil ? [("\(key) fetches one of \(unit)", Theme.faint)] : []
      return [("no ad", Theme.text)] + hint
        + words.flatMap { $0.scrubbed.wrapped(to: cells) }.map { ($0, Theme.faint) }
    }
  }

  private func ghostLines(_ placement: PreloadPlacement) -> [Line] {
    var lines: [Line] = [("the app's own views: the ad cannot be seen", Theme.faint)]
    lines.append(("it is \(placement.words)", Theme.text))
    if let content = lab.contentWords { lines.append((content, Theme.text)) }
    if let pace = lab.record?.timerPace(at: lab.time) {
      lines.append(("timers \(pace.words)", Theme.faint))
    }
    if lab.record?.autoplay != nil { lines.append(("▶ plays, and is not seen", Theme.warning)) }
    if lab.record?.impression != nil {
      lines.append(("◆ counted, and was not seen", Theme.warning))
    }
    return lines
  }

  private func creativeLines(cells: Int) -> [(text: String, isStrong: Bool)] {
    var lines: [(text: String, isStrong: Bool)] = [(lab.record?.unit.scrubbed ?? "", true)]
    if let content = lab.contentWords, content != "content 100%" { lines.append((content, false)) }
    if let autoplay = lab.record?.autoplay {
      let early = lab.record?.presentedAt.map { $0 - autoplay.at } ?? 0
      lines.append(("▶ plays", true))
      if autoplay.timing == .early {
        let gap = early.secondsText
        let words = ["its first \(gap) were played before", "\(gap) of it played before"]
        lines.append((words.fitting(cells), false))
      }
    } else if let creative = LabCreative.named(lab.record?.unit ?? "") {
      let words =
        creative.autoplay == nil
        ? "a still" : creative.isGated ? "waits for the visibility script" : "does not play yet"
      lines.append((words, false))
    }
    return lines
  }

  private func drawGhost(
    _ placement: PreloadPlacement, on canvas: inout Canvas, in box: Rect, clip: Rect
  ) {
    let lines = ghostLines(placement)
    let widest = lines.map { Glyphs.cells($0.text) }.max() ?? 0
    // A frame that the words would run over is none.
    let hasRoom = box.height >= lines.count + 2 && box.width >= widest + 4
    if hasRoom, placement == .behindViews || placement == .hidden {
      canvas.drawBox(box, .dashed, Theme.faint, in: clip)
    }
    if placement == .outsideScreenBounds, clip.height > 0 {
      canvas.write(
        "the ad is there →", before: clip.endColumn - 1, clip.endRow - 1, Theme.faint, in: clip)
    }
    write(lines, on: &canvas, in: clip.inset(columns: 1))
  }

  private func drawCreative(on canvas: inout Canvas, in box: Rect, clip: Rect) {
    let look = RGB(0, 95, 135)
    let color = Color.rgb(look)
    var style = Style(look.readableText, on: color)
    canvas.fill(box.clipped(to: clip), Cell(" ", style: style))
    if box.height >= 5 { canvas.drawBox(box, .blocks, Style(.palette(250), on: color), in: clip) }
    let inside = box.height >= 5 ? box.inside : box
    let lines = creativeLines(cells: inside.width).prefix(max(1, inside.height))
    let first = inside.row + (inside.height - lines.count) / 2
    for (index, line) in lines.enumerated() {
      style.attributes = line.isStrong ? .bold : []
      canvas.write(line.text, centredIn: first + index, style, in: inside)
    }
  }

  private func write(_ lines: [Line], on canvas: inout Canvas, in pane: Rect) {
    // Where there is no room for all, what is early comes first.
    let important = lines.filter { $0.style == Theme.warning }
    let shown =
      lines.count <= pane.height
      ? lines : Array(((lines.prefix(2) + important).suffix(max(0, pane.height))))
    let first = pane.row + (pane.height - shown.count) / 2
    for (index, line) in shown.enumerated() {
      canvas.write(line.text, centredIn: first + index, line.style, in: pane)
    }
  }
}

extension TimerPace {
  var words: String {
    switch self {
    case .run: "run"
    case .crawl: "crawl"
    case .stop: "stand still"
    }
  }
}
