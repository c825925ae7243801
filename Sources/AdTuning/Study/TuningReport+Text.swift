import AdEngine
import AdRendering
import AdSessions

extension TuningReport {
  /// The report for people; `origin` says where the sessions come from.
  package func text(origin: String) -> String {
    var text = ([verdict] + comparisons).flatMap { $0.wrapped(to: 80) }.joined(separator: "\n")
    text += "\n\n" + table + "\n"
    for sentence in premises(origin) + sentences.dropFirst(comparisons.count) {
      text += sentence.wrapped(to: 80).joined(separator: "\n") + "\n"
    }
    if !slots.isEmpty { text += "\n" + slotTable }
    if !worst.isEmpty { text += "\n" + sessionTable }
    return text
  }

  /// What the figures rest on, in sentences.
  func premises(_ origin: String) -> [String] {
    var lines = ["\(origin), \(slotCount.counted("slot"))."]
    if !conditions.isEmpty { lines.append("Run under \(conditions.listed()).") }
    lines.append(map.objective.sentence)
    if obstacles.isEmpty {
      lines.append(
        "Sizes are reserved: every number is exact for these sessions\(drawnAnswers > 0 ? " and the delays that are drawn" : ""). The oracle is a loader that knows which slots will be seen."
      )
    } else {
      let reasons = obstacles.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { $0.key.rawValue + (sessions == 1 ? "" : ": \($0.value)") }.joined(separator: ", ")
      let many = sessions == 1 ? "" : ": \(obstacles.values.reduce(0, +)) of the sessions"
      lines.append("Run again under each setting\(many) (\(reasons)).")
    }
    if let trial = trialOfUnloading {
      lines.append(
        "A fetch threshold beyond the unload threshold unloads ads later, too: --try \(trial) shows what that alone is worth."
      )
    }
    if drawnAnswers > 0 {
      lines.append(
        "No answer was recorded for \(drawnAnswers.counted("slot")): delays are drawn, sizes are those of the slots."
      )
    }
    return lines
  }

  // MARK: - Tables

  private var table: String {
    var lines = [
      ["", "", "", "wasted", "", "blank time", ""],
      ["a session", "setting", "requests", "requests", "viewable", "pt·s", "value"],
    ]
    lines += tableRows.map { $0.dropLast() }
    if isTraced, let most = oracle[.viewable], most > 0 {
      let shares =
        ["of", "oracle"]
        + rows.map {
          (($0.metrics[.viewable]?.mean ?? 0) / most * 100).text(digits: 1) + "%"
        } + [""]
      for index in lines.indices { lines[index].insert(shares[index], at: 5) }
    }
    let changes = rows.compactMap { row in
      row.change.map { [label(of: row), row.name] + $0.cells }
    }
    guard !changes.isEmpty else { return lines.aligned() }
    return lines.aligned() + "\nValue against now (95%):\n" + changes.aligned(textColumns: 2)
  }

  /// The cells of the table of settings, the oracle's last; an oracle that is an estimate may be exceeded, and is none.
  var tableRows: [[String]] {
    rows.map { row in
      [label(of: row), name(of: row)]
        + means { row.metrics[$0]?.mean }
        + [row.value.mean.text(digits: 3), row.change?.cells.joined(separator: " ") ?? ""]
    } + (isTraced ? [["oracle", "–"] + means { oracle[$0] } + ["", ""]] : [])
  }

  private func name(of row: Row) -> String {
    if row.role == .present, presents.count > 1 { return "own" }
    return row.settings == nil ? "off" : row.name
  }

  private func means(_ mean: (Metric) -> Double?) -> [String] {
    Metric.compared.map { metric in mean(metric).map { $0.text(digits: metric.digits) } ?? "–" }
  }

  /// What a row is; the star is that of a setting that each quarter of the sessions names best.
  private func label(of row: Row) -> String {
    let isUsed = row.settings == (chosen ?? rows.first)?.settings
    // One that was tried may have another unload threshold, and be worth more than all on the map.
    let label =
      switch row.role {
      case _ where decision == .use && isUsed: "recommended"
      case .present: isPresentAssumed ? "default" : "now"
      case .tried: "tried"
      case .recommended: "on the map"
      }
    return isStable && isUsed ? label + " ★" : label
  }

  private var slotTable: String {
    let losing = slots.reduce(0) { $0 + $1.lost }
    return "Viewable ads that larger thresholds would bring back, by slot (\(losing))"
      + (isTraced ? ":\n" : ", if the page moved as it does now:\n")
      + ([Self.slotColumns] + slots.map(\.cells)).aligned(textColumns: 2)
  }

  static let slotColumns = ["slot", "unit", "lost", "fetch for half", "fetch for 9 in 10"]

