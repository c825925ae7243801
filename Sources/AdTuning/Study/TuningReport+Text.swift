import AdEngine
import AdSessions

extension TuningReport {
  /// The report for people: which settings, what they cost, and how sure that is; `origin` says where the sessions come
  /// from.
  package func text(origin: String) -> String {
    var text = heading(origin) + "\n" + table + "\n"
    for sentence in sentences { text += sentence.wrapped(to: 80).joined(separator: "\n") + "\n" }
    if !slots.isEmpty { text += "\n" + slotTable }
    if !worst.isEmpty { text += "\n" + sessionTable }
    return text
  }

  private func slotWords(_ count: Int) -> String { "\(count) slot\(count == 1 ? "" : "s")" }

  private func heading(_ origin: String) -> String {
    var lines = ["\(origin), \(slotWords(slotCount))."]
    lines.append(objective.sentence)
    if obstacles.isEmpty {
      lines.append("Sizes are reserved: every number is exact for these sessions.")
    } else {
      let reasons = obstacles.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue): \($0.value)" }.joined(separator: ", ")
      lines.append(
        "\(obstacles.values.reduce(0, +)) of the sessions were run under every setting (\(reasons)). "
          + "Every number of a setting is a run's; the oracle's are near the truth.")
    }
    if drawnAnswers > 0 {
      lines.append(
        "Of \(drawnAnswers) slots no answer was recorded: how late it comes was drawn, its size is the slot's."
      )
    }
    return lines.flatMap { $0.wrapped(to: 80) }.joined(separator: "\n") + "\n"
  }

  // MARK: - Tables

  private var table: String {
    var lines = [
      ["", "", "", "", "wasted", "", "of", "blank time", "", "value less the best's"],
      [
        "a session", "fetch", "display", "requests", "requests", "viewable", "oracle", "pt·s",
        "value", "(95 %)",
      ],
    ]
    lines += rows.map { row in
      let thresholds = row.settings.map {
        [$0.fetchPoints.points, $0.displayPoints.points]
      }
      return [row.role.label] + (thresholds ?? ["off", "–"])
        + cells { row.metrics[$0]?.mean ?? 0 }
        + [row.value.mean.text(digits: 3), row.distance]
    }
    lines.append(["oracle", "–", "–"] + cells { oracle[$0] ?? 0 })
    return Self.aligned(lines)
  }

  private func cells(_ mean: (TuningMetric) -> Double) -> [String] {
    let most = oracle[.viewable] ?? 0
    return [
      mean(.requests).text(digits: 2), mean(.wastedFetches).text(digits: 2),
      mean(.viewable).text(digits: 2),
      most > 0 ? (mean(.viewable) / most * 100).text(digits: 1) + " %" : "–",
      mean(.blankExposure).text(digits: 0),
    ]
  }

  private var slotTable: String {
    let losing = slots.reduce(0) { $0 + $1.lost }
    let lines =
      [["slot", "unit", "lost", "fetch for half", "fetch for 9 in 10"]]
      + slots.map {
        [$0.name.scrubbed, $0.unit.scrubbed, "\($0.lost)", $0.half.points, $0.nineOfTen.points]
      }
    let title =
      "Viewable ads that larger thresholds would bring back, by slot (\(losing))"
      + (isTraced ? ":\n" : ", if the page moved as it does now:\n")
    return title + Self.aligned(lines, textColumns: 2)
  }

  private var sessionTable: String {
    let lines =
      [["session", "lost", "of", "blank time, pt·s"]]
      + worst.map {
        [$0.name.scrubbed, "\($0.lost)", "\($0.viewable)", $0.blank.text(digits: 0)]
      }
    return "Sessions that lose most viewable ads now:\n" + Self.aligned(lines)
  }

  /// Lines of cells in columns, the first ones to the left, the others to the right.
  static func aligned(_ lines: [[String]], textColumns: Int = 1) -> String {
    let columns = lines.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      lines.map { $0.indices.contains(column) ? Glyphs.cells($0[column]) : 0 }.max() ?? 0
    }
    return lines.map { line in
      var text = ""
      for (column, cell) in line.enumerated() {
        let width = widths[column]
        text += column > 0 ? "  " : ""
        text += column < textColumns ? cell.leftAligned(in: width) : cell.rightAligned(in: width)
      }
      return text.withoutTrailingBlanks + "\n"
    }.joined()
  }

  // MARK: - Sentences

  /// What follows from the numbers, in sentences that can stand alone.
  package var sentences: [String] {
    var sentences = [certainty] + comparisons
    if sessions > 1, let present = rows.first(where: { $0.role == .present }),
      let isOpen = present.isOpen
    {
      let name = "The present \(present.name)"
      sentences.append(
        isOpen
          ? "\(name) cannot be distinguished from the best."
          : "\(name) is worse than the best (95 %).")
      if isOpen, let needed = present.sessionsNeeded, needed > sessions {
        sentences.append(
          "To distinguish it from the best of the sample takes about \(needed.rounded) sessions.")
      }
    }
    if !fates.isEmpty { sentences.append(lossSentence) }
    return sentences
  }

  /// Which settings cannot be distinguished from the best.
  package var certainty: String {
    guard sessions > 1 else {
      return "With one session no setting can be distinguished from another."
    }
    return "With \(sessions) sessions \(open) of \(compared) settings cannot be distinguished from "
      + "the best (95 %): fetch \(openFetch.points), display \(openDisplay.points)."
  }

  /// What each setting that is tried changes, in a sentence that can be pasted anywhere.
  package var comparisons: [String] {
    guard let present = rows.first else { return [] }
    let count = "\(sessions) session\(sessions == 1 ? "" : "s")"
    return rows.filter { $0.role == .tried }.compactMap { $0.comparison(with: present, count) }
  }

  private var lossSentence: String {
    func count(_ fates: SlotFate...) -> Int { fates.reduce(0) { $0 + (self.fates[$1] ?? 0) } }
    let late = lateBy.map { " (by \($0.lowerBound)…\($0.upperBound) ms)" } ?? ""
    let all = fates.values.reduce(0, +)
    let parts = [
      "\(count(.viewable)) are viewable",
      "\(count(.fetchTooLate)) fetched too late\(late)",
      "\(count(.displayTooLate)) displayed too late", "\(count(.bothTooLate)) both",
      "\(count(.unreachable)) not to be had under any setting",
      "\(count(.consent)) without consent in time", "\(count(.noAd)) without an ad",
      "\(count(.leftTooSoon)) left too soon", "\(count(.neverSeen)) never in view",
    ]
    let known =
      all < slotCount ? " (of \(slotCount - all) more it is not known)" : ""
    return "Now, of \(slotWords(all))\(known), " + parts.joined(separator: ", ") + "."
  }
}

