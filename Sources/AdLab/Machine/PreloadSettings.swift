/// A switch of the preload lab (`S2.13`–`S2.24`), by its key in sessions, in the order of the seed's list.
package enum PreloadOption: String, CaseIterable, Hashable, Sendable {
  /// Load the banner before it appears: attach it behind other views (`S2.13`).
  case preload
  /// Preload it beyond the right edge of the screen: its x is the screen's width (`S2.14`).
  case outsideScreenBounds
  /// Preload it in a parent view that is in no view hierarchy (`S2.15`).
  case inDetachedParentView
  /// Preload until the creative sends its completion event, instead of for 5 s (`S2.16`, `S2.17`).
  case waitForCompletionEvent
  /// Hide the banner after preloading, until it is presented (`S2.18`).
  case hideAfterwards
  /// Take the banner out of its parent after preloading, until it is presented (`S2.24`).
  case removeFromParentAfterwards
  /// Inform the creative of its visibility when it is presented (`S2.19`).
  case injectVisibilityJavascript
  /// Present the ad as soon as it is ready (`S2.21`).
  case autoPresent
  /// The app reports impressions, not the ad network's SDK (`S2.23`).
  case manualImpressions

  /// Whether it means something only while ``preload`` is on (`S2.29`).
  package var belongsToPreload: Bool {
    switch self {
    case .outsideScreenBounds, .inDetachedParentView, .waitForCompletionEvent, .hideAfterwards,
      .removeFromParentAfterwards:
      true
    case .preload, .injectVisibilityJavascript, .autoPresent, .manualImpressions: false
    }
  }
}

/// What the preload lab is set to; the defaults are those of `S2.27`.
package struct PreloadSettings: Hashable, Sendable {
  /// The ad unit that fetches ask for; only the last part of its path is shown (`S2.26`).
  package var unit: String
  private var options: Set<PreloadOption>

  package static let standardUnit = "celtra18"
  package static let standardOptions: Set<PreloadOption> = [
    .preload, .waitForCompletionEvent, .autoPresent,
  ]

  /// Makes settings with these switches on and all others off.
  package init(unit: String = standardUnit, options: Set<PreloadOption> = standardOptions) {
    (self.unit, self.options) = (unit, options)
  }

  /// Whether a switch is on; it stays as it is while it means nothing.
  package subscript(option: PreloadOption) -> Bool {
    get { options.contains(option) }
    set {
      if newValue { options.insert(option) } else { options.remove(option) }
    }
  }

  /// Whether a switch can be changed with an effect: those of preloading only while preloading is on.
  package func isEnabled(_ option: PreloadOption) -> Bool {
    !option.belongsToPreload || self[.preload]
  }

  /// Whether a switch is on and has an effect.
  package func isInForce(_ option: PreloadOption) -> Bool { self[option] && isEnabled(option) }

  /// The same settings without the switches that mean nothing.
  package var inForce: PreloadSettings {
    PreloadSettings(unit: unit, options: options.filter(isEnabled))
  }

  package func applying(_ change: PreloadChange) -> PreloadSettings {
    var settings = self
    if let unit = change.unit { settings.unit = unit }
    for (option, isOn) in change.options { settings[option] = isOn }
    return settings
  }
}

/// Some of the settings, with their new values.
package struct PreloadChange: Hashable, Sendable {
  /// The new unit; `nil` leaves it as it is.
  package var unit: String?
  /// Switches and whether they are on now.
  package var options: [PreloadOption: Bool]

  package init(unit: String? = nil, options: [PreloadOption: Bool] = [:]) {
    (self.unit, self.options) = (unit, options)
  }

  package init(from old: PreloadSettings, to new: PreloadSettings) {
    unit = new.unit == old.unit ? nil : new.unit
    options = [:]
    for option in PreloadOption.allCases where old[option] != new[option] {
      options[option] = new[option]
    }
  }
}
