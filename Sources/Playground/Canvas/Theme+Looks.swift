/// The looks of the themes.
extension Theme {
  /// 256 colours on dark backgrounds.
  static func dark(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .faint, .empty: Style(.palette(247))
    case .strong, .paneTitle, .heading: Style(.standard, on: .standard, .bold)
    case .border: Style(.palette(244))
    case .focusedBorder, .key: Style(.palette(75), on: .standard, .bold)
    case .link: Style(.palette(75), on: .standard, .underline)
    case .code: Style(.palette(179))
    case .warning: Style(.palette(209), on: .standard, .bold)
    case .pending: Style(.palette(214))
    case .ready: Style(.palette(176))
    case .viewable: Style(.palette(78))
    case .fetchZone: Style(.palette(110))
    case .displayZone: Style(.palette(81))
    case .unloadZone: Style(.palette(146))
    case .overlay: Style(.palette(252), on: .palette(236))
    case .overlayStrong: Style(.palette(255), on: .palette(236), .bold)
    case .overlayKey: Style(.palette(117), on: .palette(236), .bold)
    case .overlayPlugin: Style(.palette(114), on: .palette(236), .bold)
    case .overlayWarning: Style(.palette(209), on: .palette(236), .bold)
    case .bar, .barStrong, .barFaint, .lit, .selected: bars(role)
    }
  }

  /// 256 colours on light backgrounds.
  static func light(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .faint, .empty: Style(.palette(242))
    case .strong, .paneTitle, .heading: Style(.standard, on: .standard, .bold)
    case .border: Style(.palette(245))
    case .focusedBorder, .key: Style(.palette(26), on: .standard, .bold)
    case .link: Style(.palette(26), on: .standard, .underline)
    case .code: Style(.palette(23))
    case .warning: Style(.palette(160), on: .standard, .bold)
    case .pending: Style(.palette(94))
    case .ready: Style(.palette(127))
    case .viewable: Style(.palette(22))
    case .fetchZone: Style(.palette(25))
    case .displayZone: Style(.palette(19))
    case .unloadZone: Style(.palette(60))
    case .overlay: Style(.palette(235), on: .palette(254))
    case .overlayStrong: Style(.palette(232), on: .palette(254), .bold)
    case .overlayKey: Style(.palette(25), on: .palette(254), .bold)
    case .overlayPlugin: Style(.palette(22), on: .palette(254), .bold)
    case .overlayWarning: Style(.palette(124), on: .palette(254), .bold)
    case .bar, .barStrong, .barFaint, .lit, .selected: bars(role)
    }
  }

  /// What looks the same on any background, having its own.
  private static func bars(_ role: Role) -> Style {
    switch role {
    case .lit: Style(.palette(255), on: .palette(160), .bold)
    case .selected: Style(.palette(255), on: .palette(26), .bold)
    case .barStrong: Style(.palette(255), on: .palette(24), .bold)
    case .barFaint: Style(.palette(252), on: .palette(24))
    default: Style(.palette(255), on: .palette(24))
    }
  }

  /// The sixteen colours of the terminal on a dark background; the first eight of them will do.
  static func darkSixteen(_ role: Role) -> Style {
    switch role {
    case .key, .focusedBorder: Style(.palette(14), on: .standard, .bold)
    case .link: Style(.palette(14), on: .standard, .underline)
    case .code: Style(.palette(3))
    case .warning: Style(.palette(9), on: .standard, .bold)
    case .pending: Style(.palette(11))
    case .ready: Style(.palette(13))
    case .viewable: Style(.palette(10))
    case .fetchZone: Style(.palette(6))
    case .displayZone: Style(.palette(14))
    default: sixteen(role)
    }
  }

  /// The sixteen colours of the terminal on a light background: none of the bright ones.
  static func lightSixteen(_ role: Role) -> Style {
    switch role {
    case .key, .focusedBorder: Style(.palette(4), on: .standard, .bold)
    case .link: Style(.palette(4), on: .standard, .underline)
    case .code: Style(.palette(6))
    case .warning: Style(.palette(1), on: .standard, .bold)
    case .pending: Style(.palette(5))
    case .ready: Style(.palette(4))
    case .viewable: Style(.palette(2))
    case .fetchZone: Style(.palette(6))
    case .displayZone: Style(.palette(4))
    default: sixteen(role)
    }
  }

  /// Few colours on any background.
  ///
  /// Bright black is the background itself in some schemes, so what is faint is dim instead. Where bold means bright,
  /// bold black is grey, so nothing black is bold.
  private static func sixteen(_ role: Role) -> Style {
    switch role {
    case .faint, .empty, .border: Style(.standard, on: .standard, .dim)
    case .strong, .paneTitle, .heading: Style(.standard, on: .standard, .bold)
    case .bar: Style(.palette(15), on: .palette(4))
    case .barStrong: Style(.palette(15), on: .palette(4), .bold)
    case .barFaint: Style(.palette(7), on: .palette(4))
    case .lit: Style(.palette(15), on: .palette(1), .bold)
    case .selected: Style(.palette(0), on: .palette(6))
    case .overlay: Style(.palette(0), on: .palette(7))
    case .overlayStrong: Style(.palette(0), on: .palette(7), .underline)
    case .overlayKey: Style(.palette(4), on: .palette(7))
    case .overlayPlugin: Style(.palette(5), on: .palette(7))
    case .overlayWarning: Style(.palette(1), on: .palette(7))
    default: .plain
    }
  }

  /// No colours: attributes, which any background bears.
  static func monochrome(_ role: Role) -> Style {
    switch role {
    case .faint, .empty, .border: Style(.standard, on: .standard, .dim)
    case .strong, .paneTitle, .heading, .key, .warning, .focusedBorder, .lit, .overlayStrong,
      .overlayKey, .overlayPlugin, .overlayWarning:
      Style(.standard, on: .standard, .bold)
    case .link: Style(.standard, on: .standard, .underline)
    case .bar, .barFaint: Style(.standard, on: .standard, .reverse)
    case .barStrong, .selected: Style(.standard, on: .standard, [.reverse, .bold])
    case .text, .code, .overlay, .pending, .ready, .viewable, .fetchZone, .displayZone, .unloadZone:
      .plain
    }
  }
}
