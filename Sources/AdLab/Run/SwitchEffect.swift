import AdEngine

/// What a switch changes for a unit with the other settings as they are, and where else it does if not here.
package struct SwitchEffect: Hashable, Sendable {
  /// Settings and a unit under which the switch makes a difference.
  package struct Example: Hashable, Sendable {
    package let unit: String
    /// The one other switch that is changed, if one is, with its value there.
    package let change: PreloadChange
  }

  /// What the ad comes to without the switch and with it.
  package let off: LabOutcome, on: LabOutcome
  /// Where it makes a difference, if not here; `nil` if it makes one here, or nowhere near.
  package let example: Example?

  package var changesOutcome: Bool { off != on }

  /// Runs the lab without the switch and with it; `nil` where it is not enabled.
  package init?(of option: PreloadOption, in settings: PreloadSettings, seed: UInt64) {
    guard settings.isEnabled(option), let here = Self.pair(option, settings, seed) else {
      return nil
    }
    (off, on) = here
    example = off == on ? Self.example(of: option, near: settings, seed) : nil
  }

  private static func pair(
    _ option: PreloadOption, _ settings: PreloadSettings, _ seed: UInt64
  ) -> (off: LabOutcome, on: LabOutcome)? {
    let outcomes = [false, true].compactMap { isOn in
      let changed = settings.applying(PreloadChange(options: [option: isOn]))
      return LabOutcome.record(of: changed, seed: seed).record.map(LabOutcome.init)
    }
    return outcomes.count == 2 ? (outcomes[0], outcomes[1]) : nil
  }

  /// The unit itself is tried first with one other switch set otherwise, then the known units in the same way.
  private static func example(
    of option: PreloadOption, near settings: PreloadSettings, _ seed: UInt64
  ) -> Example? {
    let others = [nil] + PreloadOption.allCases.filter { $0 != option }.map { $0 }
    for unit in [settings.unit] + LabCreative.all.map(\.unit) {
      for other in others {
        var tried = settings
        tried.unit = unit
        let unchanged = tried
        if let other { tried[other].toggle() }
        guard tried.isEnabled(option), let (off, on) = pair(option, tried, seed), off != on else {
          continue
        }
        return Example(unit: unit, change: PreloadChange(from: unchanged, to: tried))
      }
    }
    return nil
  }
}
