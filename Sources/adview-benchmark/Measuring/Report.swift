import AdSessions

/// The table that people read: one line for each benchmark, all columns aligned.
struct Table {
  private let nameWidth: Int
  private let unitWidth: Int

  init(_ suites: [Suite]) {
    let benchmarks = suites.flatMap(\.benchmarks)
    nameWidth = (benchmarks.map { $0.name.count + 2 } + suites.map(\.title.count)).max() ?? 0
    unitWidth = benchmarks.map(\.unit.count).max() ?? 0
  }

  /// The suite's title above its figures.
  func text(_ title: String, _ measurements: [Measurement]) -> String {
    let heading = line([title, "best", "median", "unit", "ratio", "goal"])
    return ([heading] + measurements.map { line(cells($0)) }).joined(separator: "\n")
  }

  private func cells(_ measurement: Measurement) -> [String] {
    let goals = measurement.benchmark.goals.map(describe).joined(separator: ", ")
    let verdict = measurement.areGoalsMet.map { $0 ? "met: " : "MISSED: " } ?? ""
    return [
      "  " + measurement.benchmark.name, decimal(measurement.best), decimal(measurement.median),
      measurement.benchmark.unit, Self.comparison(measurement), verdict + goals,
    ]
  }

  private func line(_ cells: [String]) -> String {
    let columns = [
      cells[0].leftAligned(in: nameWidth), cells[1].rightAligned(in: 12),
      cells[2].rightAligned(in: 12), cells[3].leftAligned(in: unitWidth),
      cells[4].rightAligned(in: 12), cells[5],
    ]
    return columns.joined(separator: " ").withoutTrailingBlanks
  }

  /// The ratio to the baseline, or where a size grows, the exponent.
  private static func comparison(_ measurement: Measurement) -> String {
    if let exponent = measurement.exponent { return "n^" + decimal(exponent) }
    return measurement.ratio.map { decimal($0) + " ×" } ?? ""
  }

  private func describe(_ goal: Benchmark.Goal) -> String {
    switch goal {
    case .value(let bound): describe(bound)
    case .ratio(let bound): describe(bound) + " ×"
    case .exponent(let bound): describe(bound) + " as a power of n"
    }
  }

  private func describe(_ bound: Benchmark.Bound) -> String {
    switch bound {
    case .atMost(let limit): "≤ " + decimal(limit)
    case .atLeast(let limit): "≥ " + decimal(limit)
    }
  }
}

func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return text
}

/// A number with as many decimals as say something.
private func decimal(_ number: Double) -> String {
  guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
  if number.magnitude >= 100 || number == number.rounded() { return grouped(Int(number.rounded())) }
  let hundredths = Int((number.magnitude * 100).rounded())
  let decimals = hundredths % 100
  return "\(number < 0 ? "-" : "")\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
}
