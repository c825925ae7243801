package import AdEngine
package import AdRendering

/// A slot as the ad server knows it: the request, and the settings of the page for the answer.
package struct SimulatedSlot: Hashable, Sendable {
  package var unit: String
  /// The requested size, in points; `nil` where the sizes in which the ad server sells the unit decide.
  package var requested: Size?
  /// The sizes that the page asks for, in points, with a height of 0 where the ad decides on it; none where the unit's sizes count.
  package var sizes: [Size] = []
  /// The size as the page gives it to a plug-in, if it gives one (`S3.26`).
  package var sizeName: String?
  package var creative: CreativeSettings
  package var type: AdType
  /// Whether the user chose to see the ad, for a reward (`S4.13`).
  package var isOptIn: Bool
  /// The controls of an interstitial with a video (`S4.30`).
  package var controls: VideoControlsConfig

  package init(
    unit: String, requested: Size? = nil, creative: CreativeSettings = CreativeSettings(),
    type: AdType = .inlineBanner, isOptIn: Bool = false,
    controls: VideoControlsConfig = VideoControlsConfig()
  ) {
    (self.unit, self.requested, self.creative, self.type) = (unit, requested, creative, type)
    (self.isOptIn, self.controls) = (isOptIn, controls)
  }
}
