internal import AdEngine
import AdRendering

/// A threshold in words: `fetch 900`, `display 100 pt`, `unload 150%`, `unload off`, `fetch behind 200`,
/// `fetch after 300 ms`, `horizontal margin 100`, `mobile scaling 1.5`, `400/200` with or without `compare` before it.
enum ThresholdOrder: Hashable, Sendable {
  /// Set a threshold to so much of a unit; the unload threshold switches unloading on, as `--unload` does.
  case distance(ThresholdKind, Double, ThresholdUnit)
  /// Set fetch and display to so many points each.
  case pair(fetch: Double, display: Double)
  /// Set the side of a threshold that lies behind the direction of travel; what is ahead stays.
  case behind(ThresholdKind, Double, ThresholdUnit)
  /// Change a single setting that is no threshold.
  case change(LazyLoadingChange)

  init?(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    if let pair = Self.pair(words.first == "compare" ? words.dropFirst() : words[...]) {
      self = pair
      return
    }
    if words.count >= 3, let order = Self(words.prefix(2), of: words.dropFirst(2)) {
      self = order
      return
    }
    guard let kind = words.first.flatMap({ ThresholdKind(rawValue: String($0)) }) else {
      return nil
    }
    let value = words.dropFirst().joined(separator: " ")
    switch (kind, value) {
    case (.unload, "on"): self = .change(LazyLoadingChange(unloadingEnabled: true))
    case (.unload, "off"): self = .change(LazyLoadingChange(unloadingEnabled: false))
    case (.fetch, _) where value.hasPrefix("after "):
      guard let time = Self.milliseconds(value.dropFirst(6)) else { return nil }
      self = .change(LazyLoadingChange(fetchAfter: time))
    case (_, _) where value.hasPrefix("behind "):
      guard let (number, unit) = Self.measure(String(value.dropFirst(7))) else { return nil }
      self = .behind(kind, number, unit)
    default:
      guard let (number, unit) = Self.measure(value) else { return nil }
      self = .distance(kind, number, unit)
    }
  }

  /// Reads what goes with the thresholds, by its two words; `nil` when they name nothing of that.
  private init?(_ words: ArraySlice<Substring>, of value: ArraySlice<Substring>) {
    let value = value.joined(separator: " ")
    switch words.joined(separator: " ") {
    case "horizontal margin":
      guard let (number, unit) = Self.measure(value), unit == .points else { return nil }
      self = .change(LazyLoadingChange(horizontalMargin: number))
    case "mobile scaling":
      guard let number = Self.number(value[...]), number > 0 else { return nil }
      self = .change(LazyLoadingChange(mobileScaling: number))
    default: return nil
    }
  }

  private static func pair(_ words: ArraySlice<Substring>) -> ThresholdOrder? {
    let numbers = words.joined(separator: " ")
      .split(separator: "/", omittingEmptySubsequences: false).map(number)
    guard numbers.count == 2, let fetch = numbers[0], let display = numbers[1], display <= fetch
    else { return nil }
    return .pair(fetch: fetch, display: display)
  }

  /// A number with or without a unit behind it; without one it is points.
  private static func measure(_ text: String) -> (Double, ThresholdUnit)? {
    let end = text.firstIndex { !$0.isASCIIDigit && $0 != "." } ?? text.endIndex
    let rest = text[end...].drop { $0 == " " }
    guard let number = number(text[..<end]),
      let unit = rest.isEmpty
        ? .points : ThresholdUnit.allCases.first(where: { $0.words.contains(String(rest)) })
    else { return nil }
    return (number, unit)
  }

  /// A whole number with or without its unit behind it.
  private static func milliseconds(_ text: Substring) -> Int64? {
    let digits = text.prefix(while: \.isASCIIDigit)
    guard ["", "ms"].contains(text[digits.endIndex...].drop { $0 == " " }) else { return nil }
    return number(digits).map { Int64($0) }
  }

  /// A plain number: digits, and at most one point among them.
  private static func number(_ text: Substring) -> Double? {
    guard text.count <= 9, text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true else {
      return nil
    }
    return WrittenNumber.real(text)
  }

  var name: String {
    switch self {
    case .distance(let kind, let number, .points)
    where number > LazyLoadingSettings.maxThreshold:
      "\(kind.rawValue) threshold to \(LazyLoadingSettings.maxThreshold.points) pt, the most that can be set"
    case .distance(let kind, let number, let unit):
      (kind == .unload ? "unload beyond " : "\(kind.rawValue) threshold to ") + unit.words(number)
    case .pair(let fetch, let display):
      "fetch threshold to \(fetch.points) pt and display to \(display.points) pt, compared with now"
    case .behind(let kind, let number, let unit):
      "\(kind.rawValue) threshold behind to " + unit.words(number)
    case .change(let change):
      [
        change.fetchAfter.map { "fetch after \($0) ms in the fetch zone" },
        change.horizontalMargin.map { "horizontal margin of the thresholds to \($0.points) pt" },
        change.mobileScaling.map { "percentages × \($0.points) on a phone" },
        change.unloadingEnabled.map { "switch unloading \($0 ? "on" : "off")" },
      ].compactMap(\.self).joined()
    }
  }
}

extension ThresholdUnit {
  fileprivate var words: [String] {
    switch self {
    case .points: ["pt", "points"]
    case .percent: ["%", "percent"]
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
