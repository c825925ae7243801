extension KeyMap {
  /// The keys of the preload lab.
  static let labBindings: [Binding] = [
    bind(.lab, ["f", .enter, " "], .labFetch, "fetch an ad; present it once it is ready"),
    bind(.lab, ["r"], .labReset, "reset: cancel the fetch, delete the ad"),
    bind(.lab, ["s"], .labSettings, "the settings of the lab"),
    bind(.lab, [.up, "k"], .labUp, "what happened: a line back"),
    bind(.lab, [.down, "j"], .labDown, "what happened: a line on"),
    bind(.lab, [.escape, "["], .leaveLab, "leave the lab: back to the page"),

    bind(.labSettings, [.up, "k"], .settingUp, "the setting above"),
    bind(.labSettings, [.down, "j"], .settingDown, "the setting below"),
    bind(
      .labSettings, [" ", .enter, .right, "l"], .changeSetting, "switch it; the unit: the next"),
    bind(.labSettings, [.left, "h"], .changeSettingBack, "switch it; the unit: the one before"),
    bind(.labSettings, [.escape, "s"], .labSettings, "close the settings"),
    bind(.labSettings, ["f"], .labFetch, "fetch, or present, as without the settings"),
    bind(.labSettings, ["r"], .labReset, "reset"),
  ]
}
