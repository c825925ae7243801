import AdEngine
import AdRendering
import AdSessions
import AdTuning
import ArgumentParser
import Playground

/// A form in which a setting is handed on.
enum ExportForm: String, CaseIterable, ExpressibleByArgument {
  case swift
  case gpt
  case json

  private var form: CopyForm {
    switch self {
    case .swift: .swift
    case .gpt: .googletag
    case .json: .json
    }
  }

  /// A setting to be handed on.
  struct Choice {
    let settings: LazyLoadingSettings
    /// What it costs and how sure that is; `nil` of a setting that the user has named.
    let remark: String?
  }

  /// The setting that was tried; else, of those that cannot be distinguished from the best and are no worse than the
  /// present one in the sample, by their value, their viewable ads and their blank time, the one with the fewest requests.
  ///
  /// A few sessions distinguish nothing, and the fewest requests of all settings are those of the worst.
  static func choice(_ report: TuningReport, _ map: TuningMap) -> Choice? {
    if let tried = report.rows.first(where: { $0.role == .tried })?.settings {
      return Choice(settings: tried, remark: nil)
    }
    let present = report.rows.first { $0.role == .present }?.settings.flatMap(map.cell)
    let least = present.flatMap { map.toBest($0)?.mean } ?? 0
    func isNoWorse(_ cell: TuningMap.Cell) -> Bool {
      guard let present else { return true }
      func change(_ metric: TuningMetric) -> Double {
        (map.mean(metric, cell) ?? 0) - (map.mean(metric, present) ?? 0)
      }
      return change(.viewable) >= -1e-9 && change(.blankExposure) <= 1e-9
    }
    // What is as good as the present one is no reason to leave it.
    func order(_ cell: TuningMap.Cell) -> (Double, Double, Int) {
      (map.mean(.requests, cell) ?? 0, -(map.toBest(cell)?.mean ?? 0), cell == present ? 0 : 1)
    }
    let cells = map.cells.filter { cell in
      map.isOpen(cell) == true && (map.toBest(cell)?.mean ?? -.infinity) >= least - 1e-9
    }
    let safe = cells.filter(isNoWorse)
    let chosen = (safe.isEmpty ? cells : safe).min { order($0) < order($1) } ?? map.best
    guard let settings = map.settings(chosen) else { return nil }
    func counts(_ cell: TuningMap.Cell) -> String {
      let means: [(TuningMetric, String)] = [
        (.requests, "requests"), (.viewable, "viewable"), (.blankExposure, "pt·s blank"),
      ]
      return means.map { metric, word in
        let digits = metric == .blankExposure ? 0 : 2
        return "\((map.mean(metric, cell) ?? 0).text(digits: digits)) \(word)"
      }.joined(separator: ", ")
    }
    var remark =
      "--export: fetch \(JSONText.number(settings.fetchPoints).json)"
      + " / display \(JSONText.number(settings.displayPoints).json)"
      + " comes to \(counts(chosen)) a session"
    if let present, present != chosen { remark += "; the present setting to \(counts(present))" }
    let sessions = "\(map.sessions) session\(map.sessions == 1 ? "" : "s")"
    remark +=
      ". With \(sessions) \(map.open) of \(map.compared) settings cannot be distinguished from the best; "
      + "--try FETCH/DISPLAY exports one of your own"
    return Choice(settings: settings, remark: remark)
  }

  /// A setting in this form, for an app or a page whose percentages are multiplied by `mobileScaling` on a phone.
  ///
  /// Google Publisher Tag counts in percent of the viewport: where sessions have viewports of several heights, there is a
  /// text for each.
  func text(
    _ settings: LazyLoadingSettings, _ viewports: [Size], mobileScaling: Double
  ) throws(CommandFailure) -> String {
    let heights = Set(viewports.map(\.height)).sorted().filter { $0 > 0 }
    guard self == .gpt else {
      return (form.text(settings, viewport: Size(width: 0, height: 0)) ?? "") + "\n"
    }
    guard !heights.isEmpty else {
      throw .data("--export gpt: no session has a viewport with a height to take percentages of")
    }
    let scaled =
      (try? settings.applying(LazyLoadingChange(mobileScaling: mobileScaling))) ?? settings
    var text = heights.compactMap { height in
      let width = viewports.first { $0.height == height }?.width ?? 0
      return form.text(scaled, viewport: Size(width: width, height: height))
    }.joined(separator: "\n")
    if heights.count > 1 {
      text =
        "// The sessions have viewports of \(heights.count) heights: the same points are other percentages of each.\n"
        + text
    }
    return text + "\n"
  }
}

extension ResponseCurve.Axis: ExpressibleByArgument {}
