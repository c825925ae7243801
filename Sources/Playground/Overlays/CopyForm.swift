package import AdEngine
internal import AdRendering
internal import AdSessions

/// A form in which the thresholds can be taken to where they are needed.
package enum CopyForm: String, CaseIterable, Sendable {
  /// The modifier of the iOS SDK.
  case swift
  /// The settings of Google Publisher Tag.
  case googletag = "gpt"
  /// The root margins of a page that observes its boxes itself.
  case observer
  /// The settings of a page or a session.
  case json

  var command: Command {
    switch self {
    case .swift: .copySwift
    case .googletag: .copyGoogletag
    case .observer: .copyObserver
    case .json: .copyJSON
    }
  }

  var name: String {
    switch self {
    case .swift: "Swift"
    case .googletag: "googletag"
    case .observer: "IntersectionObserver"
    case .json: "JSON"
    }
  }

  /// `nil` when it cannot say them: Swift (`S0.61`–`S0.64`) knows points, GPT percent of the viewport's height.
  package func text(_ settings: LazyLoadingSettings, viewport: Size) -> String? {
    switch self {
    case .swift:
      let distances = settings.distances(in: viewport)
      func points(_ distance: Double) -> String {
        distance < .greatestFiniteMagnitude
          ? JSONText.number(distance).json : ".greatestFiniteMagnitude"
      }
      let fetch = points(distances.fetch)
      let display = points(distances.display)
      let unload = points(settings.distance(of: settings.unloadThreshold.ahead, in: viewport))
      return ".lazyLoadAd(fetchThreshold: \(fetch), displayThreshold: \(display),"
        + " unloadThreshold: \(unload), unloadingEnabled: \(settings.unloadingEnabled))"
    case .googletag: return googletag(settings, viewport)
    case .observer: return observer(settings, viewport)
    case .json:
      return JSONText.object(LazyLoadingChange(recording: settings, over: .standard).fields).json
    }
  }

  /// Like Google Publisher Tag, an observer knows no direction of travel.
  private func observer(_ settings: LazyLoadingSettings, _ viewport: Size) -> String {
    let scaling = LazyLoadingSettings.isPhone(viewport) ? settings.mobileScaling : 1
    func margin(_ threshold: Threshold) -> String {
      let side =
        switch threshold.ahead {
        case .points(let points): "\(JSONText.number(points).json)px"
        case .percent(let percent): "\(JSONText.number(percent * scaling).json)%"
        case .unlimited: "9999999px"
        }
      return "\"\(side) \(JSONText.number(settings.horizontalMargin).json)px\""
    }
    return """
      // The rootMargin of the IntersectionObserver that requests an ad,
      // and of the one that shows it.
      const fetchMargin = \(margin(settings.fetchThreshold));
      const displayMargin = \(margin(settings.displayThreshold));
      """
  }

  private func googletag(_ settings: LazyLoadingSettings, _ viewport: Size) -> String? {
    // Google Publisher Tag knows no sides.
    let (fetch, display) = (settings.fetchThreshold.ahead, settings.displayThreshold.ahead)
    let scaling = settings.mobileScaling
    let one = (LazyLoadingSettings.isPhone(viewport) ? scaling : 1) * viewport.height / 100
    let isScaled = LazyLoadingSettings.isPhone(viewport) && scaling != 1
    func percent(_ side: Threshold.Side) -> String? {
      switch side {
      case .points(let points): one > 0 ? (points / one).points : nil
      case .percent(let percent): JSONText.number(percent).json
      case .unlimited: "null"
      }
    }
    guard let fetchMargin = percent(fetch), let renderMargin = percent(display) else { return nil }
    let points = [fetch, display].filter { if case .points = $0 { true } else { false } }
    let source =
      points.isEmpty
      ? ""
      : "// \(points.map { "\(Threshold($0).notation) pt" }.joined(separator: " and ")) in % of a viewport of"
        + " \(viewport.height.points) pt\(isScaled ? ", times mobileScaling" : "").\n"
    return source + """
      googletag.setConfig({
        lazyLoad: {
          fetchMarginPercent: \(fetchMargin),
          renderMarginPercent: \(renderMargin),
          mobileScaling: \(JSONText.number(scaling).json),
        },\(settings.requests == .single ? "\n  singleRequest: true," : "")
      });
      """
  }
}
