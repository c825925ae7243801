public import AdEngine
public import AdSimulation

/// What a page's front matter says about the world its ads live in.
public struct PageSettings: Hashable, Sendable {
  /// The lazy-loading settings; `nil` for `lazyLoad: off`.
  public var lazyLoading: LazyLoadingSettings? = .standard
  /// How the simulated ad server behaves.
  public var adServer = AdServerSettings()
  /// The ad at the bottom of the screen, if there is one.
  public var screenBanner: ScreenAd?
  /// The ad that is shown on the way to the next page, if there is one.
  public var interstitial: ScreenAd?
  /// What loading an ad needs.
  public var consent = ConsentSettings()
  /// The URL of the ad template (`S0.89`); by default the one of `S1.15`.
  public var template =
    "https://adops.stepdev.dk/wp-content/ad-template.html?didomi-disable-notice=true"
  /// The targeting keys that are configured in the ad server (`S0.26`); `nil` when the page does not say.
  public var knownTargeting: [String]?

  /// Makes the settings of a page that says nothing.
  public init() {}
}

/// What a page needs of the person's choice before its ads load.
public struct ConsentSettings: Hashable, Sendable {
  /// The rule by which the choice is applied; default strict.
  public var policy = ConsentPolicy.strict
  /// The purposes and vendors of the TCF that must be granted.
  public var needed = TCFRequirement()

  /// Makes the default settings.
  public init() {}
}
