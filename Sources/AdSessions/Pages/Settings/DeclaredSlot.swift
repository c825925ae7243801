package import AdEngine
import AdRendering
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
  /// The sizes in which the ad server may fill it, where the block says so, and those of the viewport in which it is laid out.
  var sizes: SlotSizes?
  package private(set) var offered: [Size]?
  /// When the ad is loaded again under a new identity.
  package var renewal = AdRenewal.never
  /// After how many milliseconds in view an ad is refreshed; `nil` for never.
  package var refresh: Int64?
  package var position = SlotPosition.flow
  /// What the block says about lazy loading, over the page's settings.
  package var lazyLoading: LazyLoadingOverride?
  /// What the page fixes about the ad server's answer.
  package var creative = CreativeSettings()

  /// Whether it stands beside the slot before it, and not below.
  package var isBeside = false

  package init(name: String, _ ad: WebAdView, line: Int = 0) {
    (self.name, self.ad, self.line) = (name, ad, line)
  }
}

extension DeclaredSlot {
  package var isLeftOut: Bool { offered?.isEmpty == true }

  var initialFrame: Size { isLeftOut ? .zero : ad.initialFrame }

  /// Takes the sizes that it has in a viewport, on a page whose text is so wide.
  mutating func fit(_ viewport: Size, column: Double) {
    guard let sizes, let offered = sizes.sizes(in: viewport, column: column) else { return }
    self.offered = offered
    ad.initialSize =
      offered.first { $0.height > 0 } ?? Size(width: offered.isEmpty ? 0 : column, height: 0)
    if isLeftOut { ad.label = nil }
  }
}

/// Where an ad is while its page is scrolled.
package enum SlotPosition: String, CaseIterable, Hashable, Sendable {
  /// Where its block stands.
  case flow
  /// At the top of the viewport, for as long as its box is there.
  case sticky
  /// At the top or the bottom of the screen, in no slot of the page: an anchor ad.
  case top, bottom

  var isAnchor: Bool { self == .top || self == .bottom }
}

/// When an ad is shown under a new identity, and so is loaded again (`S0.73`, `S0.74`).
package enum AdRenewal: String, CaseIterable, Hashable, Sendable {
  /// Never: the ad persists while other pages cover its own.
  case never
  /// Each time its page is on the screen again.
  case visit
}
