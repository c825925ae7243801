internal import AdEngine

/// Thresholds that others use, to start from.
struct ThresholdPreset: Hashable, Sendable {
  let name: String
  let fetch, display: Double
  let unit: ThresholdUnit

  /// The presets there are (GPT, "Lazy loading", November 2026; guardian/frontend #25055, May 2022; Texture's
  /// `ASAbstractLayoutController`; `S0.49`–`S0.51`).
  static let all = [
    ThresholdPreset(name: "the SDK's defaults", fetch: 800, display: 200, unit: .points),
    ThresholdPreset(name: "GPT's own example", fetch: 500, display: 200, unit: .percent),
    ThresholdPreset(name: "Texture, full range", fetch: 250, display: 100, unit: .percent),
    ThresholdPreset(name: "the Guardian's 20%", fetch: 20, display: 20, unit: .percent),
    ThresholdPreset(name: "when it comes into view", fetch: 0, display: 0, unit: .points),
  ]

  /// The preset in words: `500% and 200%`.
  var words: String { "\(unit.words(fetch)) and \(unit.words(display))" }

  /// These settings with the preset's thresholds; unloading stays as it is.
  func applied(to settings: LazyLoadingSettings) -> LazyLoadingSettings {
    let change = LazyLoadingChange(
      fetchThreshold: Threshold(unit.threshold(fetch)),
      displayThreshold: Threshold(unit.threshold(display)))
    return (try? settings.applying(change)) ?? settings
  }
}
