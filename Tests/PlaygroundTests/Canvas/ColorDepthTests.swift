import AdRendering
import TestSupport
import Testing

@testable import Playground

@Suite struct ColorDepthTests {
  @Test(arguments: [
    (0, ColorDepth.none), (2, .none), (8, .eight), (16, .sixteen), (88, .sixteen), (256, .palette),
    (16_777_216, .direct),
  ])
  func `a terminal's depth follows from its number of colours`(colors: Int, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors) == depth)
  }

  @Test(arguments: [ColorDepth.palette, .direct])
  func `the whole palette stays as it is`(depth: ColorDepth) {
    for color in UInt8.min...UInt8.max {
      #expect(depth.nearest(to: .palette(color)) == .palette(color))
    }
  }

  @Test(
    arguments: [
      // Its own sixteen, cube corners, greys.
      (9, 9), (196, 9), (46, 10), (21, 4), (226, 11), (231, 15), (16, 0), (244, 8), (254, 7),
      (160, 1),
    ] as [(UInt8, UInt8)])
  func `sixteen colours take the nearest`(color: UInt8, expected: UInt8) {
    #expect(ColorDepth.sixteen.nearest(to: .palette(color)) == .palette(expected))
  }

  @Test(
    arguments: [
      (1, 1), (9, 1), (14, 6), (15, 7), (8, 7), (196, 1), (46, 2), (21, 4), (231, 7), (232, 0),
      (255, 7),
    ] as [(UInt8, UInt8)])
  func `eight colours take the nearest, and bright ones their plain sister`(
    color: UInt8, expected: UInt8
  ) { #expect(ColorDepth.eight.nearest(to: .palette(color)) == .palette(expected)) }

  @Test func `no depth answers with a colour that it does not have`() throws {
    for color in UInt8.min...UInt8.max {
      guard case .palette(let ofEight) = ColorDepth.eight.nearest(to: .palette(color)),
        case .palette(let ofSixteen) = ColorDepth.sixteen.nearest(to: .palette(color))
      else { throw TestSupportError("\(color) is lost") }
      #expect(ofEight < 8 && ofSixteen < 16)
      #expect(ColorDepth.none.nearest(to: .palette(color)) == .standard)
    }
  }

  @Test func `any colour is shown as it is or as the nearest`() {
    let color = Color.rgb(RGB(134, 96, 1))
    #expect(ColorDepth.direct.nearest(to: color) == color)
    #expect(ColorDepth.palette.nearest(to: color) == .palette(94))
    #expect(ColorDepth.none.nearest(to: color) == .standard)
  }

  @Test(arguments: [ColorDepth.eight, .sixteen])
  func `what can be read in all colours can be read in few`(depth: ColorDepth) {
    for behind in UInt8.min...UInt8.max {
      for color in stride(from: UInt8.min, to: UInt8.max, by: 5) where color != behind {
        let style = depth.nearest(
          to: Style(.palette(color), on: .palette(behind)), isPicture: false)
        guard let front = style.foreground.look, let ground = style.background.look,
          front.contrast(with: ground) >= 3
        else {
          Issue.record("\(color) on \(behind) cannot be read with \(depth): \(style)")
          return
        }
      }
    }
  }

  @Test func `a picture keeps two colours that have become one`() {
    let style = ColorDepth.eight.nearest(
      to: Style(.palette(232), on: .palette(233)), isPicture: true)
    #expect(style == Style(.palette(0), on: .palette(0)))
  }
}
