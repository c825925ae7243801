public import AdEngine

/// A page with ads that is written in Swift, as the SDK guide writes a screen (`S0.58`, `S0.75`).
///
///     Page("Demo") {
///       WebAdView(adUnitId: "div-gpt-ad-mobile_1").showAdLabel(true)
///       Text("Article Content")
///     }
///     .lazyLoadAd()
///
/// It holds what an engine of your app begins with, ``ads`` and ``lazyLoading``, and is written as a page that `adview`
/// opens, ``markdown``.
public struct Page: Hashable, Sendable {
  /// The title; empty if there is none.
  public private(set) var title: String
  /// What stands on the page, from its top on.
  public let elements: [PageElement]
  /// The settings for all ads of the page; `nil` without `lazyLoadAd`: every ad loads at once (D15).
  public private(set) var lazyLoading: LazyLoadingSettings?
  private var refusal: LazyLoadingError?

  /// Makes a page of its elements.
  public init(_ title: String = "", @PageBuilder _ elements: () -> [PageElement]) {
    self.title = title
    self.elements = elements()
  }

  /// The page under another title.
  public func navigationTitle(_ title: String) -> Page {
    var page = self
    page.title = title
    return page
  }

  /// Turns lazy loading on for all ads of the page, with these thresholds: a number is points, `.percent(200)` two viewports
  /// (`S0.61`–`S0.64`, D38).
  ///
  /// Distances that the rules refuse (0 ≤ display ≤ fetch, all finite; D20) change nothing but what ``problems`` says.
  public func lazyLoadAd(
    fetchThreshold: Threshold = LazyLoadingSettings.standard.fetchThreshold,
    displayThreshold: Threshold = LazyLoadingSettings.standard.displayThreshold,
    unloadThreshold: Threshold = LazyLoadingSettings.standard.unloadThreshold,
    unloadingEnabled: Bool = false
  ) -> Page {
    var page = self
    do {
      page.lazyLoading = try LazyLoadingSettings(
        fetchThreshold: fetchThreshold, displayThreshold: displayThreshold,
        unloadThreshold: unloadThreshold, unloadingEnabled: unloadingEnabled)
    } catch {
      page.lazyLoading = lazyLoading ?? .standard
      page.refusal = error
    }
    return page
  }

  /// The places for ads, from the top of the page on.
  public var ads: [WebAdView] {
    elements.compactMap { if case .ad(let ad) = $0 { ad } else { nil } }
  }

  /// What could not be kept, one sentence each: bounds that cross, and distances that are refused.
  public var problems: [String] {
    let bounds = ads.enumerated().compactMap { number, ad in
      ad.problem.map { "ad \(number + 1): \($0): the bounds are left out" }
    }
    return bounds + (refusal.map { ["lazyLoadAd: \($0)"] } ?? [])
  }

  /// The page in Markdown, as `adview` reads it: the same text, the same ads.
  public var markdown: String { MarkdownWriter.page(self) }
}
