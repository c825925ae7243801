import AdEngine
import AdRendering
import AdSessions
import AdTuning
import ArgumentParser
import Playground

/// A setting, written `600/200`, `600/200/1600`, `600/200/off`, `100%/50%` or `600`.
struct SettingArgument: Equatable {
  let fetch: Threshold
  /// `nil` leaves the display threshold as the page has it.
  let display: Threshold?
  /// `nil` leaves unloading as the page has it.
  let unload: LazyLoadingChange?
  /// As it was written.
  let text: String

  static let form = "fetch[/display[/unload|/off]]"

  init(_ text: String) throws {
    self.text = text
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let mistake = ValidationError(
      "expected FETCH[/DISPLAY] in points or percent with display at most fetch, such as 600/200, 50%, 600/200/1600 or"
        + " 600/200/off")
    let thresholds = parts.prefix(2).compactMap { try? OptionReader.threshold($0) }
      .filter { $0.ahead != .unlimited }
    guard (1...3).contains(parts.count), thresholds.count == min(2, parts.count) else {
      throw mistake
    }
    fetch = thresholds[0]
    display = thresholds.count > 1 ? thresholds[1] : nil
    if case .points(let fetch) = thresholds[0].ahead, case .points(let display)? = display?.ahead,
      display > fetch
    {
      throw mistake
    }
    guard parts.count == 3 else {
      unload = nil
      return
    }
    guard let unload = try? OptionReader.unload(parts[2]) else { throw mistake }
    if let threshold = unload.unloadThreshold {
      guard case .points = threshold.ahead else { throw mistake }
    }
    self.unload = unload
  }

  /// Puts the setting in the place of others; what is not written stays.
  func replace(in change: inout LazyLoadingChange) {
    change.fetchThreshold = fetch
    if let display { change.displayThreshold = display }
    guard let unload else { return }
    (change.unloadThreshold, change.unloadingEnabled) = (
      unload.unloadThreshold, unload.unloadingEnabled
    )
  }

  /// The setting in points of a viewport, `nil` where that is not known; what is not written is that of `present`.
  func settings(
    over present: LazyLoadingSettings, in viewport: Size?, mobileScaling: Double = 1,
    _ option: String = "--try"
  ) throws(CommandError) -> LazyLoadingSettings {
    var change = LazyLoadingChange(mobileScaling: mobileScaling)
    replace(in: &change)
    let settings = try orFail(try present.overridden(by: change, in: viewport)) {
      .usage("\(option) \(text): \($0)")
    }
    guard viewport != nil || settings.isInPoints else {
      throw .usage("\(option) \(text): expected points, since summaries hold no viewport")
    }
    return settings.inPoints(for: viewport ?? Size(width: 0, height: 0))
  }
}

extension OptionReader {
  /// A range of distances in points, written `A..B`.
  static func points(_ text: String) throws -> ClosedRange<Double> {
    guard let range = range(text, unit: ""), range.upperBound <= 1_000_000 else {
      throw ValidationError("expected A..B in points, such as 0..2000")
    }
    return range
  }

  /// A range of shares of a page, 0…1, written `A%..B%`.
  static func shares(_ text: String) throws -> ClosedRange<Double> {
    guard let range = range(text, unit: "%"), range.upperBound <= 100 else {
      throw ValidationError("expected A%..B%, such as 10%..100%")
    }
    return range.lowerBound / 100...range.upperBound / 100
  }

  private static func range(_ text: String, unit: String) -> ClosedRange<Double>? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { end in
      end.hasSuffix(unit)
        ? WrittenNumber.real(end.dropLast(unit.count), in: 0...Double.greatestFiniteMagnitude) : nil
    }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else { return nil }
    return low...high
  }

  /// The sums of a resample are in single precision: far greater prices would leave it, and this one leaves room for the sums.
  private static let maxCost = 1e9

  /// Prices, written `view=1,request=0.08`.
  static func costs(_ text: String) throws -> [Objective.Price: Double] {
    var costs: [Objective.Price: Double] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, let price = Objective.Price(rawValue: sides[0]),
        costs[price] == nil, let cost = WrittenNumber.real(sides[1], in: 0...maxCost)
      else {
        let names = Objective.Price.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
          "expected NAME=NUMBER,… with each of \(names) at most once, from 0 to \(Int(maxCost)), found \"\(part)\""
        )
      }
      costs[price] = cost
    }
    return costs
  }
}

/// How long answers take, written `page`, `x2` or `400ms..2500ms`.
struct LatencyArgument: Equatable {
  /// `nil` leaves it as the page or the recording has it.
  let latency: Latency?
  /// As it was written.
  let text: String

  init(_ text: String) throws {
    self.text = text
    if text == "page" {
      latency = nil
      return
    }
    if text.hasPrefix("x"), let factor = WrittenNumber.real(text.dropFirst(), in: 0...1000) {
      latency = .times(factor)
      return
    }
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
      .map { end in
        end.hasSuffix("ms") ? WrittenNumber.whole(end.dropLast(2), in: 0...Latency.maxTime) : nil
      }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else {
      throw ValidationError(
        "expected page, a factor such as x2, or a range such as 400ms..2500ms, at most an hour")
    }
    latency = .range(low...high)
  }
}

extension CopyForm {
  /// A setting in this form, divided by `mobileScaling` where it says percentages; a text for each height of viewports.
  func text(
    _ settings: LazyLoadingSettings, _ viewports: [Size], mobileScaling: Double
  ) throws(CommandError) -> String {
    let heights = Set(viewports.map(\.height)).sorted().filter { $0 > 0 }
    guard self == .googletag else {
      return (text(settings, viewport: Size(width: 0, height: 0)) ?? "") + "\n"
    }
    guard !heights.isEmpty else {
      throw .data("--export gpt: no session has a viewport with a height to take percentages of")
    }
    let scaled =
      (try? settings.applying(LazyLoadingChange(mobileScaling: mobileScaling))) ?? settings
    var text = heights.compactMap { height in
      let width = viewports.first { $0.height == height }?.width ?? 0
      return self.text(scaled, viewport: Size(width: width, height: height))
    }.joined(separator: "\n")
    if heights.count > 1 {
      text =
        "// The sessions have viewports of \(heights.count) heights: the same points are other percentages of each.\n"
        + text
    }
    return text + "\n"
  }
}
