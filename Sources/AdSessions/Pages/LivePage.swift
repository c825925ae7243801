package import AdEngine

/// A page that is written in Swift and written again whenever the app's state changes, as a declarative view is.
///
/// An ad that is still there under the same id keeps what it holds. Under another id it is another ad view: the old
/// one is released and a new one is loaded (`S0.73`).
package struct LivePage: Sendable {
  /// The page as it was last shown.
  package private(set) var page: Page
  private var changes: [Instant] = []

  /// More changes of ids than this within a second are a mistake (D34).
  static let changesPerSecond = 3

  /// Begins with a page whose slots a run has.
  package init(_ page: Page) { self.page = page }

  /// What becomes of the ads when a page is shown again.
  package struct Change: Hashable, Sendable {
    /// The slots that are other ads now, by their numbers from 0 on.
    package var changed: [Int] = []
    /// A sentence where ids change all the time (D34).
    package var warning: String?
    /// The inputs that let the changed ones load again.
    package var inputs: [Engine.Input] { changed.map { .reloadRequested(SlotID($0)) } }
  }

  /// Shows the page as it is now; a slot whose id, unit, size, targeting or creative is another is another ad.
  ///
  /// The page must have as many slots as before: other pages are opened, not shown again.
  package mutating func show(_ page: Page, at now: Instant) -> Change {
    let pairs = Array(zip(self.page.slots, page.slots).enumerated())
    let renewed = pairs.filter { $0.element.0.identity != $0.element.1.identity }.map(\.offset)
    let changed = pairs.filter { !$0.element.0.isSameAd(as: $0.element.1) }.map(\.offset)
    self.page = page
    guard let first = renewed.first else { return Change(changed: changed) }
    changes.removeAll { now - $0 >= 1000 }
    changes.append(now)
    let warning =
      changes.count > Self.changesPerSecond
      ? "slot \(page.slots[first].name): its id changed \(changes.count) times within a second, and each change"
        + " reloads the ad: expected an id that is kept in the page's state (D34)" : nil
    return Change(changed: changed, warning: warning)
  }
}

extension PageSlot {
  /// What makes an ad view another one: its id, in Swift or in an `ad` block.
  fileprivate var identity: [String] { [ad.id ?? "", name] }

  /// Whether nothing that an ad depends on is different.
  fileprivate func isSameAd(as other: PageSlot) -> Bool {
    identity == other.identity && ad.adUnitId == other.ad.adUnitId
      && ad.initialSize == other.ad.initialSize && ad.constraints == other.ad.constraints
      && ad.targeting == other.ad.targeting && creative == other.creative
  }
}
