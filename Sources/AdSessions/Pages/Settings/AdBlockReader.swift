import AdEngine
import AdRendering
import AdSimulation

/// Reads a slot from the YAML of an `ad` block.
struct AdBlockReader {
  private(set) var slot: DeclaredSlot
  /// The `id` that the block gives, and its line.
  private(set) var id: (name: String, line: Int)?

  /// Reads a block whose fence is line `line` of the file; `nil` when it cannot be a slot.
  init?(_ yaml: String, line: Int, sizes: BannerSizes, _ problems: inout Problems) {
    guard
      let entries = YAMLMap.entries(
        of: yaml, line: line + 1, in: "ad block", atMost: YAMLMap.maxAdBlockLength,
        &problems)
    else { return nil }
    var keys = KeyReader(entries, place: "ad block", line: line)
    guard let unit = keys.entry("unit"), let name = unit.value.text, !name.isEmpty else {
      problems.add("ad block: expected a unit, as in `unit: div-gpt-ad-mobile_1`", line: line)
      // Who wrote the names of the Swift API has more of them.
      keys.reportNames(&problems, others: Self.namesInSwift)
      return nil
    }
    slot = DeclaredSlot(name: "", WebAdView(adUnitId: name.scrubbed), line: line)
    if let entry = keys.entry("id") {
      if let name = entry.value.text, !name.isEmpty {
        id = (name.scrubbed, entry.value.line)
      } else {
        problems.add(
          "ad block: id \(entry.value.quoted): expected a text", line: entry.value.line)
      }
    }
    slot.isBeside = keys.value("beside", expected: "true or false", &problems, \.bool) ?? false
    readSizes(&keys, sizes, &problems)
    readLabel(&keys, &problems)
    readTargeting(&keys, &problems)
    if let renewal: AdRenewal = keys.choice("renew", &problems) { slot.renewal = renewal }
    slot.lazyLoading = LazyLoadingOverride(reading: &keys, &problems)
    slot.creative = CreativeReader.read(&keys, &problems)
    keys.reportUnknownKeys(&problems, others: Self.namesInSwift)
  }

  /// The names of the SDK's Swift API, with what a page writes.
  static let namesInSwift = [
    "adUnitId": "unit: div-gpt-ad-mobile_1", "initialWidth": "size: 300x_",
    "initialHeight": "size: _x250", "minWidth": "min: 200x_", "maxWidth": "max: 400x_",
    "minHeight": "min: _x100", "maxHeight": "max: _x600", "showAdLabel": "label: true",
    "adLabelText": "label: Annonce", "adLabelFont": "font: bold 10",
    "customTargeting": "targeting: { section: news }",
    "customTargetingParams": "targeting: { section: news }",
    "fetchThreshold": "lazyLoad: { fetchThreshold: 800 }",
    "displayThreshold": "lazyLoad: { displayThreshold: 200 }",
    "unloadThreshold": "lazyLoad: { unloadThreshold: 1600 }",
    "unloadingEnabled": "lazyLoad: { unloadingEnabled: true }",
  ]

  private mutating func readSizes(
    _ keys: inout KeyReader, _ names: BannerSizes, _ problems: inout Problems
  ) {
    func size(_ key: String) -> OpenSize? {
      keys.value(key, expected: Measures.size, &problems) { $0.text.flatMap(Measures.openSize) }
    }
    let requested = keys.value("size", expected: Measures.size, &problems) { value in
      value.text.flatMap { text in
        if let size = Measures.openSize(text) { return size }
        let named = names.size(forInlineBannerSize: text)
        return named.isPlausible ? OpenSize(width: named.width, height: named.height) : nil
      }
    }
    let least = size("min")
    var greatest = size("max")
    let line = keys.entry("max")?.value.line ?? slot.line
    if let low = least?.width, let high = greatest?.width, low > high {
      problems.add(
        "ad block: max width \(brief(high)): expected at least the min width, \(brief(low))",
        line: line)
      greatest?.width = nil
    }
    if let low = least?.height, let high = greatest?.height, low > high {
      problems.add(
        "ad block: max height \(brief(high)): expected at least the min height, \(brief(low))",
        line: line)
      greatest?.height = nil
    }
    slot.ad = WebAdView(
      adUnitId: slot.ad.adUnitId,
      initialWidth: requested?.width ?? 320, initialHeight: requested?.height ?? 320,
      minWidth: least?.width, maxWidth: greatest?.width,
      minHeight: least?.height, maxHeight: greatest?.height)
    slot.ad.constraints.overflow = keys.choice("overflow", &problems) ?? .clamp
    slot.ad.constraints.placeholder = keys.choice("placeholder", &problems) ?? .delivered
  }

  private mutating func readLabel(_ keys: inout KeyReader, _ problems: inout Problems) {
    let label = keys.value("label", expected: "true, false or a text", &problems) { value in
      value.bool.map { $0 ? DemoPublisher.label : "" } ?? value.text
    }
    let font = keys.value("font", expected: Self.fonts, &problems) { $0.text.flatMap(Self.font) }
    slot.ad.label = label.flatMap { text in
      text.isEmpty ? nil : WebAdView.Label(text.scrubbed, font: font ?? .bold10)
    }
  }

  private static let fonts =
    LabelFont.presets.map(\.name).joined(separator: ", ")
    + ", or `system SIZE WEIGHT` with a size of 1 to 100"

  /// A font by its name: a family with a size and a weight, such as `bold 10` or `system 20 light`.
  private static func font(_ name: String) -> LabelFont? {
    let words = name.split(separator: " ")
    let weight = words.count > 1 ? LabelFont.Weight(rawValue: String(words[words.count - 1])) : nil
    switch words.first {
    case "caption":
      return words.count == 1
        ? .caption : words.count == 2 ? weight.map { .caption(weight: $0) } : nil
    case "system" where words.count == 2 || words.count == 3 && weight != nil:
      return WrittenNumber.real(words[1], in: 1...100).map {
        .system(size: $0, weight: weight ?? .regular)
      }
    case "bold" where words.count == 2:
      return WrittenNumber.real(words[1], in: 1...100).map { .system(size: $0, weight: .bold) }
    default: return nil
    }
  }

  private mutating func readTargeting(_ keys: inout KeyReader, _ problems: inout Problems) {
    let entries = keys.value(
      "targeting", expected: "a map of texts or lists of texts", &problems
    ) { value in
      if case .map(let entries) = value.content { entries } else { nil }
    }
    for entry in entries ?? [] {
      guard !entry.value.isNull, let values = entry.value.texts else {
        problems.add(
          "ad block: targeting \(entry.key.quoted): expected a text or a list of texts",
          line: entry.line)
        continue
      }
      guard !values.isEmpty else {
        problems.add(
          "ad block: \(TargetingProblem.emptyList(key: entry.key))", line: entry.line)
        continue
      }
      slot.ad.targeting.set(entry.key, to: values)
    }
  }

  /// A number of points without a needless fraction.
  private func brief(_ points: Double) -> String {
    points == points.rounded() ? String(Int(points)) : String(points)
  }
}
