import AdEngine
import AdTuning
import ArgumentParser
import Playground

/// A form in which a setting is handed on.
enum ExportForm: String, CaseIterable, ExpressibleByArgument {
  case swift, gpt, json

  private var form: CopyForm {
    switch self {
    case .swift: .swift
    case .gpt: .googletag
    case .json: .json
    }
  }

  /// A setting in this form, for an app or a page whose percentages are multiplied by `mobileScaling` on a phone.
  ///
  /// Google Publisher Tag counts in percent of the viewport: where sessions have viewports of several heights, there is a
  /// text for each.
  func text(
    _ settings: LazyLoadingSettings, _ viewports: [Size], mobileScaling: Double
  ) throws(CommandError) -> String {
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
