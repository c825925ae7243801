import AdEngine
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

  /// The setting that was tried, or of those that cannot be distinguished from the best the one with the fewest requests.
  ///
  /// Google Publisher Tag counts in percent of the viewport: where sessions have viewports of several heights, there is a
  /// text for each.
  func text(
    _ report: TuningReport, _ map: TuningMap, _ viewports: [Size]
  ) throws(CommandFailure) -> String {
    let tried = report.rows.first { $0.role == .tried }?.settings
    guard let settings = tried ?? map.settings(map.fewestRequests) else { return "" }
    let heights = Set(viewports.map(\.height)).sorted().filter { $0 > 0 }
    guard self == .gpt else {
      return (form.text(settings, viewport: Size(width: 0, height: 0)) ?? "") + "\n"
    }
    guard !heights.isEmpty else {
      throw .data("--export gpt: no session has a viewport with a height to take percentages of")
    }
    var text = heights.compactMap { form.text(settings, viewport: Size(width: 0, height: $0)) }
      .joined(separator: "\n")
    if heights.count > 1 {
      text =
        "// The sessions have viewports of \(heights.count) heights: the same points are other percentages of each.\n"
        + text
    }
    return text + "\n"
  }
}

extension ResponseCurve.Axis: ExpressibleByArgument {}
