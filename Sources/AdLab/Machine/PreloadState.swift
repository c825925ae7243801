/// The phase of the lab, as it is published and recorded.
package enum PreloadState: String, CaseIterable, Hashable, Sendable {
  case noAd
  case fetching
  /// The ad is here and loads its content before it appears.
  case preloading
  case ready
  case presented
  /// The fetch brought no ad (D43).
  case failed
  /// The creative did not send its completion event before the watchdog (D39).
  case timedOut
}

package enum PreloadPlacement: String, CaseIterable, Hashable, Sendable {
  /// In no view yet: so begins a banner that is not preloaded.
  case unattached
  /// In the main window, behind other views.
  case behindViews
  /// In the main window, its left edge at the screen's right edge.
  case outsideScreenBounds
  /// In a parent view that is in no hierarchy.
  case detachedParent
  /// In the main window, hidden.
  case hidden
  /// Taken out of its parent after preloading.
  case removed
  /// On the screen, in front.
  case presented
}

/// How fast the timers of a creative go: web views slow them down where they take a page for invisible.
package enum TimerPace: String, CaseIterable, Hashable, Sendable {
  /// They fire when they are due.
  case run
  /// They fire at most once a second.
  case crawl
  /// They do not fire at all.
  case stop
}

/// Something that a creative did and that the app can notice.
package enum CreativeEvent: Hashable, Sendable {
  case completed
  /// It began to play by itself.
  case autoplayed
  /// The ad network's SDK counted an impression.
  case impressed
  case timers(TimerPace)
}

/// What is judged by whether it happened before the ad was presented.
package enum PreloadActivity: String, CaseIterable, Hashable, Sendable {
  /// The creative began to play.
  case autoplay
  /// An impression was counted by either side.
  case impression
}

/// When something happened, seen from the user of the screen.
package enum PreloadTiming: String, CaseIterable, Hashable, Sendable {
  /// Before the ad was presented, so it cannot have been seen.
  case early
  /// While the ad was on the screen.
  case seen
}
