package import AdEngine

/// A page that is written again whenever the app's state changes; an ad under another id is released (`S0.73`).
package struct DeclarativeView: Sendable {
  package private(set) var page: Page
  /// How often the id of a slot has changed without a break, by the numbers of the slots.
  private var streaks: [Int: Int] = [:]

  /// An id that has changed more often in a row is a mistake (D34): the ad is made again instead of being kept.
  static let maxChanges = 3

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

  /// Shows the page as it is now, with as many slots: another id, unit, size, targeting or creative is another ad,
  /// other bounds are not (`S0.60`).
  package mutating func show(_ page: Page) -> Change {
    let pairs = Array(zip(self.page.slots, page.slots).enumerated())
    let renewed = pairs.filter { $0.element.0.identity != $0.element.1.identity }.map(\.offset)
    let changed = pairs.filter { !$0.element.0.isSameAd(as: $0.element.1) }.map(\.offset)
    self.page = page
    streaks = Dictionary(uniqueKeysWithValues: renewed.map { ($0, streaks[$0, default: 0] + 1) })
    let warning = renewed.first { streaks[$0, default: 0] > Self.maxChanges }.map { slot in
      "slot \(page.slots[slot].name): its id has changed \(streaks[slot, default: 0]) times in a row, and each change"
        + " reloads the ad: expected an id that is kept in the page's state (D34)"
    }
    return Change(changed: changed, warning: warning)
  }
}

extension DeclaredSlot {
  /// What makes an ad view another one: its id, in Swift or in an `ad` block.
  fileprivate var identity: [String] { [ad.id ?? "", name] }

  /// Whether nothing that an ad depends on is different.
  fileprivate func isSameAd(as other: DeclaredSlot) -> Bool {
    identity == other.identity && ad.adUnitId == other.ad.adUnitId
      && ad.initialSize == other.ad.initialSize && ad.targeting == other.ad.targeting
      && creative == other.creative
  }
}
