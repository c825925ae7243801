internal import AdEngine

/// What each thing on the screen looks like.
///
/// Colours only repeat what a glyph or a word says too, so that nothing is lost without them. Text keeps the
/// terminal's own colours; only what has a background of its own has a fixed foreground as well.
enum Theme {
  static let text = Style.plain
  static let faint = Style(.palette(244))
  static let strong = Style(.standard, on: .standard, .bold)
  static let border = Style(.palette(242))
  static let focusedBorder = Style(.palette(33), on: .standard, .bold)
  static let paneTitle = Style(.standard, on: .standard, .bold)
  static let bar = Style(.palette(255), on: .palette(24))
  static let barStrong = Style(.palette(255), on: .palette(24), .bold)
  static let barFaint = Style(.palette(252), on: .palette(24))
  static let lit = Style(.palette(255), on: .palette(160), .bold)
  static let key = Style(.palette(33), on: .standard, .bold)
  static let heading = Style(.standard, on: .standard, .bold)
  static let link = Style(.palette(33), on: .standard, .underline)
  static let selected = Style(.palette(255), on: .palette(26), .bold)
  static let code = Style(.palette(136))
  static let warning = Style(.palette(166), on: .standard, .bold)
  static let overlay = Style(.palette(252), on: .palette(236))
  static let overlayStrong = Style(.palette(255), on: .palette(236), .bold)
  static let overlayKey = Style(.palette(117), on: .palette(236), .bold)

  /// The colour of a load state.
  static func color(_ state: AdLoadState) -> Color {
    switch state {
    case .notLoaded: .palette(244)
    case .fetched: .palette(172)
    case .displayed: .palette(35)
    case .unloaded: .palette(133)
    }
  }

  /// The glyph of a load state.
  static func glyph(_ state: AdLoadState) -> String {
    switch state {
    case .notLoaded: "○"
    case .fetched: "◐"
    case .displayed: "●"
    case .unloaded: "◌"
    }
  }
}
