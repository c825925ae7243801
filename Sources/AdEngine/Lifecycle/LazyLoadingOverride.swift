/// Lazy-loading settings of one page, or of one slot, that override the inherited ones.
public enum LazyLoadingOverride: Hashable, Sendable {
  /// No lazy loading: the page's ads, or the slot's ad, are fetched and displayed at once.
  case off
  /// These settings; what they leave out stays as it is.
  case settings(LazyLoadingChange)
}

extension LazyLoadingSettings {
  /// The distances of a slot with settings of its own; display counts as at most fetch, whatever the page's are.
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

  /// Why a slot cannot have these settings; what they leave out is the page's and is not held against them.
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
