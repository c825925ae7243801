import Playground
import Testing

@testable import adview

struct ColorDepthTests {
  @Test(arguments: [
    (0, ColorDepth.none), (2, .none), (8, .eight), (16, .sixteen), (88, .sixteen), (256, .palette),
    (16_777_216, .direct),
  ])
  func `a terminal's depth follows from its number of colours`(colors: Int, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors) == depth)
  }

  @Test func `the whole palette stays as it is`() {
    for color in UInt8.min...UInt8.max {
      #expect(ColorDepth.palette.number(for: color) == Int32(color))
    }
  }

  @Test(
    arguments: [
      // Its own sixteen, cube corners, greys.
      (9, 9), (196, 9), (46, 10), (21, 4), (226, 11), (231, 15), (16, 0), (244, 8), (254, 7),
      (160, 1),
    ] as [(UInt8, Int32)])
  func `sixteen colours take the nearest`(color: UInt8, expected: Int32) {
    #expect(ColorDepth.sixteen.number(for: color) == expected)
  }

  @Test(
    arguments: [
      (1, 1), (9, 1), (14, 6), (15, 7), (8, 7), (196, 1), (46, 2), (21, 4), (231, 7), (232, 0),
      (255, 7),
    ] as [(UInt8, Int32)])
  func `eight colours take the nearest, and bright ones their plain sister`(
    color: UInt8, expected: Int32
  ) {
    #expect(ColorDepth.eight.number(for: color) == expected)
  }

  @Test func `no depth answers with a colour that it does not have`() {
    for color in UInt8.min...UInt8.max {
      #expect((0..<8).contains(ColorDepth.eight.number(for: color)))
      #expect((0..<16).contains(ColorDepth.sixteen.number(for: color)))
      #expect((0..<0x100_0000).contains(ColorDepth.direct.number(for: color)))
    }
  }

  @Test func `direct colours are red, green and blue from 8 on`() {
    #expect(ColorDepth.direct.number(for: 3) == 3)
    #expect(ColorDepth.direct.number(for: 17) == 0x00005F)
    #expect(ColorDepth.direct.number(for: 196) == 0xFF0000)
    #expect(ColorDepth.direct.number(for: 255) == 0xEEEEEE)
  }

  @Test(arguments: [ColorDepth.eight, .sixteen])
  func `writing never takes the colour behind it`(depth: ColorDepth) {
    for behind in UInt8.min...UInt8.max {
      for color in stride(from: UInt8.min, to: UInt8.max, by: 5) where color != behind {
        let pair = depth.pair(.palette(color), on: .palette(behind), isPicture: false)
        if pair.foreground == pair.background {
          Issue.record("\(color) on \(behind) cannot be read with \(depth)")
          return
        }
      }
    }
  }

  @Test func `a picture keeps two colours that have become one`() {
    let pair = ColorDepth.eight.pair(.palette(232), on: .palette(233), isPicture: true)
    #expect(pair == ColorPair(foreground: 0, background: 0))
  }

  @Test func `the terminal's own colours are no number`() {
    let pair = ColorDepth.palette.pair(.standard, on: .standard, isPicture: false)
    #expect(pair == ColorPair(foreground: -1, background: -1))
  }
}
