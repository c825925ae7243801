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

  /// Shows the page as it is now and returns the engine's inputs, and a warning where ids change all the time.
  ///
  /// The page must have as many slots as before: other pages are opened, not shown again.
  package mutating func show(
    _ page: Page, at now: Instant
  ) -> (inputs: [Engine.Input], warning: String?) {
    let renewed = zip(self.page.slots, page.slots).enumerated()
      .filter { $0.element.0.ad.id != $0.element.1.ad.id }
      .map { $0.offset }
    self.page = page
    guard let first = renewed.first else { return ([], nil) }
    changes.removeAll { now - $0 >= 1000 }
    changes.append(now)
    let warning =
      changes.count > Self.changesPerSecond
      ? "slot \(page.slots[first].name): its id changed \(changes.count) times within a second, and each change"
        + " reloads the ad: expected an id that is kept in the page's state (D34)" : nil
    return (renewed.map { .reloadRequested(SlotID($0)) }, warning)
  }
}
