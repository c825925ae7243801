extension Engine {
  /// The settings, viewport, consent and navigation rules with which an engine begins.
  public struct Configuration: Hashable, Sendable {
    /// The lazy-loading settings, or `nil` for a page without a lazy-loading manager: every slot loads at once (D15).
    public var lazyLoading: LazyLoadingSettings?
    /// The size of the viewport, in points.
    public var viewport: Size
    /// The user's choice so far.
    public var consent: ConsentStatus
    /// The consent data that ads receive; default none.
    public var handOff: ConsentPayload
    /// The rule by which the choice is applied.
    public var policy: ConsentPolicy
    /// Whether the app is active.
    public var isActive: Bool
    /// How long an ad must be half in view to count as impressed, in milliseconds, at least 0; default 0: at once (D49).
    public var impressionDelay: Int64
    /// The address of the page that shows an ad; default the empty page, so that every host is another site.
    public var adTemplate: URLParts
    /// Which addresses count as an ad's own; default the demo app's rule (`S0.90`, D30).
    public var hosts: HostRule
    /// Whether the scroll position is adjusted when an ad above the viewport changes its height; default `false`.
    ///
    /// What is in view stays there then, as in browsers (CSS Scroll Anchoring) and not in `UIScrollView`.
    public var scrollAnchoring: Bool

    /// Makes a configuration; by default lazy loading at the standard distances, nothing chosen yet, no viewport.
    public init(
      lazyLoading: LazyLoadingSettings? = .standard,
      viewport: Size = Size(width: 0, height: 0),
      consent: ConsentStatus = .unset,
      handOff: ConsentPayload = .none,
      policy: ConsentPolicy = .strict,
      isActive: Bool = true,
      impressionDelay: Int64 = 0,
      adTemplate: URLParts = .blank,
      hosts: HostRule = HostRule(),
      scrollAnchoring: Bool = false
    ) {
      (self.lazyLoading, self.viewport, self.consent) = (lazyLoading, viewport, consent)
      (self.handOff, self.policy, self.isActive) = (handOff, policy, isActive)
      (self.impressionDelay, self.adTemplate, self.hosts) = (impressionDelay, adTemplate, hosts)
      self.scrollAnchoring = scrollAnchoring
    }
  }
}
