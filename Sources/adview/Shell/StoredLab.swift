import AdEngine

/// The settings of the preload lab as they stand in the settings file: under the keys of the seed (`S2.27`).
struct StoredLab: Codable {
  private(set) var settings = PreloadSettings()

  init(_ settings: PreloadSettings = PreloadSettings()) { self.settings = settings }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let unit = try values.decodeIfPresent(String.self, forKey: .unit), !unit.isEmpty {
      settings.unit = unit
    }
    for option in PreloadOption.allCases {
      if let isOn = try values.decodeIfPresent(Bool.self, forKey: Key(option)) {
        settings[option] = isOn
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(settings.unit, forKey: .unit)
    for option in PreloadOption.allCases {
      try values.encode(settings[option], forKey: Key(option))
    }
  }

  private enum Key: String, CodingKey {
    case unit = "FLUnitID"
    case preload = "FLPreload"
    case outsideScreenBounds = "FLPreloadOffscreen"
    case inDetachedParentView = "FLPreloadInDetachedParentView"
    case waitForCompletionEvent = "FLWaitForPreloadingCompletionEvent"
    case hideAfterwards = "FLHideAfterPreloading"
    case removeFromParentAfterwards = "FLRemoveFromParentAfterPreloading"
    case injectVisibilityJavascript = "FLInjectVisibilityJavascript"
    case autoPresent = "FLAutoPresent"
    case manualImpressions = "FLManualImpressions"

    init(_ option: PreloadOption) {
      switch option {
      case .preload: self = .preload
      case .outsideScreenBounds: self = .outsideScreenBounds
      case .inDetachedParentView: self = .inDetachedParentView
      case .waitForCompletionEvent: self = .waitForCompletionEvent
      case .hideAfterwards: self = .hideAfterwards
      case .removeFromParentAfterwards: self = .removeFromParentAfterwards
      case .injectVisibilityJavascript: self = .injectVisibilityJavascript
      case .autoPresent: self = .autoPresent
      case .manualImpressions: self = .manualImpressions
      }
    }
  }
}
