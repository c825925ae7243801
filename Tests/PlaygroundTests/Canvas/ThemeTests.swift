import AdEngine
import AdRendering
import TestSupport
import Testing

@testable import Playground

@Suite struct ThemeTests {
  @Test(
    arguments: [
      (0x000000, 0xFFFFFF, 21), (0x777777, 0xFFFFFF, 4.478), (0xFF0000, 0xFFFFFF, 3.998),
      (0x0000FF, 0x000000, 2.444), (0x123456, 0x123456, 1),
    ] as [(Int, Int, Double)])
  func `contrast is WCAG's`(one: Int, two: Int, ratio: Double) {
    func color(_ packed: Int) -> RGB {
      RGB(UInt8(packed >> 16), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF))
    }
    #expect(abs(color(one).contrast(with: color(two)) - ratio) < 0.001)
    #expect(abs(color(two).contrast(with: color(one)) - ratio) < 0.001)
  }

  @Test(arguments: Theme.Background.allCases, [ColorDepth.palette, .direct])
  func `all text can be read on every usual background, frames can be seen`(
    ground: Theme.Background, depth: ColorDepth
  ) {
    let theme = Theme(ground, depth)
    for role in Role.allCases {
      // The terminal's own text on its own background is the person's choice.
      guard let text = theme[role].foreground.look else {
        #expect(theme[role].background == .standard)
        continue
      }
      let backgrounds = theme[role].background.look.map { [$0] } ?? ground.usualBackgrounds
      for background in backgrounds {
        let contrast = text.contrast(with: background)
        #expect(
          contrast >= (role.isText ? 4.5 : 3),
          "\(role) has \(contrast) on \(background.hexadecimal), \(ground)")
      }
    }
  }

  @Test(arguments: Theme.Background.allCases)
  func `text in a picture can be read on its background`(ground: Theme.Background) {
    let theme = Theme(ground)
    #expect(theme.picture.text.contrast(with: theme.picture.background) >= 7)
    for role in Role.allCases where role.isText && theme[role].background == .standard {
      guard let text = theme[role].foreground.look else { continue }
      #expect(text.contrast(with: theme.picture.background) >= 4.5, "\(role)")
    }
  }

  @Test func `text on a creative of any colour can be read`() throws {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = RGB(UInt8(red), UInt8(green), UInt8(blue))
          let contrast = color.readableText.look?.contrast(with: color) ?? 0
          if contrast < 4.5 { throw TestSupportError("\(color.hexadecimal) leaves \(contrast)") }
        }
      }
    }
  }

  @Test(arguments: Theme.Background.allCases, ColorDepth.allCases)
  func `a theme uses only colours that there are`(ground: Theme.Background, depth: ColorDepth) {
    let theme = Theme(ground, depth)
    for role in Role.allCases {
      let style = theme.resolved(Style(.role(role), on: .role(role)))
      #expect(style == theme[role])
      for color in [style.foreground, style.background] {
        #expect(color == depth.nearest(to: color))
      }
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func `what stands out does so at every depth`(depth: ColorDepth) {
    for ground in Theme.Background.allCases {
      let theme = Theme(ground, depth)
      for role in [Role.selected, .bar, .strong, .link, .warning, .focusedBorder] {
        #expect(theme[role] != theme[.text], "\(role)")
      }
      #expect(theme[.lit] != theme[.bar])
      #expect(theme[.focusedBorder] != theme[.border])
    }
  }

  @Test func `each role looks as it should in each theme`() {
    var lines: [String] = []
    for depth in ColorDepth.allCases {
      for ground in Theme.Background.allCases {
        let theme = Theme(ground, depth)
        lines += Role.allCases.map { "\(depth) \(ground) \($0): \(theme[$0].words)\n" }
      }
    }
    expectGolden(lines.joined(), "roles.txt")
  }

  @Test func `a role lends its look to the styles made of it`() {
    let theme = Theme(.dark, .palette)
    let faded = Style(Theme.faint.foreground, on: .standard, .italic)
    #expect(theme.resolved(faded) == Style(.palette(247), on: .standard, .italic))
    #expect(theme.resolved(SeenState.loading.style) == Style(.palette(214)))
    #expect(
      Theme(.dark, .none).resolved(Theme.selected)
        == Style(.standard, on: .standard, [.reverse, .bold]))
  }
}

extension Theme.Background {
  /// The backgrounds that terminals of this kind usually have, from one end to the other.
  ///
  /// Dark ones lie between black and that of Nord, light ones between white and that of Gruvbox: no other scheme in
  /// wide use is lighter, or darker. A contrast that holds at both ends holds between them.
  fileprivate var usualBackgrounds: [RGB] {
    switch self {
    case .dark: [RGB(0x00, 0x00, 0x00), RGB(0x2E, 0x34, 0x40)]
    case .light: [RGB(0xFF, 0xFF, 0xFF), RGB(0xFB, 0xF1, 0xC7)]
    }
  }
}
