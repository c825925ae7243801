package import AdRendering

/// What each part of the screen looks like: a style for every role.
///
/// Views draw roles and know no theme. What shows a canvas (the terminal, a picture) resolves its styles by a theme
/// that fits the background and the number of colours. Colours only repeat what a glyph or a word says too, so that
/// nothing is lost without them. Text keeps the terminal's own colours where it can; what has a background of its
/// own has a foreground as well.
package struct Theme: Hashable, Sendable {
  /// The background of a terminal, as far as it matters.
  package enum Background: String, CaseIterable, Hashable, Sendable {
    /// Dark: text is lighter than what is behind it.
    case dark
    /// Light: text is darker than what is behind it.
    case light
  }

  /// The background it is made for.
  package let background: Background
  /// The colours it may use.
  package let depth: ColorDepth
  /// A style for each role, in their order.
  private let styles: [Style]

  /// The theme for a background and a number of colours.
  package init(_ background: Background = .dark, _ depth: ColorDepth = .palette) {
    self.background = background
    self.depth = depth
    styles = Role.allCases.map { role in
      depth.nearest(to: Look(of: role).style(background, depth), isPicture: false)
    }
  }

  /// The look of a role.
  package subscript(role: Role) -> Style { styles[Int(role.rawValue)] }

  /// A style as it is shown: roles become colours and attributes, colours those of the theme's depth.
  ///
  /// A part of a picture made of blocks keeps its colours even if it could not be read in them.
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
