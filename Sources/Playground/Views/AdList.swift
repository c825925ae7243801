internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// The requested ads of the page with their fingerprints and renderers.
struct AdList {
  /// The number of ads that are listed; of more only the count is shown.
  private static let maxAds = 50

  let section: PluginsOverlay.Section

  init(_ model: Model) {
    let asked = model.top.page.slots.indices.compactMap { slot in
      model.engine.status(of: SlotID(slot)).flatMap { $0.generation > 0 ? $0 : nil }
    }
    var lines = asked.prefix(Self.maxAds).map { Self.line($0, model) }
    lines += model.top.screenAds.all.filter { $0.askedAt != nil }.map(Self.line)
    if lines.isEmpty { lines.append(OverlayLine("none was asked for yet")) }
    if asked.count > Self.maxAds { lines.append(OverlayLine("…, \(asked.count) slots have ads")) }
    section = PluginsOverlay.Section(
      title: "ads of this page: fingerprint, unit, renderer", lines: lines)
  }

  private static func isAnswered(_ state: AdViewState) -> Bool {
    state != .uninitialized && state != .loading
  }

  private static func line(_ status: SlotStatus, _ model: Model) -> OverlayLine {
    let settings = model.top.page.slots[status.id.rawValue]
    let unit = settings.ad.adUnitId
    let world = model.visit.creativeWorld()
    let config = world.config(of: status.id, unit: unit, generation: status.generation)
    var rendering: PluginAd?
    if isAnswered(status.adState) {
      rendering =
        !world.usesPlugins
        ? world.rendering(for: status.id, unit: unit, generation: status.generation)
        : world.rendering(for: status.id, generation: status.generation)
    }
    return line(config, settings.shortUnit, status.adState, rendering)
  }

  private static func line(_ ad: OpenScreenAd) -> OverlayLine {
    let config = AdUnitConfig(
      ad.id, unit: ad.settings.unit, requested: ad.settings.size, generation: ad.generation,
      type: ad.settings.type)
    return line(config, ad.settings.unit.withoutCommonPrefix, ad.state, ad.rendering)
  }

  private static func line(
    _ config: AdUnitConfig, _ unit: String, _ state: AdViewState, _ rendering: PluginAd?
  ) -> OverlayLine {
    let words =
      switch (state, rendering) {
      case (.uninitialized, _): "held back"
      case (.loading, _): "no answer yet"
      case (_, nil): "nothing came back"
      case (_, let rendering?):
        if let error = rendering.error {
          "no ad: \(error)"
        } else if let choice = rendering.choices.last, choice.isFallback {
          "falls back to \(choice.identity): \(choice.reason)"
        } else {
          rendering.choices.last.map { "\($0.identity)" } ?? "by \(rendering.provider)"
        }
      }
    return OverlayLine("\(config.fingerprint)  \(unit)  \(words)")
  }
}
