package import AdEngine
internal import AdRendering
internal import AdSessions

/// A form in which the thresholds can be taken to where they are needed.
package enum CopyForm: CaseIterable, Hashable, Sendable {
  /// The modifier of the iOS SDK.
  case swift
  /// The settings of Google Publisher Tag.
  case googletag
  /// The settings of a page or a session.
  case json

  /// The command that copies in this form.
  var command: Command {
    switch self {
    case .swift: .copySwift
    case .googletag: .copyGoogletag
    case .json: .copyJSON
    }
  }

  /// The form in a word or two.
  var name: String {
    switch self {
    case .swift: "Swift"
    case .googletag: "googletag settings"
    case .json: "JSON"
    }
  }

  /// The settings in this form; `nil` when they cannot be said in it.
  ///
  /// Swift takes the names of the modifier (`S0.61`–`S0.64`). Google Publisher Tag counts in percent of the viewport's
  /// height, so without a height there is no text; `mobileScaling` is 1, because these are the percentages of this very
  /// viewport.
  package func text(_ settings: LazyLoadingSettings, viewport: Size) -> String? {
    let fetch = JSONText.number(settings.fetchThreshold).json
    let display = JSONText.number(settings.displayThreshold).json
    let unload = JSONText.number(settings.unloadThreshold).json
    switch self {
    case .swift:
      return ".lazyLoadAd(fetchThreshold: \(fetch), displayThreshold: \(display),"
        + " unloadThreshold: \(unload), unloadingEnabled: \(settings.unloadingEnabled))"
    case .googletag:
      guard viewport.height > 0 else { return nil }
      func percent(_ points: Double) -> String { (points / viewport.height * 100).points }
      return """
        // \(fetch) pt and \(display) pt in % of a viewport of \(viewport.height.points) pt.
        googletag.setConfig({
          lazyLoad: {
            fetchMarginPercent: \(percent(settings.fetchThreshold)),
            renderMarginPercent: \(percent(settings.displayThreshold)),
            mobileScaling: 1,
          },
        });
        """
    case .json:
      return "{\"fetchThreshold\":\(fetch),\"displayThreshold\":\(display),"
        + "\"unloadThreshold\":\(unload),\"unloadingEnabled\":\(settings.unloadingEnabled)}"
    }
  }
}
