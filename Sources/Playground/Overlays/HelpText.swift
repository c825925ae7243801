internal import AdLab
internal import AdSessions

/// The help: all keys, by the place where they count, out of the one table of keys.
enum HelpText {
  static let lines = lines(in: KeyContext.inReadingOrder)

  /// The help of a place: the parts with the keys that do something there first.
  private static func lines(first own: [KeyContext]) -> [OverlayBox.Line] {
    lines(in: own + KeyContext.inReadingOrder.filter { !own.contains($0) })
  }

  /// The help of a replay of the lab: only what works there, and what the chart means.
  private static let labReplayLines = lines(
    in: [.replay, .anywhere, .overlay, .palette], chartAfter: .replay,
    where: { $0.runs(on: .labReplay) })

  private static func lines(
    in contexts: [KeyContext], chartAfter chart: KeyContext = .labSettings,
    where isListed: (Command) -> Bool = { _ in true }
  ) -> [OverlayBox.Line] {
    var lines: [OverlayBox.Line] = []
    for context in contexts {
      if !lines.isEmpty { lines.append(OverlayBox.Line(text: "")) }
      lines.append(OverlayBox.Line(key: context.title, text: ""))
      for binding in KeyMap.bindings
      where binding.context == context && isListed(binding.command) {
        let keys = binding.keyNames.joined(separator: " ")
        lines.append(OverlayBox.Line(key: keys, text: binding.help))
      }
      if context == chart { lines += labChart }
    }
    lines +=
      section("What is seen of an ad, in lists, map and timeline")
      + SeenState.allCases.map {
        OverlayBox.Line(key: "\($0.glyph) \($0.word)", text: $0.explanation)
      }
    lines +=
      section("Zones, by distance") + [
        OverlayBox.Line(key: "notLoaded", text: "not near yet, or reloaded: nothing is held"),
        OverlayBox.Line(key: "auction", text: "within the auction threshold ·: bids are asked for"),
        OverlayBox.Line(key: "fetched", text: "within the fetch threshold ▒: an ad is requested"),
        OverlayBox.Line(key: "displayed", text: "within the display threshold ▓: it may be drawn"),
        OverlayBox.Line(key: "unloaded", text: "has left the zone ░: the ad is released after 2 s"),
      ]
    lines +=
      section("Words") + [
        OverlayBox.Line(
          key: "generation",
          text: "the number of a slot's request; an answer to an older one is dropped"),
        OverlayBox.Line(
          key: "gap", text: "the distance of a slot to the viewport; negative while it is in view"),
      ]
    lines +=
      section("Units") + [
        OverlayBox.Line(key: "pt", text: "points: a row of text is 20 high, a column 8 wide"),
        OverlayBox.Line(key: "%", text: "hundredths of the viewport's height"),
        OverlayBox.Line(key: "sc", text: "screens: heights of the viewport"),
      ]
    lines +=
      section("Metrics")
      + Metric.ofPane.map { metric in
        let sides = [metric.explanation, metric.direction.words, metric.band?.words]
        return OverlayBox.Line(
          key: metric.name, text: sides.compactMap { $0 }.joined(separator: "; "))
      }
    lines.append(OverlayBox.Line(text: ""))
    return lines + advice
  }

  private static func section(_ title: String) -> [OverlayBox.Line] {
    [OverlayBox.Line(text: ""), OverlayBox.Line(key: title, text: "")]
  }

  static let box = OverlayBox(title: "AdView: keys", lines: lines, keyWidth: 16)
  static let replayBox = OverlayBox(
    title: "AdView: a replay", lines: lines(first: [.replay]), keyWidth: 16)
  static let labBox = OverlayBox(
    title: "AdView: the lab", lines: lines(first: [.lab, .labSettings]), keyWidth: 16)
  static let tuningBox = OverlayBox(
    title: "AdView: the tuning screen", lines: lines(first: [.tuning]), keyWidth: 16)
  static let labReplayBox = OverlayBox(
    title: "AdView: a replay of the lab", lines: labReplayLines, keyWidth: 16)

  /// What is decided in the ad server and not here: to be asked before ads are built in (`S0.35`, `S0.59`).
  static let advice: [OverlayBox.Line] = [
    OverlayBox.Line(key: "Ask ad operations", text: ""),
    OverlayBox.Line(key: "units", text: "the ids, and the sizes and formats that each delivers"),
    OverlayBox.Line(
      key: "targeting", text: "keys and values: what is not set up there has no effect"),
    OverlayBox.Line(key: "audience", text: "whether place or people are targeted, and which"),
    OverlayBox.Line(
      key: "dimensions", text: "what to expect, so that first sizes and bounds fit"),
  ]

  /// What the lab's time line and its states mean.
  static let labChart: [OverlayBox.Line] = [
    OverlayBox.Line(text: ""),
    OverlayBox.Line(key: "The lab", text: ""),
    OverlayBox.Line(key: "┃ presented", text: "from here on the ad can be seen"),
    OverlayBox.Line(key: "EARLY", text: "before that: it cannot have been seen"),
    OverlayBox.Line(key: "▶ ━ plays", text: "the creative began to play, and plays"),
    OverlayBox.Line(key: "◆ counted", text: "an impression was counted"),
    OverlayBox.Line(
      key: "◇ ! event",
      text: "it sent \(LabCreative.completionEvent); the script said it is visible"
    ),
    OverlayBox.Line(
      key: "─ ╌ · timers", text: "its timers run, crawl (once a second), stand still"),
    OverlayBox.Line(key: "╌ ░ ▒ █ × ad", text: "fetching, preloading, ready, presented, failed"),
  ]
}

/// The help over the screen, with what counts there first.
struct HelpOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? {
    switch model.stage {
    case .page: HelpText.box
    case .replay: HelpText.replayBox
    case .lab: HelpText.labBox
    case .labReplay: HelpText.labReplayBox
    case .tuning: HelpText.tuningBox
    }
  }
}
