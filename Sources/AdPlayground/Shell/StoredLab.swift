import AdLab
import AdRendering

/// The lab's settings in the settings file, under the keys of the seed (`S2.27`).
extension PreloadSettings {
  private static let unitKey = "FLUnitID"

  /// Reads the settings, of which one that is absent has its default; `nil` when one is not of its kind.
  init?(stored: [String: JSONValue]) {
    self.init()
    switch stored[Self.unitKey] {
    case nil, .null, .text(""): break
    case .text(let unit): self.unit = unit
    default: return nil
    }
    for option in PreloadOption.allCases {
      switch stored[option.storedKey] {
      case nil, .null: break
      case .flag(let isOn): self[option] = isOn
      default: return nil
      }
    }
  }

  var stored: [String: JSONValue] {
    var stored: [String: JSONValue] = [Self.unitKey: .text(unit)]
    for option in PreloadOption.allCases { stored[option.storedKey] = .flag(self[option]) }
    return stored
  }
}

extension PreloadOption {
  fileprivate var storedKey: String {
    switch self {
    case .preload: "FLPreload"
    case .outsideScreenBounds: "FLPreloadOffscreen"
    case .inDetachedParentView: "FLPreloadInDetachedParentView"
    case .waitForCompletionEvent: "FLWaitForPreloadingCompletionEvent"
    case .hideAfterwards: "FLHideAfterPreloading"
    case .removeFromParentAfterwards: "FLRemoveFromParentAfterPreloading"
    case .injectVisibilityJavascript: "FLInjectVisibilityJavascript"
    case .autoPresent: "FLAutoPresent"
    case .manualImpressions: "FLManualImpressions"
    }
  }
}
