internal import AdEngine
internal import AdSessions
internal import AdTuning

/// The numbers of the setting under the cursor: its metrics, what it changes, and how sure that is.
struct TuningNumbersView {
  /// From this width on there is room for the other settings.
  private static let minNameColumns = 52

  let tuning: Tuning
  let map: TuningMap

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height >= 3, rect.width >= 20, let settings = tuning.settings else { return }
    let isRoomy = rect.width >= Self.minNameColumns
    let pair = "\(settings.fetchPoints.points) / \(settings.displayPoints.points)"
    canvas.drawFrame(
      rect,
      title: isRoomy ? "here: fetch / display \(pair) pt" + screens(settings) : "here: \(pair)")
    let pane = rect.inside
    for (index, line) in lines(isRoomy: isRoomy).prefix(pane.height).enumerated() {
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

  private static func name(of metric: Metric) -> String {
    switch metric {
    case .wastedFetches: "wasted"
    case .blankExposure: "blank pt·s"
    default: metric.shortName
    }
  }

  /// The row of the setting under the cursor, once it was counted.
  private var row: TuningReport.Row? {
    tuning.report?.rows.first { $0.role == .tried }
      ?? tuning.report?.rows.first { $0.role == .present }
  }

  private func lines(isRoomy: Bool) -> [Line] {
    let better = report?.chosen
    let present = report?.rows.first
    func cells(
      _ name: String, _ here: String, change: Estimate?, _ digits: Int, oracle: Double? = nil,
      _ estimate: (TuningReport.Row?) -> Estimate?
    ) -> [String] {
      func mean(_ row: TuningReport.Row?) -> String {
        estimate(row).map { $0.mean.text(digits: digits) } ?? ""
      }
      let certainty =
        isRoomy
        ? range(estimate(row), digits)
        : change.map { signed($0, to: estimate(present), digits) }
          ?? halfWidth(estimate(row), digits)
      return [
        name, here, certainty, mean(present), mean(better),
        oracle?.text(digits: digits) ?? "",
      ]
    }
    var table: [[String]] = []
    if isRoomy {
      table = [
        ["", "", "", "now", better == nil ? "" : map.star == nil ? "better" : "★ best"],
        [
          "a session", "here", "95%", pair(tuning.source.present),
          better.map { pair($0.settings) } ?? "", oracle(.requests) == nil ? "" : "oracle",
        ],
      ]
    }
    table += Metric.compared.map { metric in
      cells(
        Self.name(of: metric), here(metric), change: row?.change?.metrics[metric], metric.digits,
        oracle: oracle(metric)
      ) { $0?.metrics[metric] }
    }
    if let share { table.append(["of oracle", share]) }
    let value = row?.value.mean.text(digits: 3) ?? "…"
    table.append(cells("value", value, change: row?.change?.value, 3) { $0?.value })
    let change = row?.change?.value
    if isRoomy, let change {
      table.append(["against now", signed(change, to: present?.value, 3), range(change, 3)])
    }
    let widths = isRoomy ? [11, 7, 14, 10, 10, 8] : [10, 6, 7]
    var lines = table.map { Line(text: Self.line($0, widths: widths)) }
    if !isRoomy, let change { lines.append(Line(text: " 95% " + range(change, 3))) }
    lines.append(Line(text: standing, isStrong: true))
    if !isRoomy, tuning.cursor != tuning.present, tuning.present != nil {
      lines.append(Line(text: "+/−: against now"))
    }
    return lines
  }

  /// Cells of these widths, the first to the left.
  private static func line(_ cells: [String], widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      index == 0 ? cell.0.padded(to: cell.1) : cell.0.leftPadded(to: cell.1)
    }.joined()
  }

  private func here(_ metric: Metric) -> String {
    map.mean(metric, tuning.cursor).map { $0.text(digits: metric.digits) } ?? "–"
  }

  private func range(_ estimate: Estimate?, _ digits: Int) -> String {
    guard let range = estimate?.interval else { return estimate == nil ? "…" : "" }
    return "\(range.lowerBound.text(digits: digits))…\(range.upperBound.text(digits: digits))"
  }

  private func halfWidth(_ estimate: Estimate?, _ digits: Int) -> String {
    guard let range = estimate?.interval else { return estimate == nil ? "…" : "" }
    return "±" + ((range.upperBound - range.lowerBound) / 2).text(digits: digits)
  }

  /// A change as the difference of the two numbers that are shown.
  private func signed(_ change: Estimate, to present: Estimate?, _ digits: Int) -> String {
    let number = TuningReport.difference(change.mean, to: present?.mean ?? 0, digits)
    return (number > 0 ? "+" : "") + number.text(digits: digits)
  }

  private func pair(_ settings: LazyLoadingSettings?) -> String {
    settings.map { "\($0.fetchPoints.points)/\($0.displayPoints.points)" } ?? "off"
  }

  private var report: TuningReport? { tuning.report }

  /// The verdict on the setting under the cursor, in a few words.
  private var standing: String {
    guard let report else { return "…" }
    if report.decision == .tooFewSessions { return "too few sessions" }
    guard let change = row?.change else {
      return report.chosen == nil ? "keep" : "another is better"
    }
    return switch change.standing {
    case .better, .worse: "\(change.standing.words) than now (95%)"
    case .same, .unknown: change.standing.words
    }
  }

  /// The most that any loader could reach; `nil` where that is an estimate, which may be exceeded.
  private func oracle(_ metric: Metric) -> Double? {
    report.flatMap { $0.isTraced ? $0.oracle[metric] : nil }
  }

  /// How many of the oracle's viewable ads are viewable.
  private var share: String? {
    guard let most = oracle(.viewable), most > 0,
      let mean = map.mean(.viewable, tuning.cursor)
    else { return nil }
    let percent = mean / most * 100
    return percent.text(digits: percent < 99.95 ? 1 : 0) + "%"
  }
}
