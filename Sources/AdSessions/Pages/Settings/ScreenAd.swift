package import AdEngine
package import AdRendering
package import AdSimulation

/// An ad that a page names besides its slots: one at the bottom of the screen, or one over the page (`S3.6`).
package struct ScreenAd: Hashable, Sendable {
  /// Where it stands: at the bottom of the screen, or over the page.
  package var type: AdType
  package var unit: String
  /// What the page fixes about the answer.
  package var creative: CreativeSettings
  /// Whether a banner stands at the top of the screen instead.
  package var isOnTop = false
  /// Whether the user chose to see it, for a reward (`S4.13`).
  package var isOptIn = false
  /// The controls of a video over the page (`S4.30`).
  package var controls = VideoControlsConfig()

  /// Makes an ad; what is delivered has the size that its place has, unless the page fixes another.
  package init(_ type: AdType, unit: String, creative: CreativeSettings = CreativeSettings()) {
    (self.type, self.unit, self.creative) = (type, unit, creative)
  }

  /// The size that is asked for, in points: that of a banner (`S3.29`), or that of a phone's screen as ads know it.
  package var size: Size {
    type == .screenBanner ? BannerSizes.tutorial.screenBanner : Size(width: 320, height: 480)
  }
}

extension ScreenAd {
  /// Reads the ad that stands under a key of the front matter: a unit alone, a map with one, or `off`.
  static func read(_ key: String, _ type: AdType, _ keys: KeyReader) -> ScreenAd? {
    guard let entry = keys.entry(key), entry.value.bool != false else { return nil }
    if let unit = entry.value.text, entry.value.bool == nil, !unit.isEmpty {
      return ScreenAd(type, unit: unit.scrubbed)
    }
    guard let ad = keys.map(key, expected: "an ad unit, a map with a unit, or off") else {
      return nil
    }
    let unit = ad.entry("unit")?.value.text ?? ""
    var screenAd = ScreenAd(
      type, unit: unit.scrubbed, creative: CreativeReader.read(ad, hasPage: false))
    if type == .interstitial {
      screenAd.isOptIn = ad.flag("optIn") ?? screenAd.isOptIn
      screenAd.controls.isMuted = ad.flag("muted") ?? screenAd.controls.isMuted
      screenAd.controls.closeDelay = ad.time("closeDelay") ?? screenAd.controls.closeDelay
    }
    ad.reportUnknownKeys()
    guard !unit.isEmpty else {
      ad.report("expected a unit, as in `unit: div-gpt-ad-mobile_1`")
      return nil
    }
    return screenAd
  }
}
