package import AdEngine
package import AdLab

/// What the playground remembers from one launch to the next.
package struct PlaygroundSettings: Hashable, Sendable {
  /// Whether the debug log is shown and written: the ladybug (`S0.42`; the key is that of `S1.6`).
  package var isDebugEnabled: Bool
  /// The user's choice about their data.
  package var consent: ConsentChoice
  /// The law that the user is asked under.
  package var regulation: ConsentStore.Regulation
  /// What the preload lab is set to (`S2.27`).
  package var lab: PreloadSettings

  /// Makes settings; by default those of a first launch.
  package init(
    isDebugEnabled: Bool = false, consent: ConsentChoice = .unset,
    regulation: ConsentStore.Regulation = .gdpr, lab: PreloadSettings = PreloadSettings()
  ) {
    (self.isDebugEnabled, self.consent, self.regulation) = (isDebugEnabled, consent, regulation)
    self.lab = lab
  }
}
