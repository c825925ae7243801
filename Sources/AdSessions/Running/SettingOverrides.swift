package import AdEngine
package import AdSimulation

/// Settings that were given from outside: they override the session's header, its later changes and the page.
package struct SettingOverrides: Hashable, Sendable {
  /// The size of the viewport, in points.
  package var viewport: Size?
  /// The lazy-loading settings that were given; each for itself.
  package var lazyLoading = LazyLoadingChange()
  package var consent: ConsentChoice?
  /// The rule by which the choice is applied.
  package var policy: ConsentPolicy?
  package var seed: UInt64?
  /// The network between the app and the simulated ad server.
  package var network: NetworkProfile?
  /// Whether the scroll position is adjusted when an ad above the viewport changes its height.
  package var scrollAnchoring: Bool?
  /// The width of the column of text, in characters.
  package var columns: Int?

  package init(lazyLoading: LazyLoadingChange = LazyLoadingChange()) {
    self.lazyLoading = lazyLoading
  }

  /// The lazy-loading settings of a page under these; `nil` where it has none and none were given.
  package func applied(
    to own: LazyLoadingSettings?, in viewport: Size?
  ) throws(LazyLoadingError) -> LazyLoadingSettings? {
    lazyLoading == LazyLoadingChange()
      ? own : try (own ?? .standard).overridden(by: lazyLoading, in: viewport)
  }

  /// What these settings leave of a cause, if anything; a viewport input stays, in the size given, since it starts checks.
  func masking(_ input: Engine.Input) -> Engine.Input? {
    switch input {
    case .viewportResized(let size): return .viewportResized(viewport ?? size)
    case .policyChanged: return policy == nil ? input : nil
    case .lazyLoadingChanged(var change):
      let none = LazyLoadingChange()
      for field in SettingField.all where !field.isSame(lazyLoading, none) {
        field.copy(none, &change)
      }
      // A change that was empty from the start is kept: it asks for a check.
      let isMasked = change == LazyLoadingChange() && input != .lazyLoadingChanged(change)
      return isMasked ? nil : .lazyLoadingChanged(change)
    default: return input
    }
  }

  /// Whether nothing of a step is overridden.
  func keeps(_ given: [RunInput]) -> Bool {
    given.allSatisfy { given in
      switch given {
      case .input(let input, _): masking(input) == input
      case .choice: consent == nil
      case .scrolled, .slotAdded: true
      }
    }
  }
}

extension LazyLoadingSettings {
  /// These settings under others: a fetch or a display threshold alone takes along the sides of the other one that it would pass.
  ///
  /// Where units differ and no viewport is known, it takes none.
  package func overridden(
    by change: LazyLoadingChange, in viewport: Size?
  ) throws(LazyLoadingError) -> LazyLoadingSettings {
    func isGreater(_ side: Threshold.Side, _ other: Threshold.Side) -> Bool {
      side.isGreater(than: other)
        || viewport.map { distance(of: side, in: $0) > distance(of: other, in: $0) } ?? false
    }
    var change = change
    if let fetch = change.fetchThreshold, change.displayThreshold == nil {
      change.displayThreshold = displayThreshold.taking(fetch, where: isGreater)
    } else if let display = change.displayThreshold, change.fetchThreshold == nil {
      change.fetchThreshold = fetchThreshold.taking(display) { isGreater($1, $0) }
    }
    return try applying(change)
  }
}

extension Threshold {
  /// This threshold with those sides of another one that `isTaken` says.
  fileprivate func taking(_ other: Threshold, where isTaken: (Side, Side) -> Bool) -> Threshold {
    .directional(
      ahead: isTaken(ahead, other.ahead) ? other.ahead : ahead,
      behind: isTaken(behind, other.behind) ? other.behind : behind)
  }
}
