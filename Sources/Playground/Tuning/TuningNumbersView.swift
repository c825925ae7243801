internal import AdEngine
internal import AdSessions
internal import AdTuning

/// The numbers of the setting under the cursor: what it comes to, what it changes, and how sure that is.
struct TuningNumbersView {
  /// From this width on there is room for intervals and for the other settings.
  private static let minNameColumns = 52

  private let tuning: Tuning
  private let map: TuningMap

  init(_ tuning: Tuning, _ map: TuningMap) {
    self.tuning = tuning
    self.map = map
  }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3, rect.width >= 20, let settings = tuning.settings else { return }
    let isRoomy = rect.width >= Self.minNameColumns
    let pair = "\(settings.fetchPoints.points) / \(settings.displayPoints.points)"
    canvas.drawFrame(
      rect,
      title: isRoomy ? "here: fetch / display \(pair) pt" + screens(settings) : "here: \(pair)",
      Theme.border, titleStyle: Theme.paneTitle)
    let pane = rect.inside
    let lines = isRoomy ? wideLines : narrowLines(cells: pane.width)
    for (index, line) in lines.prefix(pane.height).enumerated() {
      canvas.write(
        line.text.cut(to: pane.width), at: pane.column, pane.row + index,
        line.isStrong ? Theme.strong : Theme.text, in: pane)
    }
  }

  /// The thresholds in heights of the viewport.
  private func screens(_ settings: LazyLoadingSettings) -> String {
    let height = tuning.viewport.height
    guard height > 0 else { return "" }
    let shares = [settings.fetchPoints, settings.displayPoints].map {
      ($0 / height).text(digits: 2)
    }
    return " (\(shares.joined(separator: ", ")) screens)"
  }

  private struct Line {
    var text: String
    var isStrong = false
  }

  /// The name of a metric where there is little room.
  private static func name(of metric: TuningMetric) -> String {
    switch metric {
    case .wastedFetches: "wasted"
    case .blankExposure: "blank pt·s"
    default: metric.name
    }
  }

  /// The row of the setting under the cursor, once it was counted.
  private var row: TuningReport.Row? {
    tuning.report?.rows.first { $0.role == .tried }
      ?? tuning.report?.rows.first { $0.role == .present }
  }

  // MARK: - Narrow

  private func narrowLines(cells: Int) -> [Line] {
    var lines = TuningMetric.compared.map { metric in
      let digits = metric.digits
      let mean = map.mean(metric, tuning.cursor).map { $0.text(digits: digits) } ?? "–"
      let change = row?.change?.metrics[metric].map { signed($0.mean, digits) }
      return Line(
        text: line(Self.name(of: metric), mean, change ?? interval(row?.metrics[metric], digits)))
    }
    if let share { lines.append(Line(text: line("of oracle", share, ""))) }
    lines.append(
      Line(
        text: line(
          "value", row.map { $0.value.mean.text(digits: 3) } ?? "…",
          row?.change.map { signed($0.value.mean, 3) } ?? interval(row?.value, 3))))
    if let range = row?.change?.value.interval {
      lines.append(Line(text: " 95 % " + text(range, 3)))
    }
    lines.append(Line(text: standing, isStrong: true))
    if tuning.cursor != tuning.present, tuning.present != nil {
      lines.append(Line(text: "+/−: against now"))
    }
    return lines
  }

  private func line(_ name: String, _ mean: String, _ other: String) -> String {
    name.padded(to: 10) + mean.leftPadded(to: 6) + other.leftPadded(to: 7)
  }

  private func interval(_ estimate: Estimate?, _ digits: Int) -> String {
    guard let range = estimate?.interval else { return estimate == nil ? "…" : "" }
    return "±" + ((range.upperBound - range.lowerBound) / 2).text(digits: digits)
  }

  private func signed(_ number: Double, _ digits: Int) -> String {
    (number > 0 ? "+" : "") + number.text(digits: digits)
  }

  // MARK: - Wide

  private var wideLines: [Line] {
    let better = tuning.report?.chosen
    let present = tuning.source.present
    var lines = [
      Line(
        text: wideLine(
          "", "", "", "now", better == nil ? "" : map.star == nil ? "better" : "★ best", "")),
      Line(
        text: wideLine(
          "a session", "here", "95 %", pair(present) ?? "off",
          better.map { pair($0.settings) ?? "off" } ?? "",
          report?.isTraced == false ? "oracle ≈" : "oracle")),
    ]
    lines += TuningMetric.compared.map { metric in
      let digits = metric.digits
      func mean(_ row: TuningReport.Row?) -> String {
        row?.metrics[metric].map { $0.mean.text(digits: digits) } ?? ""
      }
      let here = map.mean(metric, tuning.cursor).map { $0.text(digits: digits) } ?? "–"
      let range = row?.metrics[metric]?.interval.map { text($0, digits) }
      let oracle = tuning.report?.oracle[metric].map { $0.text(digits: digits) }
      return Line(
        text: wideLine(
          Self.name(of: metric), here, range ?? "…", mean(report?.rows.first), mean(better),
          oracle ?? "…"))
    }
    func value(_ row: TuningReport.Row?) -> String {
      row.map { $0.value.mean.text(digits: 3) } ?? ""
    }
    lines.append(
      Line(
        text: wideLine(
          "value", row.map { $0.value.mean.text(digits: 3) } ?? "…",
          row?.value.interval.map { text($0, 3) } ?? "…", value(report?.rows.first), value(better),
          "")))
    if let change = row?.change?.value {
      lines.append(
        Line(
          text: wideLine(
            "against now", signed(change.mean, 3), change.interval.map { text($0, 3) } ?? "", "",
            "",
            "")))
    }
    lines.append(Line(text: ""))
    lines.append(Line(text: standing, isStrong: true))
    if let share { lines.append(Line(text: "\(share) of the oracle's viewable ads")) }
    return lines
  }

  private func wideLine(
    _ name: String, _ here: String, _ range: String, _ present: String, _ best: String,
    _ oracle: String
  ) -> String {
    name.padded(to: 11) + here.leftPadded(to: 7) + range.leftPadded(to: 14)
      + present.leftPadded(to: 10) + best.leftPadded(to: 10) + oracle.leftPadded(to: 8)
  }

  private func pair(_ settings: LazyLoadingSettings?) -> String? {
    settings.map { "\($0.fetchPoints.points)/\($0.displayPoints.points)" }
  }

  private func text(_ range: ClosedRange<Double>, _ digits: Int) -> String {
    "\(range.lowerBound.text(digits: digits))…\(range.upperBound.text(digits: digits))"
  }

  // MARK: - Both

  private var report: TuningReport? { tuning.report }

  /// The verdict on the setting under the cursor, in a few words.
  private var standing: String {
    guard let report else { return "…" }
    if report.decision == .tooFewSessions { return "too few sessions" }
    guard let change = row?.change else {
      return report.chosen == nil ? "keep" : "another is better"
    }
    return switch change.standing {
    case .better, .worse: "\(change.standing.words) than now (95 %)"
    case .same, .unknown: change.standing.words
    }
  }

  /// How many of the oracle's viewable ads are viewable; `nil` where the oracle is an estimate.
  private var share: String? {
    guard let report, report.isTraced, let most = report.oracle[.viewable], most > 0,
      let mean = map.mean(.viewable, tuning.cursor)
    else { return nil }
    let percent = mean / most * 100
    return percent.text(digits: percent < 99.95 ? 1 : 0) + " %"
  }
}
