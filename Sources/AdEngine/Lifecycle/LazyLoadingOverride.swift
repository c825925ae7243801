/// Lazy-loading settings of one page, or of one slot, that override the inherited ones.
public enum LazyLoadingOverride: Hashable, Sendable {
  /// No lazy loading: the page's ads, or the slot's ad, are fetched and displayed at once.
  case off
  /// These settings; what they leave out stays as it is.
  case settings(LazyLoadingChange)
}

extension LazyLoadingSettings {
  /// The distances of these settings for a slot that has some of its own, in a viewport of this size.
  ///
  /// Whatever the page's other settings are, the slot's display distance counts as at most its fetch distance.
  func distances(
    in viewport: Size, _ own: LazyLoadingChange, behind: Bool
  ) -> LazyLoadingDistances {
    let scaling = Self.isPhone(viewport) ? own.mobileScaling ?? mobileScaling : 1
    func distance(_ own: Threshold?, _ page: Threshold) -> Double {
      let threshold = own ?? page
      return (behind ? threshold.behind : threshold.ahead)
        .distance(height: viewport.height, scaling: scaling)
    }
    return LazyLoadingDistances(
      fetch: distance(own.fetchThreshold, fetchThreshold),
      display: distance(own.displayThreshold, displayThreshold),
      unload: distance(own.unloadThreshold, unloadThreshold),
      unloadingEnabled: own.unloadingEnabled ?? unloadingEnabled,
      auction: auction.settings.map { distance(nil, $0.threshold) })
  }
}

extension LazyLoadingChange {
  /// Whether a threshold depends on the direction in which the page is travelled.
  var isDirectional: Bool {
    [fetchThreshold, displayThreshold, unloadThreshold].contains { $0?.isDirectional == true }
  }

  /// Why a slot cannot have these settings of its own; `nil` where it can.
  ///
  /// What they leave out is the page's, and may change; only what they say is held against each other.
  package var errorOfSlot: LazyLoadingError? {
    do throws(LazyLoadingError) {
      _ = try LazyLoadingSettings(
        fetchThreshold: fetchThreshold ?? .unlimited, displayThreshold: displayThreshold ?? 0,
        unloadThreshold: unloadThreshold ?? .unlimited, mobileScaling: mobileScaling ?? 1)
      return nil
    } catch {
      return error
    }
  }
}
