package import AdRendering

/// A style for every role, applied where a canvas leaves the program; colours only repeat what a glyph or word says.
package struct Theme: Hashable, Sendable {
  /// The background of a terminal, as far as it matters.
  package enum Background: String, CaseIterable, Hashable, Sendable {
    /// Dark: text is lighter than what is behind it.
    case dark
    /// Light: text is darker than what is behind it.
    case light
  }

  package let background: Background
  /// The colours it may use.
  package let depth: ColorDepth
  /// A style for each role, in their order.
  private let styles: [Style]

  package init(_ background: Background = .dark, _ depth: ColorDepth = .palette) {
    self.background = background
    self.depth = depth
    styles = Role.allCases.map { role in
      depth.nearest(to: Look(of: role).style(background, depth), isPicture: false)
    }
  }

  package subscript(role: Role) -> Style { styles[Int(role.rawValue)] }

  /// A style as shown, in the theme's depth; a part of a picture keeps its colours even if it could not be read.
  package func resolved(_ style: Style, isPicture: Bool = false) -> Style {
    if style == .plain { return style }
    var result = style
    if case .role(let role) = style.foreground {
      if style.background == style.foreground, style.attributes.isEmpty { return self[role] }
      result.foreground = self[role].foreground
      result.attributes.formUnion(self[role].attributes)
    }
    if case .role(let role) = style.background { result.background = self[role].background }
    return depth.nearest(to: result, isPicture: isPicture)
  }

  /// What stands in a picture for the terminal's own colours: text, and the background it is on.
  package var picture: (text: RGB, background: RGB) {
    switch background {
    case .dark: (RGB(0xD8, 0xD8, 0xD8), RGB(0x16, 0x18, 0x1C))
    case .light: (RGB(0x1C, 0x1C, 0x1C), RGB(0xFF, 0xFF, 0xFF))
    }
  }
}

extension Cell {
  package func style(in theme: Theme) -> Style {
    theme.resolved(style, isPicture: ("\u{2580}"..."\u{259F}").contains(base))
  }
}

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
