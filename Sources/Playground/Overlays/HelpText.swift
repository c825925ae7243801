internal import AdLab
internal import AdSessions

/// The help: all keys, by the place where they count, out of the one table of keys.
enum HelpText {
  static let lines = lines(in: KeyContext.inReadingOrder)

  private static let page = box("keys", lines)
  private static let replay = box("a replay", lines(first: [.replay]))
  private static let lab = box("the lab", lines(first: [.lab, .labSettings, .matrix]))
  private static let tuning = box("the tuning screen", lines(first: [.tuning]))
  // Only what works there, and what the chart means.
  private static let labReplay = box(
    "a replay of the lab",
    lines(in: [.replay, .anywhere, .overlay, .palette], chartAfter: .replay) {
      $0.runs(on: .labReplay)
    })

  /// The help of a stage: what counts there comes first.
  static func box(on stage: Stage) -> OverlayBox {
    switch stage {
    case .page: page
    case .replay: replay
    case .lab: lab
    case .tuning: tuning
    case .labReplay: labReplay
    }
  }

  private static func box(_ title: String, _ lines: [OverlayLine]) -> OverlayBox {
    OverlayBox(title: "AdView: \(title)", lines: lines, keyWidth: 16)
  }

  private static func lines(first own: [KeyContext]) -> [OverlayLine] {
    lines(in: own + KeyContext.inReadingOrder.filter { !own.contains($0) })
  }

  private static func lines(
    in contexts: [KeyContext], chartAfter chart: KeyContext = .labSettings,
    where isListed: (Command) -> Bool = { _ in true }
  ) -> [OverlayLine] {
    var lines: [OverlayLine] = []
    for context in contexts {
      if !lines.isEmpty { lines.append(OverlayLine.blank) }
      lines.append(OverlayLine(context.rawValue, ""))
      for binding in KeyMap.bindings
      where binding.context == context && isListed(binding.command) {
        let keys = binding.keyNames.joined(separator: " ")
        lines.append(OverlayLine(keys, binding.help))
      }
      if context == chart { lines += labChart }
    }
    lines +=
      section("Marks: what is seen of an ad, in lists, map and timeline")
      + SeenState.allCases.map {
        OverlayLine("\($0.glyph) \($0.word)", $0.explanation)
      }
    lines +=
      section("Zones, by distance") + [
        OverlayLine("notLoaded", "not near yet, or reloaded: nothing is held"),
        OverlayLine("auction", "within the auction threshold ·: bids are asked for"),
        OverlayLine("fetched", "within the fetch threshold ▒: an ad is requested"),
        OverlayLine("displayed", "within the display threshold ▓: it may be drawn"),
        OverlayLine("unloaded", "has left the zone ░: the ad is released after 2 s"),
      ]
    lines +=
      section("Words") + [
        OverlayLine(
          "generation",
          "the number of a slot's request; an answer to an older one is dropped"),
        OverlayLine("gap", "the distance of a slot to the viewport; negative while it is in view"),
      ]
    lines +=
      section("Units") + [
        OverlayLine("pt", "points: a row of text is 20 high, a column 8 wide"),
        OverlayLine("%", "hundredths of the viewport's height"),
      ]
    lines +=
      section("Metrics")
      + Metric.ofPane.map { metric in
        let sides = [metric.explanation, metric.direction.words, metric.band?.words]
        return OverlayLine(metric.name, sides.compactMap { $0 }.joined(separator: "; "))
      }
    lines.append(OverlayLine.blank)
    return lines + advice
  }

  private static func section(_ title: String) -> [OverlayLine] {
    [OverlayLine.blank, OverlayLine(title, "")]
  }

  /// What is decided in the ad server and not here: to be asked before ads are built in (`S0.35`, `S0.59`).
  static let advice: [OverlayLine] = [
    OverlayLine("Ask ad operations", ""),
    OverlayLine("units", "the ids, and the sizes and formats that each delivers"),
    OverlayLine("targeting", "keys and values: what is not set up there has no effect"),
    OverlayLine("audience", "whether place or people are targeted, and which"),
    OverlayLine(
      "dimensions", "what to expect, by the screen's width too, so that first sizes and bounds fit"),
  ]

  /// What the lab's timeline and its states mean.
  static let labChart: [OverlayLine] = [
    OverlayLine.blank,
    OverlayLine("The lab", ""),
    OverlayLine("┃ presented", "from here on the ad can be seen"),
    OverlayLine("EARLY", "before that: it cannot have been seen"),
    OverlayLine("▶ ━ plays", "the creative began to play, and plays"),
    OverlayLine("◆ counted", "an impression was counted"),
    OverlayLine(
      "◇ ! event",
      "it sent \(LabCreative.completionEvent); the script said it is visible"
    ),
    OverlayLine("─ ╌ · timers", "its timers run, crawl (once a second), stand still"),
    OverlayLine("╌ ░ ▒ █ × ad", "fetching, preloading, ready, presented, failed"),
  ]
}

/// The help over the screen, with what counts there first.
struct HelpOverlay: Overlay {
  var list = ListState()

  func box(in model: Model) -> OverlayBox? { HelpText.box(on: model.stage) }
}
