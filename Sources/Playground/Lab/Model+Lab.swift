internal import AdEngine
internal import AdLab
internal import AdSessions
internal import AdSimulation

extension Model {
  package mutating func openLab(unit: String? = nil) {
    guard !isLabOpen else { return }
    let real = shared.real
    hideConsent()
    var lab = lab ?? newLab(unit: unit)
    lab.open(at: real)
    endEdit(keeping: true)
    visit.clock.suspend()
    self.lab = lab
  }

  private func newLab(unit: String?) -> Lab {
    var settings = visit.settings.lab
    if let unit { settings.unit = unit }
    let options = visit.options
    return Lab(
      settings, seed: options.overrides.seed ?? top.initialSetup.world?.seed ?? 1,
      speed: options.speed, at: shared.real)
  }

  mutating func leaveLab() {
    guard lab?.replay == nil else {
      shared.notice = stage.refusal(of: .leaveLab)
      return
    }
    if lab?.recording != nil { toggleRecording() }
    visit.clock.resume()
    lab?.leave()
  }

  mutating func toggleLab() { if isLabOpen { leaveLab() } else { openLab() } }

  /// Lists the units; the present one is chosen, where the lab knows it.
  mutating func openLabUnits() {
    var palette = Palette(.units)
    palette.list.choose(lab.flatMap { LabCreative.units.firstIndex(of: $0.settings.unit) } ?? 0)
    showAbove(palette)
  }

  /// Switches the chosen setting, or lists the units.
  mutating func openLabSetting() {
    if lab?.list.selected == 0 { openLabUnits() } else { lab?.changeSetting(1) }
  }

  /// Runs every combination of the settings over the unit, and shows what they come to.
  mutating func showLabMatrix() {
    guard let lab, let seed = lab.setup.seed else { return }
    show(LabMatrixOverlay(lab.settings, seed: seed))
  }

  mutating func moveInLab(by rows: Int) {
    let shared = shared
    lab?.move(by: rows, in: shared)
  }
}
