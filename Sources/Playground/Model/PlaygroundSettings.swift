public import AdEngine

/// What the playground remembers from one launch to the next.
public struct PlaygroundSettings: Hashable, Sendable {
  /// Whether the debug log is shown and written: the ladybug (`S0.42`; the key is that of `S1.6`).
  public var isDebugEnabled: Bool
  /// The person's choice about their data.
  public var consent: ConsentStatus
  /// What the preload lab is set to (`S2.27`).
  public var lab: PreloadSettings

  /// Makes settings; by default those of a first launch.
  public init(
    isDebugEnabled: Bool = false, consent: ConsentStatus = .unset,
    lab: PreloadSettings = PreloadSettings()
  ) {
    self.isDebugEnabled = isDebugEnabled
    self.consent = consent
    self.lab = lab
  }
}
