package import AdEngine

/// The first line of a session: what the session begins with.
///
/// What is `nil` is left to the page, and where the page says nothing, to the defaults.
package struct SessionHeader: Hashable, Sendable {
  /// What the session scrolls over.
  package var content: SessionContent
  /// Who answers the fetches; `nil` in a session that does not say it, see ``SessionWorld``.
  package var answers: SessionWorld?
  /// The size of the viewport, in points.
  package var viewport: Size?
  /// The lazy-loading settings.
  package var lazyLoading: SessionLazyLoading?
  /// The person's choice at the beginning.
  package var consent: ConsentChoice?
  /// The rule by which the choice is applied.
  package var policy: ConsentPolicy?
  /// The seed of the simulated world.
  package var seed: UInt64?
  /// The width of the column of text, in characters.
  package var columns: Int?

  /// Makes a header; what is not given is left to the page and the defaults.
  package init(
    _ content: SessionContent,
    answers: SessionWorld? = nil,
    viewport: Size? = nil,
    lazyLoading: SessionLazyLoading? = nil,
    consent: ConsentChoice? = nil,
    policy: ConsentPolicy? = nil,
    seed: UInt64? = nil,
    columns: Int? = nil
  ) {
    self.content = content
    self.answers = answers
    self.viewport = viewport
    self.lazyLoading = lazyLoading
    self.consent = consent
    self.policy = policy
    self.seed = seed
    self.columns = columns
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

/// A slot that a bare session begins with.
package struct SessionSlot: Hashable, Sendable {
  /// The slot's name.
  package var name: String
  /// The ad unit id; `nil` when the session does not say.
  package var unit: String?
  /// Where the slot lies, in points.
  package var frame: SlotFrame

  /// Makes a slot.
  package init(_ name: String, unit: String? = nil, frame: SlotFrame) {
    self.name = name
    self.unit = unit
    self.frame = frame
  }
}

/// What a session's header says about lazy loading.
package enum SessionLazyLoading: Hashable, Sendable {
  /// There is no lazy-loading manager: every slot loads at once.
  case off
  /// These settings, over those of the page or the defaults.
  case settings(LazyLoadingChange)
}
