package import AdEngine
package import AdSimulation

/// A place for an ad on a page, as the page describes it.
package struct DeclaredSlot: Hashable, Sendable {
  /// What the slot is called: its `id`, or its number on the page, counted from 1; unique on the page.
  package var name: String
  /// The line of the file on which its block begins; 0 for a slot that a rule has put there.
  package var line: Int
  /// The ad unit, its container, label and targeting.
  package var ad: WebAdView
  /// The size as the block gives it, by its name or as width and height, if it gives one (`S3.26`).
  package var sizeName: String?
  /// When the ad is loaded again under a new identity.
  package var renewal = AdRenewal.never
  /// What the block says about lazy loading, over the page's settings.
  package var lazyLoading: LazyLoadingOverride?
  /// What the page fixes about the ad server's answer.
  package var creative = CreativeSettings()

  /// Whether it stands beside the slot before it, and not below.
  package var isBeside = false

  /// Makes a slot, on this line of the file.
  package init(name: String, _ ad: WebAdView, line: Int = 0) {
    (self.name, self.ad, self.line) = (name, ad, line)
  }
}

/// When an ad is shown under a new identity, and so is loaded again (`S0.73`, `S0.74`).
package enum AdRenewal: String, CaseIterable, Hashable, Sendable {
  /// Never: the ad persists while other pages cover its own.
  case never
  /// Each time its page is on the screen again.
  case visit
}
