/// How far the lab has come with an ad.
public enum PreloadState: String, CaseIterable, Hashable, Sendable {
  /// There is none, and none is asked for.
  case noAd
  /// An ad is asked for.
  case fetching
  /// The ad is here and loads its content before it appears.
  case preloading
  /// It can be presented.
  case ready
  /// It is on the screen.
  case presented
  /// No ad came (D43).
  case failed
  /// It was to say when it had loaded, and did not before the watchdog (D39).
  case timedOut
}

/// Where a banner is.
public enum PreloadPlacement: String, CaseIterable, Hashable, Sendable {
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
public enum TimerPace: String, CaseIterable, Hashable, Sendable {
  /// As written.
  case run
  /// At most once a second.
  case crawl
  /// Not at all.
  case stop
}

/// Something that a creative did, and that the app was told of.
public enum CreativeEvent: Hashable, Sendable {
  /// It sent its completion event, ``PreloadMachine/completionEvent``.
  case completed
  /// It began to play.
  case autoplayed
  /// The ad network's SDK counted an impression.
  case impressed
  /// Its timers took another pace.
  case timers(TimerPace)
}

/// What is judged by whether it happened before the ad was presented.
public enum PreloadActivity: String, CaseIterable, Hashable, Sendable {
  /// The creative began to play.
  case autoplay
  /// An impression was counted.
  case impression
}

/// When something happened, seen from the person who looks at the screen.
public enum PreloadTiming: String, CaseIterable, Hashable, Sendable {
  /// Before the ad was presented: nobody can have seen it.
  case early
  /// While the ad was on the screen.
  case seen
}
