/// What a part of the screen is, for a theme to give it its look.
package enum Role: UInt8, CaseIterable, Hashable, Sendable {
  // Text on the terminal's own background.
  case text, faint, strong, paneTitle, key, heading, link, code, warning

  // The frames of panes.
  case border, focusedBorder

  // The title bar and what is selected.
  case bar, barStrong, barFaint, lit, selected

  // Boxes over the page.
  case overlay, overlayStrong, overlayKey, overlayPlugin, overlayWarning

  // What is seen of an ad.
  case empty, pending, ready, viewable

  // The zones around the viewport.
  case fetchZone, displayZone, unloadZone

  /// Whether it is there to be read; frames are not.
  package var isText: Bool { self != .border && self != .focusedBorder }
}