extension TuningReport.Role {
  var label: String {
    switch self {
    case .present: "now"
    case .tried: "tried"
    case .best: "best in sample"
    case .fewestRequests: "fewest requests"
    }
  }
}

extension TuningReport.Row {
  /// The setting in words.
  package var name: String {
    guard let settings else { return "loading without thresholds" }
    let unload = settings.unloadingEnabled ? " / unload \(settings.unloadPoints.points)" : ""
    return "fetch \(settings.fetchPoints.points) / display \(settings.displayPoints.points)"
      + unload
  }

  /// The difference to the best and whether it is one.
  var distance: String {
    guard role != .best else { return "" }
    guard let interval = toBest.interval else { return toBest.mean.text(digits: 3) }
    let range = "[\(interval.lowerBound.text(digits: 3)), \(interval.upperBound.text(digits: 3))]"
    return "\(toBest.mean.text(digits: 3)) \(range)" + (isOpen == false ? " worse" : "")
  }

  /// What the setting changes, in a sentence to be pasted anywhere, and how sure that is.
  fileprivate func comparison(with present: TuningReport.Row, _ sessions: String) -> String? {
    guard let change else { return nil }
    let changes: [(TuningMetric, name: String, unit: String)] = [
      (.viewable, "viewable ads", ""), (.requests, "requests", ""),
      (.wastedFetches, "wasted requests", ""), (.blankExposure, "blank time", " pt·s"),
    ]
    var parts = changes.compactMap { metric, name, unit in
      change[metric].map { "\(name) \($0.signedText(digits: metric.digits))\(unit)" }
    }
    var verdict = ""
    if let value = valueChange {
      parts.append("value " + value.signedText(digits: 3))
      switch isBetter {
      case true?: verdict = " It is better (95 %)."
      case false?: verdict = " It is worse (95 %)."
      case nil where value.isOneSided:
        let direction = value.mean > 0 ? "better" : "worse"
        verdict =
          " It is \(direction) in this sample, but one viewable ad more or less would undo it."
      case nil: verdict = " By value the two cannot be distinguished."
      }
    }
    return "Over \(sessions), \(name) instead of \(present.name) changes, a session (95 %): "
      + parts.joined(separator: ", ") + "." + verdict
  }
}

extension Estimate {
  /// Whether zero lies outside the interval.
  fileprivate var isOneSided: Bool { interval.map { !$0.contains(0) } ?? false }

  /// The mean with its sign and the interval behind it.
  package func signedText(digits: Int) -> String {
    let range = interval.map {
      " [\($0.lowerBound.text(digits: digits)), \($0.upperBound.text(digits: digits))]"
    }
    return (mean > 0 ? "+" : "") + mean.text(digits: digits) + (range ?? "")
  }
}

extension Objective {
  /// What the objective counts, in a sentence.
  package var sentence: String {
    let parts = terms.enumerated().map { index, term in
      let isBlank = term.metric == .blankExposure
      let weight = isBlank ? term.weight * 1000 : term.weight
      let sign = weight < 0 ? (index > 0 ? " − " : "−") : index > 0 ? " + " : ""
      let times = weight.magnitude == 1 ? "" : "\(weight.magnitude.points) × "
      return sign + times + term.metric.name + (isBlank ? " in 1000 pt·s" : "")
    }
    return "Value of a session: " + parts.joined() + "."
  }
}

extension TuningMetric {
  /// The metric's name, as in the article on metrics.
  package var name: String {
    switch self {
    case .requests, .fetched, .displayed, .rendered, .impressed, .viewable: rawValue
    case .cameNear: "came near"
    case .wastedFetches: "wasted requests"
    case .wastedRenders: "wasted renders"
    case .leadTimes: "ads with a lead time"
    case .lateRenders: "late renders"
    case .refetches: "reload churn"
    case .blankExposure: "blank time"
    case .liveAdSeconds: "live time"
    case .shifts: "layout shifts"
    case .shiftScore: "layout shift"
    }
  }
}

extension Double {
  /// A distance or a weight without needless digits.
  var points: String { Int64(exactly: self).map { String($0) } ?? description }
}

extension ClosedRange<Double> {
  var points: String {
    lowerBound == upperBound
      ? lowerBound.points : "\(lowerBound.points)…\(upperBound.points)"
  }
}

extension Int {
  /// The number to two digits, since the rest would be noise.
  fileprivate var rounded: Int {
    var scale = 1
    while self / scale >= 100 { scale *= 10 }
    return (self + scale / 2) / scale * scale
  }
}
