import AdEngine

/// Lets a page be written as a list of its elements.
@resultBuilder
package enum PageBuilder {
  package static func buildExpression(_ element: some PageElement) -> [any PageElement] {
    [element]
  }

  /// Elements one below the other.
  package static func buildBlock(_ parts: [any PageElement]...) -> [any PageElement] {
    parts.flatMap { $0 }
  }

  /// The elements of a loop.
  package static func buildArray(_ parts: [[any PageElement]]) -> [any PageElement] {
    parts.flatMap { $0 }
  }

  /// The elements of a condition, if it holds.
  package static func buildOptional(_ part: [any PageElement]?) -> [any PageElement] { part ?? [] }

  /// The elements of a choice where its first condition holds.
  package static func buildEither(first: [any PageElement]) -> [any PageElement] { first }

  /// The elements of a choice where its first condition does not hold.
  package static func buildEither(second: [any PageElement]) -> [any PageElement] { second }
}

extension Page {
  /// Makes a page of elements, as the SDK guide writes a screen; without ``lazyLoadAd(fetchThreshold:displayThreshold:unloadThreshold:unloadingEnabled:)``
  /// every ad loads at once (D15).
  ///
  ///     Page("Demo") {
  ///       WebAdView(adUnitId: "div-gpt-ad-mobile_1").showAdLabel(true)
  ///       Text("Article Content")
  ///     }
  ///     .lazyLoadAd()
  ///
  /// A page of elements has no file, so its digest is that of no bytes.
  package init(_ title: String, @PageBuilder _ elements: () -> [any PageElement]) {
    var draft = PageDraft()
    for element in elements() { element.add(to: &draft) }
    var settings = PageSettings()
    settings.lazyLoading = nil
    self.init(
      title: title.scrubbed, settings: settings, slots: draft.slots, document: draft.document,
      digest: PageDigest.hex([]))
  }

  /// Turns lazy loading on for all ads of the page, with these distances in points (`S0.61`–`S0.64`, D38).
  ///
  /// Distances that the rules refuse (0 ≤ display ≤ fetch, all finite; D20) change nothing but what ``problems`` says.
  package func lazyLoadAd(
    fetchThreshold: Double = 800,
    displayThreshold: Double = 200,
    unloadThreshold: Double = 1600,
    unloadingEnabled: Bool = false
  ) -> Page {
    var page = self
    do {
      page.settings.lazyLoading = try LazyLoadingSettings(
        fetchThreshold: .points(fetchThreshold), displayThreshold: .points(displayThreshold),
        unloadThreshold: .points(unloadThreshold), unloadingEnabled: unloadingEnabled)
    } catch {
      page.settings.lazyLoading = page.settings.lazyLoading ?? .standard
      page.refusedDistances = error
    }
    return page
  }

  /// What could not be kept of a page that is written in Swift, one sentence each.
  ///
  /// The problems of a page that is read from a file come with its reading.
  package var problems: [String] {
    let bounds = slots.compactMap { slot in
      slot.ad.problem.map { "slot \(slot.name): \($0): the bounds are left out" }
    }
    return bounds + (refusedDistances.map { ["lazyLoadAd: \($0)"] } ?? [])
  }
}
