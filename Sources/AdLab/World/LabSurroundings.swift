/// What a web view makes of its banner's place, as it was seen in such web views; the table is in the architecture article.
package struct LabSurroundings: Hashable, Sendable {
  /// How fast the creative's timers go.
  package var timers: TimerPace
  /// Whether the creative's content goes on loading.
  package var loads: Bool
  /// Whether the creative, and the ad network's SDK, take the banner for visible.
  package var seemsVisible: Bool

  /// How long timers crawl in a view without a hierarchy before they stop, in milliseconds.
  package static let crawlTime: Int64 = 10_000

  /// The surroundings of a banner, `time` milliseconds after it was placed.
  package init(_ placement: PreloadPlacement, of creative: LabCreative, after time: Int64) {
    switch placement {
    case .behindViews, .presented: (timers, loads, seemsVisible) = (.run, true, true)
    case .outsideScreenBounds: (timers, loads, seemsVisible) = (.run, creative.loadsOutside, false)
    case .unattached, .detachedParent, .removed:
      (timers, loads, seemsVisible) = (time < Self.crawlTime ? .crawl : .stop, false, false)
    case .hidden: (timers, loads, seemsVisible) = (.stop, false, false)
    }
  }
}
