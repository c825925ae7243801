internal import AdLab

extension CommandTable {
  static let lab: [Line] = [
    row(.lab, ["f", .enter, " "], .labFetch, "fetch an ad; present it once it is ready", .inLab) {
      $0.lab?.fetchOrPresent()
    },
    row(.lab, ["r"], .labReset, "reset: cancel the fetch, delete the ad", .inLab) {
      $0.lab?.press(.resetRequested)
    },
    row(.lab, ["u"], .labUnit, "the unit ID: type any, or choose a known one", .inLab) {
      $0.openLabUnits()
    }
    .hint(11, "unit ID"),
    row(.lab, ["M"], .labMatrix, "the matrix: every combination of the settings", .inLab) {
      $0.showLabMatrix()
    }
    .hint(3, "matrix"),
    row(.lab, ["s"], .labSettings, "the settings of the lab", .inLab) {
      $0.lab?.toggleSettings()
    },
    also(.lab, [.up, "k"], .choiceUp, "what happened: a line back"),
    also(.lab, [.down, "j"], .choiceDown, "what happened: a line on"),
    row(
      .lab, ["C"], .labConsole, "the console of the ad: what its page sent, and its script",
      [.inLab, .labReplay]
    ) { $0.show(LabConsoleOverlay()) },
    row(.lab, [.escape, "["], .leaveLab, "leave the lab: back to the page", .inLab) {
      $0.leaveLab()
    }
    .hint(3, "back to the page", isNeeded: true),

    also(.labSettings, [.up, "k"], .choiceUp, "the setting above")
      .hint(1, "choose", with: [.choiceDown]),
    also(.labSettings, [.down, "j"], .choiceDown, "the setting below"),
    row(
      .labSettings, [" ", .right, "l"], .changeSetting, "switch it; the unit: the next",
      .inLab
    ) { $0.lab?.changeSetting(1) }
    .hint(2, "next unit", if: \.isUnitChosen)
    .hint(2, "switch", unless: \.isUnitChosen),
    row(
      .labSettings, [.left, "h"], .changeSettingBack, "switch it; the unit: the one before", .inLab
    ) { $0.lab?.changeSetting(-1) },
    also(.labSettings, [.escape, "s"], .labSettings, "close the settings")
      .hint(3, "close", isNeeded: true),
    row(.labSettings, [.enter], .openSetting, "switch it; the unit: type or choose it", .inLab) {
      $0.openLabSetting()
    }
    .hint(2, "type it", if: \.isUnitChosen),
    also(.labSettings, ["u"], .labUnit, "the unit ID"),
    also(.labSettings, ["M"], .labMatrix, "the matrix"),
    also(.labSettings, ["f"], .labFetch, "fetch, or present, as without the settings"),
    also(.labSettings, ["r"], .labReset, "reset"),
  ]
}
