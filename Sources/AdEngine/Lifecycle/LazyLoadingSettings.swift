/// The distances at which a slot's ad is fetched, displayed and unloaded, in points (`S0.49`–`S0.52`).
///
/// A value of this type is always valid: 0 ≤ display ≤ fetch, all finite, unload not negative. The unload zone
/// is never smaller than the fetch zone, whatever `unloadThreshold` says (D20).
public struct LazyLoadingSettings: Hashable, Sendable {
  /// A slot this near is fetched; default 800.
  public let fetchThreshold: Double
  /// A slot this near is displayed; default 200.
  public let displayThreshold: Double
  /// A slot farther than this may be unloaded; default 1600.
  public let unloadThreshold: Double
  /// Whether slots are unloaded at all; default `false`: steadiness over memory.
  public let unloadingEnabled: Bool

  /// The SDK's defaults: 800, 200, 1600, unloading off.
  public static let standard = LazyLoadingSettings(
    unchecked: 800, displayThreshold: 200, unloadThreshold: 1600, unloadingEnabled: false)

  /// Makes settings from distances in points.
  ///
  /// - Throws: ``LazyLoadingError`` when a distance is negative or not finite, or display is above fetch.
  public init(
    fetchThreshold: Double = 800,
    displayThreshold: Double = 200,
    unloadThreshold: Double = 1600,
    unloadingEnabled: Bool = false
  ) throws(LazyLoadingError) {
    for threshold in [fetchThreshold, displayThreshold, unloadThreshold] {
      guard threshold.isFinite, threshold >= 0 else {
        throw LazyLoadingError(
          fetchThreshold: fetchThreshold, displayThreshold: displayThreshold,
          unloadThreshold: unloadThreshold)
      }
    }
    guard displayThreshold <= fetchThreshold else {
      throw LazyLoadingError(
        fetchThreshold: fetchThreshold, displayThreshold: displayThreshold,
        unloadThreshold: unloadThreshold)
    }
    self.init(
      unchecked: fetchThreshold, displayThreshold: displayThreshold,
      unloadThreshold: unloadThreshold, unloadingEnabled: unloadingEnabled)
  }

  private init(
    unchecked fetchThreshold: Double,
    displayThreshold: Double,
    unloadThreshold: Double,
    unloadingEnabled: Bool
  ) {
    self.fetchThreshold = fetchThreshold
    self.displayThreshold = displayThreshold
    self.unloadThreshold = unloadThreshold
    self.unloadingEnabled = unloadingEnabled
  }

  /// The distance beyond which a slot is outside, in points: the unload threshold, at least the fetch threshold.
  public var unloadZone: Double { max(unloadThreshold, fetchThreshold) }

  /// These settings with `change` applied.
  ///
  /// - Throws: ``LazyLoadingError`` when the result would not be valid.
  public func applying(
    _ change: LazyLoadingChange
  ) throws(LazyLoadingError) -> LazyLoadingSettings {
    try LazyLoadingSettings(
      fetchThreshold: change.fetchThreshold ?? fetchThreshold,
      displayThreshold: change.displayThreshold ?? displayThreshold,
      unloadThreshold: change.unloadThreshold ?? unloadThreshold,
      unloadingEnabled: change.unloadingEnabled ?? unloadingEnabled)
  }
}

/// New values for some of the lazy-loading settings; `nil` leaves a setting as it is.
public struct LazyLoadingChange: Hashable, Sendable {
  /// The new fetch threshold, in points.
  public var fetchThreshold: Double?
  /// The new display threshold, in points.
  public var displayThreshold: Double?
  /// The new unload threshold, in points.
  public var unloadThreshold: Double?
  /// Whether slots are to be unloaded from now on.
  public var unloadingEnabled: Bool?

  /// Makes a change of the settings that are given.
  public init(
    fetchThreshold: Double? = nil,
    displayThreshold: Double? = nil,
    unloadThreshold: Double? = nil,
    unloadingEnabled: Bool? = nil
  ) {
    self.fetchThreshold = fetchThreshold
    self.displayThreshold = displayThreshold
    self.unloadThreshold = unloadThreshold
    self.unloadingEnabled = unloadingEnabled
  }

  /// The change that gives every setting the value it has in `settings`.
  public init(to settings: LazyLoadingSettings) {
    self.init(
      fetchThreshold: settings.fetchThreshold, displayThreshold: settings.displayThreshold,
      unloadThreshold: settings.unloadThreshold, unloadingEnabled: settings.unloadingEnabled)
  }
}

/// Distances that are no valid lazy-loading settings.
public struct LazyLoadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fetch threshold that was asked for.
  public let fetchThreshold: Double
  /// The display threshold that was asked for.
  public let displayThreshold: Double
  /// The unload threshold that was asked for.
  public let unloadThreshold: Double

  /// One sentence that names the values.
  public var description: String {
    "thresholds fetch \(fetchThreshold), display \(displayThreshold), unload \(unloadThreshold):"
      + " expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload"
  }
}
