import AdEngine
import AdRendering
import AdSimulation

struct AdBlockReader {
  private(set) var slot: DeclaredSlot
  private(set) var id: (name: String, line: Int)?

  /// Reads a block whose fence is line `line` of the file; `nil` when it cannot be a slot.
  init?(_ yaml: String, line: Int, sizes: NamedSizes, _ problems: Problems) {
    let entries = YAMLMap.entries(
      of: yaml, line: line + 1, in: "ad block", atMost: YAMLMap.maxAdBlockLength, problems)
    guard let entries else { return nil }
    let keys = KeyReader(entries, place: "ad block", line: line, problems)
    guard let unit = keys.entry("unit"), let name = unit.value.text, !name.isEmpty else {
      keys.report("expected a unit, as in `unit: div-gpt-ad-mobile_1`")
      // Who wrote the names of the Swift API has more of them.
      keys.reportNames(others: Self.namesInSwift)
      return nil
    }
    slot = DeclaredSlot(name: "", WebAdView(adUnitId: name.scrubbed), line: line)
    id = keys.value("id", expected: "a text") { value in
      value.text.flatMap { $0.isEmpty ? nil : ($0.scrubbed, value.line) }
    }
    slot.isBeside = keys.flag("beside") ?? false
    slot.position = keys.choice("position") ?? .flow
    readSizes(keys, sizes)
    readLabel(keys)
    readTargeting(keys)
    slot.renewal = keys.choice("renew") ?? slot.renewal
    slot.refresh = RefreshInterval.read(keys)
    slot.lazyLoading = LazyLoadingOverride(reading: keys)
    slot.creative = CreativeReader.read(keys)
    keys.reportUnknownKeys(others: Self.namesInSwift)
    guard slot.position.isAnchor else { return }
    // What says something about an ad's place on the page.
    let idle = Set(
      "size sizes min max overflow placeholder collapse label font beside lazyLoad refresh renew"
        .split(separator: " ").map(String.init))
    let written = entries.map(\.key).filter(idle.contains)
    guard !written.isEmpty else { return }
    keys.report(
      "position \(slot.position.rawValue): an anchor ad is as high as a screen banner and loads at once: expected no \(written.listed(with: "or"))"
    )
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
    "collapseEmptyDivs": "collapse: empty", "collapseDiv": "collapse: empty",
    "sizeMapping": "sizes: { 768x0: [728x90] }", "sticky": "position: sticky",
    "anchor": "position: bottom",
  ]

  private mutating func readSizes(_ keys: KeyReader, _ sizes: NamedSizes) {
    var listed: [SlotSizes.AdSize]?
    let requested = keys.value("size", expected: sizes.expected) { value -> OpenSize? in
      if let text = value.text {
        let named = sizes.size(text)
        let size =
          named.isPlausible
          ? OpenSize(width: named.width, height: named.height) : Measures.openSize(text)
        if size != nil { slot.sizeName = text }
        if size != nil { return size }
      }
      listed = SlotSizes.list(value) ?? value.text.flatMap(SlotSizes.AdSize.init).map { [$0] }
      return listed?.isEmpty == false ? OpenSize() : nil
    }
    slot.sizes = SlotSizes(reading: keys, otherwise: listed)
    var least = keys.text("min", expected: Measures.size, Measures.openSize)
    var greatest = keys.text("max", expected: Measures.size, Measures.openSize)
    if slot.position == .sticky, least?.height == nil {
      least = OpenSize(width: least?.width, height: Self.stickyHeight)
    }
    let line = keys.entry("max")?.value.line
    for (side, path) in [("width", \OpenSize.width), ("height", \OpenSize.height)] {
      guard let low = least?[keyPath: path], let high = greatest?[keyPath: path], low > high
      else { continue }
      let (min, max) = (JSONText.number(low).json, JSONText.number(high).json)
      keys.report("max \(side) \(max): expected at least the min \(side), \(min)", line: line)
      greatest?[keyPath: path] = nil
    }
    slot.ad = WebAdView(
      adUnitId: slot.ad.adUnitId,
      initialWidth: requested?.width ?? 320, initialHeight: requested?.height ?? 320,
      minWidth: least?.width, maxWidth: greatest?.width,
      minHeight: least?.height, maxHeight: greatest?.height)
    slot.ad.constraints.overflow = keys.choice("overflow") ?? .preferFullAd
    slot.ad.constraints.placeholder = keys.choice("placeholder") ?? .delivered
    slot.ad.constraints.collapse = keys.choice("collapse") ?? .never
  }

  private mutating func readLabel(_ keys: KeyReader) {
    let label = keys.value("label", expected: "true, false or a text") { value in
      value.bool.map { $0 ? DemoPublisher.label : "" } ?? value.text
    }
    let font = keys.text("font", expected: Self.fonts, Self.font)
    slot.ad.label = label.flatMap { text in
      text.isEmpty ? nil : WebAdView.Label(text.asDrawn, font: font ?? .bold10)
    }
  }

  /// The height of the box of a sticky ad that says nothing of it, in points.
  private static let stickyHeight = 600.0

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

  private mutating func readTargeting(_ keys: KeyReader) {
    let expected = "a map of texts or lists of texts"
    for entry in keys.value("targeting", expected: expected, \.entries) ?? [] {
      guard !entry.value.isNull, let values = entry.value.texts else {
        keys.report(
          "targeting \(entry.key.quoted): expected a text or a list of texts", line: entry.line)
        continue
      }
      guard !values.isEmpty else {
        keys.report("\(TargetingProblem.emptyList(key: entry.key))", line: entry.line)
        continue
      }
      slot.ad.targeting.set(entry.key, to: values)
    }
  }
}

/// The sizes that the `ad` blocks of a page can name (`S3.26`).
struct NamedSizes {
  /// The size of a name, in points; zero for an unknown name.
  let size: (String) -> Size
  /// What a sentence says is expected of a size.
  let expected: String
}
