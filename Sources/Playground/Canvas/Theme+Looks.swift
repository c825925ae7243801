/// The look of a role on every kind of terminal: no bright one of 16 on light, no number the terminal's own colour.
struct Look {
  typealias Numbers = (dark: UInt8?, light: UInt8?, darkFew: UInt8?, lightFew: UInt8?)

  private var text: Numbers
  private var ground: Numbers
  private var attributes: TextAttributes
  /// Those with few colours, and without any, where they differ.
  private var few: TextAttributes?
  private var none: TextAttributes?

  private init(
    _ text: Numbers = (nil, nil, nil, nil), on ground: Numbers = (nil, nil, nil, nil),
    _ attributes: TextAttributes = [], few: TextAttributes? = nil, none: TextAttributes? = nil
  ) {
    (self.text, self.ground, self.attributes, self.few, self.none) =
      (text, ground, attributes, few, none)
  }

  private static let box: Numbers = (236, 254, 7, 7)
  private static let bar: Numbers = (24, 24, 4, 4)

  /// Some schemes have bright black as background, so faint is dim; bold may mean bright, so nothing black is bold.
  init(of role: Role) {
    self =
      switch role {
      case .text: Look()
      case .faint, .empty: Look((247, 242, nil, nil), few: .dim, none: .dim)
      case .strong, .paneTitle, .heading: Look((nil, nil, nil, nil), .bold)
      case .border: Look((244, 245, nil, nil), few: .dim, none: .dim)
      case .focusedBorder, .key: Look((75, 26, 14, 4), .bold)
      case .link: Look((75, 26, 14, 4), .underline)
      case .code: Look((179, 23, 3, 6))
      case .warning: Look((209, 160, 9, 1), .bold)
      case .pending: Look((214, 94, 11, 5))
      case .ready: Look((176, 127, 13, 4))
      case .viewable: Look((78, 22, 10, 2))
      case .fetchZone: Look((110, 25, 6, 6))
      case .displayZone: Look((81, 19, 14, 4))
      case .unloadZone: Look((146, 60, nil, nil))
      case .overlay: Look((252, 235, 0, 0), on: Self.box)
      case .overlayStrong: Look((255, 232, 0, 0), on: Self.box, .bold, few: .underline)
      case .overlayKey: Look((117, 25, 4, 4), on: Self.box, .bold, few: [])
      case .overlayPlugin: Look((114, 22, 5, 5), on: Self.box, .bold, few: [])
      case .overlayWarning: Look((209, 124, 1, 1), on: Self.box, .bold, few: [])
      case .bar: Look((255, 255, 15, 15), on: Self.bar, none: .reverse)
      case .barStrong: Look((255, 255, 15, 15), on: Self.bar, .bold, none: [.reverse, .bold])
      case .barFaint: Look((252, 252, 7, 7), on: Self.bar, none: .reverse)
      case .lit: Look((255, 255, 15, 15), on: (160, 160, 1, 1), .bold)
      case .selected:
        Look((255, 255, 0, 0), on: (26, 26, 6, 6), .bold, few: [], none: [.reverse, .bold])
      }
  }

  func style(_ background: Theme.Background, _ depth: ColorDepth) -> Style {
    guard depth != .none else { return Style(.standard, on: .standard, none ?? attributes) }
    let hasFew = depth == .eight || depth == .sixteen
    func color(_ numbers: Numbers) -> Color {
      let (dark, light) =
        hasFew ? (numbers.darkFew, numbers.lightFew) : (numbers.dark, numbers.light)
      return (background == .dark ? dark : light).map { .palette($0) } ?? .standard
    }
    return Style(color(text), on: color(ground), hasFew ? few ?? attributes : attributes)
  }
}

package enum Role: UInt8, CaseIterable, Hashable, Sendable {
  // Text on the terminal's own background.
  case text, faint, strong, paneTitle, key, heading, link, code, warning

  // The frames of panes.
  case border, focusedBorder

  // The title bar and what is selected.
  case bar, barStrong, barFaint, lit, selected

  // Boxes over the page.
  case overlay, overlayStrong, overlayKey, overlayPlugin, overlayWarning

  // What is seen of an ad.
  case empty, pending, ready, viewable

  // The zones around the viewport.
  case fetchZone, displayZone, unloadZone

  /// Whether it is there to be read; frames are not.
  package var isText: Bool { self != .border && self != .focusedBorder }
}
