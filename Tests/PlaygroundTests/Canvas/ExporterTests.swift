import AdRendering
import AdSessions
import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import Playground

@Suite struct ExporterTests {
  private let theme = Theme(.dark, .direct)

  /// A canvas with one row of text.
  private func canvas(_ text: String, _ style: Style = .plain, columns: Int = 20) -> Canvas {
    var canvas = Canvas(width: columns, height: 1)
    canvas.write(text, at: 0, 0, style, in: canvas.bounds)
    return canvas
  }

  // MARK: - ANSI

  @Test func `plain text stays plain, without blanks at its end`() {
    #expect(canvas("plain 漢").ansi(theme) == "plain 漢\n")
    #expect(Canvas(width: 3, height: 2).ansi(theme) == "\n\n")
  }

  @Test(arguments: [
    (Style(.palette(1)), "31"), (Style(.palette(9)), "91"), (Style(.palette(33)), "38;5;33"),
    (Style(.standard, on: .palette(4)), "44"), (Style(.standard, on: .palette(12)), "104"),
    (Style(.rgb(RGB(1, 2, 3)), on: .rgb(RGB(4, 5, 6))), "38;2;1;2;3;48;2;4;5;6"),
    (Style(.standard, on: .standard, [.bold, .dim, .italic, .underline, .reverse]), "1;2;3;4;7"),
    (Theme.link, "4;38;5;75"),
  ])
  func `a style is set before its text and ends behind it`(style: Style, parameters: String) {
    #expect(canvas("x", style).ansi(theme) == "\u{1B}[\(parameters)mx\u{1B}[0m\n")
  }

  @Test func `a bar keeps its blanks`() {
    var canvas = canvas("a", Style(.standard, on: .palette(4)), columns: 3)
    canvas.fill(Rect(column: 1, row: 0, width: 2, height: 1), Cell(" ", style: canvas[0, 0].style))
    #expect(canvas.ansi(theme) == "\u{1B}[44ma  \u{1B}[0m\n")
  }

  @Test func `without colours there are only attributes`() {
    let text = canvas("x", Style(.palette(1), on: .palette(2), .bold)).ansi(Theme(.dark, .none))
    #expect(text == "\u{1B}[1mx\u{1B}[0m\n")
  }

  @Test(arguments: ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\n", "\u{200B}"] as [Unicode.Scalar])
  func `what a terminal might obey is replaced`(scalar: Unicode.Scalar) {
    var canvas = canvas("ab")
    canvas[0, 0].base = scalar
    canvas[1, 0].mark = scalar
    #expect(canvas.ansi(theme) == "\u{FFFD}b\n")
    #expect(canvas.svg(theme, title: "x").contains(">\u{FFFD}</text>"))
  }

  // MARK: - ASCII

  @Test func `in ASCII every cell keeps its place and its style`() {
    var drawn = canvas("┌● 漢é▒", Theme.link)
    drawn[0, 0].mark = "\u{301}"
    let ascii = drawn.ascii
    #expect(ascii.text == "+* ? e:\n")
    #expect(ascii[0, 0].style == Theme.link)
    #expect(ascii.cells.allSatisfy { $0.base.isASCII && !$0.isContinuation && $0.mark == "\0" })
  }

  // MARK: - SVG

  @Test func `a word takes the cells it has, anything else stands in the middle of its own`() {
    let svg = canvas("ab é漢").svg(theme, title: "t")
    #expect(svg.contains("<text x=\"0\" y=\"13.5\" textLength=\"18\">ab</text>"))
    #expect(svg.contains("<text x=\"31.5\" y=\"13.5\" text-anchor=\"middle\">é</text>"))
    #expect(svg.contains("<text x=\"45\" y=\"13.5\" text-anchor=\"middle\">漢</text>"))
  }

  @Test func `frames and blocks are drawn, not written`() {
    let svg = canvas("┌──┐█▀▚░╎", columns: 9).svg(theme, title: "t")
    #expect(!svg.contains("<text"))
    #expect(svg.contains("<rect x=\"36\" y=\"0\" width=\"9\" height=\"18\""))
    #expect(svg.contains("fill-opacity=\"0.25\""))
  }

  @Test(arguments: Theme.Background.allCases)
  func `the theme's colours stand on a background of their own`(ground: Theme.Background) {
    let theme = Theme(ground)
    let svg = canvas("x", Theme.selected).svg(theme, title: "t")
    let background = theme.picture.background.hexadecimal
    #expect(svg.contains("<rect width=\"198\" height=\"36\" rx=\"6\" fill=\"\(background)\"/>"))
    #expect(svg.contains("<rect x=\"0\" y=\"0\" width=\"9\" height=\"18\" fill=\"#005fd7\"/>"))
    #expect(svg.contains("fill=\"#eeeeee\" font-weight=\"bold\">x</text>"))
  }

  @Test func `reversed text changes places with its background`() {
    let theme = Theme(.dark, .none)
    let svg = canvas("x", Theme.bar).svg(theme, title: "t")
    #expect(svg.contains("fill=\"\(theme.picture.background.hexadecimal)\">x</text>"))
    #expect(svg.contains("height=\"18\" fill=\"\(theme.picture.text.hexadecimal)\"/>"))
  }

  @Test func `a picture of anything is well-formed, and holds every character`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var canvas = Canvas(width: 40, height: 12)
      for cell in 0..<canvas.width * canvas.height where random.number(0...2) > 0 {
        let range: ClosedRange<Int> = random.number(0...3) == 0 ? 0...0x1FFFF : 0x20...0x7E
        guard let scalar = Unicode.Scalar(UInt32(random.number(range))), scalar != "\0" else {
          continue
        }
        let role = Role.allCases[random.number(0...Role.allCases.count - 1)]
        canvas[cell % canvas.width, cell / canvas.width] = Cell(
          scalar, style: Style(.role(role), on: .role(role)))
      }
      let svg = canvas.svg(theme, title: "<&\"\u{1B}>")
      let parser = XMLParser(data: Data(svg.utf8))
      let reader = CharacterCount()
      parser.delegate = reader
      try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")\n\(svg)")
      let written = canvas.cells.count { $0.base != " " && LineArt($0.base) == nil }
      #expect(reader.characters == written)
    }
  }

  @Test func `every page of the demo makes a well-formed picture`() throws {
    for name in ["home.md", "harbour.md", "market.md"] {
      var player = Player(try demoPage(name), columns: 120, rows: 40).pressing("b")
      player.press(.pageDown, wait: 5000)
      let parser = XMLParser(data: Data(player.canvas.svg(theme, title: name).utf8))
      #expect(parser.parse())
    }
  }
}

/// Counts the scalars inside the `text` elements of a document.
private final class CharacterCount: NSObject, XMLParserDelegate {
  private(set) var characters = 0
  private var isInText = false

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) { isInText = name == "text" }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { isInText = false }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isInText { characters += text.unicodeScalars.count }
  }
}
