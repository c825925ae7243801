package import AdEngine
package import AdSimulation

/// What a page's front matter says about the world its ads live in.
package struct PageSettings: Hashable, Sendable {
  /// The screen that the page is opened on unless another one is asked for, in points.
  package var viewport = standardViewport
  /// The lazy-loading settings; `nil` for `lazyLoad: off`.
  package var lazyLoading: LazyLoadingSettings? = .standard
  package var adServer = AdServerSettings()
  package var screenBanner: ScreenAd?
  package var interstitial: ScreenAd?
  /// What loading an ad needs.
  package var consent = ConsentSettings()
  /// The URL of the ad template (`S0.89`); by default the one of `S1.15`.
  package var template = DemoPublisher.adTemplate.text
  /// How long an ad must be half in view to count as impressed, in milliseconds (D49).
  package var impressionDelay: Int64 = 0
  /// After how many milliseconds viewable ads are refreshed, unless their block says otherwise; `nil` for never.
  var refresh: Int64?
  /// How many viewports away slots are taken out of the page, until they come nearer; `nil` for never.
  package var recycling: Double?
  /// Whether the scroll position is adjusted when an ad above the viewport changes its height.
  package var scrollAnchoring = true
  /// How the web views of ads are set up (`S0.90`).
  package var webView = WebViewConfiguration()
  /// The targeting keys that are configured in the ad server (`S0.26`); `nil` when the page does not say.
  package var knownTargeting: [String]?

  /// The viewport of a page that names none, in points: that of an iPhone 14, held upright.
  package static let standardViewport = Size(width: 390, height: 844)

  /// What a banner at the bottom of the screen leaves of ``viewport``, in points.
  package var openingViewport: Size {
    Size(width: viewport.width, height: max(0, viewport.height - (screenBanner?.size.height ?? 0)))
  }

  package init() {}

  /// The ads that stand in no slot.
  package var screenAds: [ScreenAd] { [screenBanner, interstitial].compactMap { $0 } }
}

/// What a page needs of the user's choice before its ads load.
package struct ConsentSettings: Hashable, Sendable {
  /// The rule by which the choice is applied; default strict.
  package var policy = ConsentPolicy.strict
  /// The purposes and vendors of the TCF that must be granted.
  package var needed = TCFRequirement()
}