  private var sessionTable: String {
    let lines = worst.map {
      [$0.name.scrubbed, "\($0.lost)", "\($0.viewable)", $0.blank.text(digits: 0)]
    }
    return "Sessions that lose most viewable ads now:\n"
      + ([["session", "lost", "of", "blank time, pt·s"]] + lines).aligned()
  }

  // MARK: - Sentences

  /// What follows from the numbers beside the verdict, in sentences that can stand alone.
  package var sentences: [String] {
    var sentences = comparisons + [money, certainty].compactMap(\.self)
    if decision != .tooFewSessions, let tried = rows.first(where: { $0.role == .tried }),
      let needed = tried.sessionsNeeded(sessions), needed > sessions, needed < 1_000_000
    {
      sentences.append(
        "You need about \(needed.rounded) sessions to tell \(tried.name) from \(presentName).")
    }
    if isPresentAssumed {
      sentences.append(
        "The recording does not hold the thresholds of its page: \(presentName) stands in for them; --now sets yours."
      )
    }
    if !fates.isEmpty { sentences.append(lossSentence) }
    return sentences
  }

  /// Which settings cannot be distinguished from the best; `nil` where there are too few sessions.
  package var certainty: String? {
    map.open.map { open in
      "Not distinguishable from the best (95%): \(open.count) of \(map.compared) settings,"
        + " all within fetch \(open.fetch.points) and display \(open.display.points)."
    }
  }

  /// The value of a thousand sessions at the price of a thousand viewable ads.
  private var money: String? {
    guard let cpm, let now = rows.first else { return nil }
    func price(_ value: Double) -> String { (value * cpm).text(digits: 2) }
    let others = rows.dropFirst().compactMap { row in
      row.change.map { change in
        let range = change.value.interval.map {
          " [\(price($0.lowerBound)), \(price($0.upperBound))]"
        }
        let sign = change.value.mean > 0 ? "+" : ""
        return
          ", \(price(row.value.mean)) under \(row.name) (\(sign)\(price(change.value.mean))\(range ?? ""))"
      }
    }
    return
      "At a CPM of \(cpm.text(digits: 2)) for viewable ads, the value of 1000 sessions is \(price(now.value.mean)) now"
      + others.joined() + "."
  }

  private var lossSentence: String {
    func count(_ fates: SlotFate...) -> Int { fates.reduce(0) { $0 + (self.fates[$1] ?? 0) } }
    let late =
      lateBy.map {
        " (by \($0.lowerBound)" + ($0.count > 1 ? "…\($0.upperBound) ms)" : " ms)")
      } ?? ""
    let all = fates.values.reduce(0, +)
    let parts = [
      (count(.fetchTooLate), "fetched too late\(late)"),
      (count(.displayTooLate), "displayed too late"),
      (count(.bothTooLate), "fetched and displayed too late"),
      (count(.unreachable), "not viewable under any setting"),
      (count(.consent), "without consent in time"), (count(.noAd), "without an ad"),
      (count(.leftTooSoon), "in view too briefly"), (count(.neverSeen), "never in view"),
    ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
    let known = all < slotCount ? " (of \(slotCount - all) more it is not known)" : ""
    return "Now, of \(all.counted("slot"))\(known): \(count(.viewable)) viewable"
      + parts.joined() + "."
  }
}

extension TuningReport.SlotReport {
  /// A line of the table of slots.
  var cells: [String] { [name.scrubbed, unit.scrubbed, "\(lost)", half.points, nineOfTen.points] }
}

extension TuningReport.Change {
  /// The difference in value, where it lies, and the verdict on it.
  fileprivate var cells: [String] {
    let range = value.interval.map {
      "[\($0.lowerBound.text(digits: 3)), \($0.upperBound.text(digits: 3))]"
    }
    return [(value.mean > 0 ? "+" : "") + value.mean.text(digits: 3), range ?? "", standing.words]
  }
}

extension Standing {
  /// The verdict in a word or two.
  package var words: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .same: "about the same"
    case .unknown: "unclear"
    }
  }
}

extension Objective {
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

extension Double {
  /// A distance or a weight without needless digits.
  var points: String {
    self == Threshold.anyDistance ? "any" : Int64(exactly: self).map { String($0) } ?? description
  }
}

extension ClosedRange<Double> {
  var points: String {
    lowerBound == upperBound
      ? lowerBound.points : "\(lowerBound.points)…\(upperBound.points)"
  }
}

extension Int {
  /// The number to two digits, since the rest would be noise.
  var rounded: Int {
    var scale = 1
    while self / scale >= 100 { scale *= 10 }
    return (self + scale / 2) / scale * scale
  }
}
