import AdEngine
public import AdRendering

/// Tests a plug-in against the contract of `AdPlugin`.
public struct PluginConformance {
  private let timeline: AdTimeline
  private let unit: String
  private let inlineBannerSize: String
  private let makePlugin: () -> any AdPlugin

  /// Creates a kit.
  ///
  /// - Parameters:
  ///   - timeline: The time that the plug-ins use.
  ///   - unit: An ad unit for which the plug-ins find an ad.
  ///   - inlineBannerSize: The name of a size that the plug-ins know.
  ///   - makePlugin: Creates a plug-in; it is called for each check.
  public init(
    timeline: AdTimeline, unit: String = "unit", inlineBannerSize: String = "BANNER",
    makePlugin: @escaping () -> any AdPlugin
  ) {
    self.timeline = timeline
    self.unit = unit
    self.inlineBannerSize = inlineBannerSize
    self.makePlugin = makePlugin
  }

  /// Runs all checks and returns the violations; none for a plug-in that keeps its contract.
  public func findings() -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    let plugin = makePlugin()
    findings.note(.identity, "the provider has no name", if: plugin.providerName().isEmpty)
    findings.note(
      .sizes, "an unknown name of a size has an extent",
      if: plugin.size(forInlineBannerSize: "no such size \(unit)") != .zero)
    findings.note(
      .sizes, "\(inlineBannerSize) has no extent",
      if: !plugin.size(forInlineBannerSize: inlineBannerSize).isPlausible)
    for type in AdType.allCases {
      let config =
        type == .inlineBanner
        ? AdConfig(unit: unit, inlineBannerSize: inlineBannerSize)
        : AdConfig(unit: unit, type: type)
      check(config, &findings)
    }
    return findings
  }

  private func check(_ config: AdConfig, _ findings: inout [ConformanceFinding]) {
    let screen = KitScreen()
    let host = AdHost(config, plugin: makePlugin(), parent: screen)
    host.load()
    findings.note(
      .sizes, "an ad that loads has a size", if: host.size != .zero && host.state == .loading)
    runUntilIdle()
    findings.note(violations(host))
    guard host.state == .loaded else {
      findings.note(.oneAnswer, "the ad is \(host.state.rawValue) when its time is over")
      return
    }
    if config.type == .interstitial {
      findings.note(.sizes, "an interstitial has the size of a banner", if: host.size != .zero)
      findings.note(
        .presentation, "the interstitial is not shown",
        if: !host.showInterstitial() || host.state != .impressed)
    } else {
      findings.note(.content, "a banner was loaded without a view", if: host.view == nil)
      findings.note(.sizes, "a banner that is loaded has no size", if: !host.size.isPlausible)
      host.reportVisibility(1)
      let reason = host.presentationError.map { ": \($0)" } ?? ""
      findings.note(.presentation, "the banner is not shown\(reason)", if: host.state != .impressed)
    }
    host.click()
    host.close()
    runUntilIdle()
    findings.note(violations(host))
    // A second load cancels the first, whose presenter must be silent.
    let steps = host.flow.count
    host.load()
    host.load()
    runUntilIdle()
    for step in host.flow.dropFirst(steps) where step == .violation(.stale) {
      findings.note(.end, "a presenter that was given up still answers")
    }
  }

  private func runUntilIdle() {
    timeline.runUntilIdle(until: timeline.now + 2 * RenderedAds.loadLimit)
  }

  private func violations(_ host: AdHost) -> [ConformanceFinding] {
    host.flow.compactMap { step in
      guard step.caller == .plugin, case .violation(let violation) = step else { return nil }
      return switch violation {
      case .adLoaded, .adLoadFailed: ConformanceFinding(.oneAnswer, violation.description)
      case .adFailedToPresent: ConformanceFinding(.presentation, violation.description)
      case .stale: ConformanceFinding(.end, violation.description)
      case .state, .show, .click: ConformanceFinding(.states, violation.description)
      }
    }
  }
}

/// A screen of a phone.
private final class KitScreen: AdParent { let screenSize = Size(width: 384, height: 780) }
