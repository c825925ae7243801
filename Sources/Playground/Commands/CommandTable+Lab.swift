internal import AdLab

extension CommandTable {
  /// The preload lab.
  static let lab: [Line] = [
    row(.lab, ["f", .enter, " "], .labFetch, "fetch an ad; present it once it is ready", .inLab) {
      $0.fetchOrPresent()
    },
    row(.lab, ["r"], .labReset, "reset: cancel the fetch, delete the ad", .inLab) {
      $0.press(.resetRequested)
    },
    row(.lab, ["s"], .labSettings, "the settings of the lab", .inLab) { $0.toggleLabSettings() },
    row(.lab, [.up, "k"], .labUp, "what happened: a line back", [.inLab, .labReplay]) {
      $0.scrollLab(-1)
    },
    row(.lab, [.down, "j"], .labDown, "what happened: a line on", [.inLab, .labReplay]) {
      $0.scrollLab(1)
    },
    row(.lab, [.escape, "["], .leaveLab, "leave the lab: back to the page", .inLab) {
      $0.leaveLab()
    },

    row(.labSettings, [.up, "k"], .settingUp, "the setting above", .inLab) { $0.chooseSetting(-1) },
    row(.labSettings, [.down, "j"], .settingDown, "the setting below", .inLab) {
      $0.chooseSetting(1)
    },
    row(
      .labSettings, [" ", .enter, .right, "l"], .changeSetting, "switch it; the unit: the next",
      .inLab
    ) { $0.changeSetting(1) },
    row(
      .labSettings, [.left, "h"], .changeSettingBack, "switch it; the unit: the one before", .inLab
    ) { $0.changeSetting(-1) },
    also(.labSettings, [.escape, "s"], .labSettings, "close the settings"),
    also(.labSettings, ["f"], .labFetch, "fetch, or present, as without the settings"),
    also(.labSettings, ["r"], .labReset, "reset"),
  ]
}
