internal import AdEngine

/// What views draw with: styles that name a role and leave its look to the theme that is in force.
extension Theme {
  static let text = style(.text)
  static let faint = style(.faint)
  static let strong = style(.strong)
  static let border = style(.border)
  static let focusedBorder = style(.focusedBorder)
  static let paneTitle = style(.paneTitle)
  static let bar = style(.bar)
  static let barStrong = style(.barStrong)
  static let barFaint = style(.barFaint)
  static let lit = style(.lit)
  static let key = style(.key)
  static let heading = style(.heading)
  static let link = style(.link)
  static let selected = style(.selected)
  static let code = style(.code)
  static let warning = style(.warning)
  static let overlay = style(.overlay)
  static let overlayStrong = style(.overlayStrong)
  static let overlayKey = style(.overlayKey)
  static let overlayPlugin = style(.overlayPlugin)

  private static func style(_ role: Role) -> Style { Style(.role(role), on: .role(role)) }

  /// The colour of a load state.
  static func color(_ state: AdLoadState) -> Color {
    switch state {
    case .notLoaded: .role(.notLoaded)
    case .fetched: .role(.fetched)
    case .displayed: .role(.displayed)
    case .unloaded: .role(.unloaded)
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
