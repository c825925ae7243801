package import AdEngine
package import AdLab

/// The first line of a session; what is `nil` is left to the page, and where that says nothing, to the defaults.
package struct SessionHeader: Hashable, Sendable {
  package var content: SessionContent
  /// Who answers the fetches; `nil` in a session that does not say it, see ``SessionWorld``.
  package var answers: SessionWorld?
  /// The size of the viewport, in points.
  package var viewport: Size?
  /// The page, or the slots.
  package var settings: SessionSettings
  /// The width of the column of text, in characters.
  package var columns: Int?

  package init(
    _ content: SessionContent, answers: SessionWorld? = nil, viewport: Size? = nil,
    settings: SessionSettings = SessionSettings(), columns: Int? = nil
  ) {
    (self.content, self.answers, self.viewport) = (content, answers, viewport)
    (self.settings, self.columns) = (settings, columns)
  }

  /// The name of its page's file; `nil` without a page.
  package var pageName: Substring? {
    guard case .page(let path, _) = content else { return nil }
    return path.split(separator: "/").last
  }

  /// Whether it says which thresholds there were: a bare session need not, and the defaults stand in for them.
  package var holdsThresholds: Bool {
    if case .slots = content { settings.lazyLoading != nil } else { true }
  }
}

/// What a session scrolls over.
package enum SessionContent: Hashable, Sendable {
  /// A page, by its path from the session's own folder, and the digest of its bytes when the session was recorded.
  case page(String, digest: String?)
  /// No page, only slots: a bare session.
  case slots([SessionSlot])
  /// No page either, but the preload lab; the seed is the header's own.
  case lab(LabSetup)
}

package struct SessionSlot: Hashable, Sendable {
  package var name: String
  /// The ad unit id; `nil` when the session does not say.
  package var unit: String?
  /// Where the slot lies, in points.
  package var frame: SlotFrame
  package var lazyLoading: LazyLoadingOverride?

  /// After how many milliseconds viewable ads are refreshed; `nil` for never.
  package var refresh: Int64?

  package init(
    _ name: String, unit: String? = nil, frame: SlotFrame, lazyLoading: LazyLoadingOverride? = nil,
    refresh: Int64? = nil
  ) {
    self.refresh = refresh
    (self.name, self.unit, self.frame, self.lazyLoading) = (name, unit, frame, lazyLoading)
  }
}
