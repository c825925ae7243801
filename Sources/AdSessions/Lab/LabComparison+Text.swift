package import AdLab
import AdRendering

extension LabComparison {
  private static let columns = ["combos", "ready", "early play", "early imp.", "plays", "watchdog"]
  private static let widths = [6, 7, 10, 10, 8, 8]

  /// The comparison as a table of at most 80 columns, without the legend.
  package var table: String {
    var text = heading + "\n\n" + Self.row(Self.columns, switches: Self.letters)
    for group in groups {
      for (index, pattern) in group.patterns.enumerated() {
        let cells = index == 0 ? [String(group.count)] + group.outcome.cells : []
        text += Self.row(cells, switches: pattern.text)
      }
    }
    return text
  }

  private var heading: String {
    let what = (try? LabCreative(unit: unit)).map { "\(unit): \($0.words)" } ?? unit
    return (what.scrubbed.wrapped(to: 80) + sentence.wrapped(to: 80)).joined(separator: "\n")
  }

  /// How many combinations come to how many outcomes.
  package var sentence: String {
    let arrival = arrivesAfter.map { "; the banner comes \($0.secondsText) after Fetch" } ?? ""
    let outcomes = groups.count.counted("outcome")
    let early = combinations.count { $0.outcome.isEarly }
    return "\(combinations.count) combinations, \(outcomes): "
      + "in \(early) it plays or counts before it is presented\(arrival)"
  }

  private static func row(_ cells: [String], switches: String) -> String {
    let padded = padded(cells)
    let line = ([padded[0], switches] + padded.dropFirst()).joined(separator: "  ")
    return line.withoutTrailingBlanks + "\n"
  }

  private static func padded(_ cells: [String]) -> [String] {
    widths.enumerated().map { index, width in
      (index < cells.count ? cells[index] : "").rightAligned(in: width)
    }
  }

  /// The figures of a group, or their names, without the watchdog: `never` ready is the same; where it is narrow, in 35
  /// columns, without the number of combinations.
  package static func figures(of group: Group?, isNarrow: Bool) -> String {
    let cells = group.map { [String($0.count)] + $0.outcome.cells } ?? columns
    guard isNarrow else { return padded(cells).dropLast().joined(separator: "  ") }
    return zip(cells.dropFirst(), [6, 10, 10, 6]).map { $0.rightAligned(in: $1) }
      .joined(separator: " ")
  }

  /// A letter for each switch, in their order.
  package static let letters = PreloadOption.allCases.map(\.letter).joined(separator: " ")

  /// What the letters, marks and columns of the tables mean.
  package static let legend: String = {
    let letters = PreloadOption.allCases.map { "\($0.letter) \($0.rawValue)" }
    let sentences = [
      letters.joined(separator: ", ") + ".",
      "+ on, - off, . makes no difference; rows without a number belong to the one above.",
      "ready: how long after the banner came. early play, early imp.: how long before the ad "
        + "was presented it played, or an impression was counted. plays: how long after it "
        + "was presented it began. Where the ad is not presented by itself, the user presses "
        + "Present \(LabOutcome.hesitation.secondsText) after the button is there.",
    ]
    return sentences.flatMap { $0.wrapped(to: 80) }.joined(separator: "\n") + "\n"
  }()

  package static func json(_ comparisons: [LabComparison], seed: UInt64) -> String {
    let units = comparisons.map { comparison in
      let combinations = comparison.combinations.map { combination in
        JSONText.object(
          PreloadOption.allCases.map { ($0.rawValue, .flag(combination.settings[$0])) }
            + combination.outcome.fields)
      }
      return JSONText.object([
        ("unit", .text(comparison.unit)), ("arrivesAfter", .optional(comparison.arrivesAfter)),
        ("combinations", .list(combinations)),
      ])
    }
    return JSONText.object([("seed", .number(seed)), ("units", .list(units))]).json + "\n"
  }
}

extension PreloadOption {
  /// The letter that stands for the switch in a table.
  package var letter: String {
    switch self {
    case .preload: "P"
    case .outsideScreenBounds: "O"
    case .inDetachedParentView: "D"
    case .waitForCompletionEvent: "W"
    case .hideAfterwards: "H"
    case .removeFromParentAfterwards: "R"
    case .injectVisibilityJavascript: "J"
    case .autoPresent: "A"
    case .manualImpressions: "M"
    }
  }
}

extension SwitchPattern {
  /// The switches in their order: on, off, or no difference.
  package var text: String {
    PreloadOption.allCases.map { self[$0].map { $0 ? "+" : "-" } ?? "." }.joined(separator: " ")
  }
}

extension LabOutcome {
  var cells: [String] {
    if let failure { return ["failed", failure.words, "", "", ""] }
    return [
      readyAfter?.secondsText ?? "never", earlyAutoplay?.secondsText ?? "no",
      earlyImpression?.secondsText ?? "no",
      playsAfterPresent?.secondsText ?? (earlyAutoplay == nil ? "never" : "early"),
      hasTimedOut ? "yes" : "no",
    ]
  }
}
