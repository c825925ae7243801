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
  static let overlayWarning = style(.overlayWarning)

  private static func style(_ role: Role) -> Style { Style(.role(role), on: .role(role)) }

  /// The look of the zone within a threshold.
  static func zone(_ kind: ThresholdKind) -> Style {
    switch kind {
    case .fetch: Style(.role(.fetchZone))
    case .display: Style(.role(.displayZone))
    case .unload: Style(.role(.unloadZone))
    }
  }

  /// What fills the zone within a threshold on the map.
  static func band(_ kind: ThresholdKind) -> String {
    switch kind {
    case .fetch: "▒"
    case .display: "▓"
    case .unload: "░"
    }
  }
}
