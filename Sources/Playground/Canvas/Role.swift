/// What a part of the screen is, for a theme to give it its look.
package enum Role: UInt8, CaseIterable, Hashable, Sendable {
  // Text on the terminal's own background.
  case text
  case faint
  case strong
  case paneTitle
  case key
  case heading
  case link
  case code
  case warning

  // The frames of panes.
  case border
  case focusedBorder

  // The title bar and what is selected.
  case bar
  case barStrong
  case barFaint
  case lit
  case selected

  // Boxes over the page.
  case overlay
  case overlayStrong
  case overlayKey
  case overlayPlugin
  case overlayWarning

  // What is seen of an ad.
  case empty
  case pending
  case ready
  case viewable

  // The zones around the viewport.
  case fetchZone
  case displayZone
  case unloadZone

  /// Whether it is there to be read; frames are not.
  package var isText: Bool { self != .border && self != .focusedBorder }
}
