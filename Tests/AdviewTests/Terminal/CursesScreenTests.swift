import CNcurses
import Glibc
import Playground
import Testing

@testable import AdPlayground

/// ncurses and signals are one for the whole process: what needs them is tested one by one.
@Suite(.serialized) enum WithNcurses {}

extension WithNcurses {
  struct CursesScreenTests {
    private func open(
      _ terminal: String = "xterm-256color", columns: Int = 20, rows: Int = 5, colors: Bool = true,
      encoding: TextEncoding = .adopt()
    ) throws -> CursesScreen {
      try CursesScreen.open(
        terminal: terminal, size: TerminalSize(columns: columns, rows: rows), colors: colors,
        encoding: encoding)
    }

    /// A canvas with text on its first row; a character of two cells is followed by a continuation.
    private func canvas(
      _ text: String, style: Style = .plain, columns: Int = 20, rows: Int = 5
    ) -> Canvas {
      var canvas = Canvas(width: columns, height: rows)
      for (column, scalar) in text.unicodeScalars.enumerated() where column < columns {
        canvas[column, 0] = Cell(scalar == "_" ? "\0" : scalar, style: style)
      }
      return canvas
    }

    private func bytes(_ screen: inout CursesScreen, _ canvas: Canvas) -> String {
      var frame: [UInt8] = []
      screen.draw(canvas, into: &frame)
      return String(decoding: frame, as: UTF8.self)
    }

    private func scalar(_ column: Int, _ row: Int = 0) -> Unicode.Scalar? {
      Unicode.Scalar(nc_screen_content(Int32(column), Int32(row)).base)
    }

    private func row(_ row: Int, columns: Int = 20) -> String {
      String(String.UnicodeScalarView((0..<columns).compactMap { scalar($0, row) }))
    }

    @Test func `text comes to the screen`() throws {
      var screen = try open()
      let frame = bytes(&screen, canvas("plain text"))
      #expect(row(0) == "plain text          ")
      #expect(frame.contains("plain text"))
      #expect(frame.contains("\u{1B}[?1049h"))
    }

    @Test(arguments: [("🐞_漢_x", "🐞🐞漢漢x"), ("_ab", " ab")])
    func `a wide character fills two cells, and half of one is a blank`(
      text: String, cells: String
    ) throws {
      var screen = try open()
      _ = bytes(&screen, canvas(text))
      #expect(row(0, columns: cells.unicodeScalars.count) == cells)
    }

    @Test func `a mark stays with its character`() throws {
      var screen = try open()
      var canvas = canvas("cafe!")
      canvas[3, 0].mark = "\u{301}"
      let frame = bytes(&screen, canvas)
      #expect(nc_screen_content(3, 0).mark == 0x301)
      #expect(scalar(4) == "!")
      #expect(frame.contains("cafe\u{301}!"))
    }

    @Test func `a wide character that is cut at the edge is replaced`() throws {
      var screen = try open()
      var canvas = Canvas(width: 20, height: 5)
      canvas[19, 1] = Cell("漢")
      _ = bytes(&screen, canvas)
      #expect(scalar(19, 1) == "\u{FFFD}")
    }

    @Test func `control characters do not get out`() throws {
      var screen = try open()
      let frame = bytes(&screen, canvas("a\u{1B}\u{7}\u{9B}\u{202E}\u{200B}\n\tz"))
      #expect(row(0, columns: 9) == "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}z")
      #expect(!frame.contains("\u{7}") && !frame.contains("\u{202E}") && !frame.contains("\u{9B}"))
    }

    @Test func `the last cell of the screen can be written`() throws {
      var screen = try open()
      var canvas = Canvas(width: 20, height: 5)
      canvas[19, 4] = Cell("#")
      #expect(bytes(&screen, canvas).contains("#"))
      #expect(scalar(19, 4) == "#")
    }

    @Test func `the same canvas takes no bytes, a changed cell takes few`() throws {
      var screen = try open()
      _ = bytes(&screen, canvas("one two three"))
      #expect(bytes(&screen, canvas("one two three")) == "")
      let change = bytes(&screen, canvas("one TWO three"))
      #expect(change.contains("TWO") && !change.contains("three"))
    }

    @Test func `a canvas of another size is cut and filled up`() throws {
      var screen = try open()
      _ = bytes(&screen, canvas(String(repeating: "x", count: 30), columns: 30, rows: 8))
      #expect(row(0) == String(repeating: "x", count: 20))
      _ = bytes(&screen, canvas("yy", columns: 2, rows: 1))
      #expect(row(0) == "yy" + String(repeating: " ", count: 18))
    }

    @Test func `another size paints every cell`() throws {
      var screen = try open()
      _ = bytes(&screen, canvas("still here"))
      screen.resize(to: TerminalSize(columns: 30, rows: 8))
      #expect(bytes(&screen, canvas("still here", columns: 30, rows: 8)).contains("still here"))
      #expect(nc_screen_content(29, 7).base == 0x20)
    }

    @Test func `a frame after leaving takes the terminal again`() throws {
      var screen = try open()
      _ = bytes(&screen, canvas("before"))
      screen.leave()
      let frame = bytes(&screen, canvas("before"))
      #expect(frame.contains("\u{1B}[?1049h"))
      #expect(frame.contains("\u{1B}[?1h"))
      #expect(frame.contains("\u{1B}[?25l"))
      #expect(frame.contains("before"))
    }

    @Test func `a repaint paints every cell`() throws {
      var screen = try open()
      _ = bytes(&screen, canvas("painted"))
      screen.repaint()
      #expect(bytes(&screen, canvas("painted")).contains("painted"))
    }

    @Test func `styles become pairs and attributes`() throws {
      var screen = try open()
      _ = bytes(
        &screen, canvas("x", style: Style(.palette(196), on: .palette(17), [.bold, .underline])))
      let cell = nc_screen_content(0, 0)
      #expect(cell.foreground == 196 && cell.background == 17)
      #expect(cell.attributes & nc_bold != 0 && cell.attributes & nc_underline != 0)
      #expect(cell.attributes & nc_reverse == 0)
    }

    @Test(arguments: [(.dark, 75), (.light, 26)] as [(Theme.Background, Int32)])
    func `roles are shown by the theme of the background`(
      ground: Theme.Background, color: Int32
    ) throws {
      var screen = try CursesScreen.open(
        terminal: "xterm-256color", size: TerminalSize(columns: 20, rows: 5), colors: true,
        background: ground, encoding: .adopt())
      _ = bytes(&screen, canvas("x", style: Style(.role(.link))))
      let cell = nc_screen_content(0, 0)
      #expect(cell.foreground == color)
      #expect(cell.attributes & nc_underline != 0)
    }

    @Test func `every pair of the palette can be shown`() throws {
      var screen = try open(columns: 256, rows: 2)
      for behind in stride(from: UInt8(0), through: 250, by: 50) {
        var canvas = Canvas(width: 256, height: 2)
        for color in UInt8.min...UInt8.max {
          canvas[Int(color), 1] = Cell("▀", style: Style(.palette(color), on: .palette(behind)))
        }
        _ = bytes(&screen, canvas)
        let cell = nc_screen_content(255, 1)
        #expect(cell.foreground == 255 && cell.background == Int32(behind))
      }
    }

    @Test(arguments: ["linux", "screen", "ansi"])
    func `eight colours are enough, even when pairs run out`(terminal: String) throws {
      var screen = try open(terminal, columns: 256, rows: 2)
      #expect(screen.theme.depth == .eight)
      for behind in stride(from: UInt8(0), through: 255, by: 15) {
        var canvas = Canvas(width: 256, height: 2)
        for color in UInt8.min...UInt8.max {
          canvas[Int(color), 0] = Cell("x", style: Style(.palette(color), on: .palette(behind)))
        }
        _ = bytes(&screen, canvas)
        #expect(row(0, columns: 256) == String(repeating: "x", count: 256))
        #expect(nc_screen_content(200, 0).foreground < 8)
      }
    }

    @Test(arguments: [("vt100", true), ("xterm-256color", false)])
    func `without colours the attributes remain`(terminal: String, colors: Bool) throws {
      var screen = try open(terminal, colors: colors)
      #expect(screen.theme.depth == .none)
      let frame = bytes(&screen, canvas("x", style: Style(.palette(1), on: .palette(2), .reverse)))
      let cell = nc_screen_content(0, 0)
      #expect(cell.pair == 0)
      #expect(cell.attributes & nc_reverse != 0)
      #expect(!frame.contains("\u{1B}[31") && !frame.contains("\u{1B}[42"))
    }

    @Test func `in ASCII everything has a stand-in`() throws {
      var screen = try open(encoding: .ascii)
      let frame = bytes(&screen, canvas("┌─é🐞_█"))
      #expect(row(0, columns: 6) == "+-e* #")
      #expect(frame.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `a terminal that cannot show a screen is refused by name`() {
      #expect(throws: TerminalError.incapable("dumb")) { _ = try open("dumb") }
      #expect(throws: TerminalError.unknown("no-such-terminal")) {
        _ = try open("no-such-terminal")
      }
      #expect(throws: TerminalError.unnamed) { _ = try open("") }
    }

    @Test func `the terminal is given back plain, with cursor and first screen`() throws {
      let xterm = String(decoding: try open().leaving, as: UTF8.self)
      for part in ["\u{1B}(B\u{1B}[m", "\u{1B}[?25h", "\u{1B}[?1l\u{1B}>", "\u{1B}[?1049l"] {
        #expect(xterm.contains(part))
      }
      // No alternate screen: the shell goes on below. No padding is left over.
      let vt100 = String(decoding: try open("vt100").leaving, as: UTF8.self)
      #expect(vt100.hasSuffix("\u{1B}[999;1H\r\n"))
      #expect(!vt100.contains("$<"))
    }

    @Test(arguments: ["xterm-256color", "screen-256color", "vt100", "linux"], [10, 24, 40])
    func `the region that scrolls is the whole screen, and it is reset at the end`(
      terminal: String, rows: Int
    ) throws {
      var screen = try open(terminal, columns: 120, rows: rows)
      #expect(regions(in: bytes(&screen, canvas("x", columns: 120, rows: rows))) == [rows])
      #expect(String(decoding: screen.leaving, as: UTF8.self).hasPrefix("\u{1B}[r"))
      screen.leave()
      #expect(regions(in: bytes(&screen, canvas("x", columns: 120, rows: rows))) == [rows])
    }

    /// A frame for the former size may come to a terminal that has another already, and set the former region there.
    @Test(arguments: ["xterm-256color", "screen-256color", "vt100", "linux"])
    func `what paints every cell begins with the region that scrolls`(terminal: String)
      throws
    {
      var screen = try open(terminal)
      _ = bytes(&screen, canvas("x"))
      screen.resize(to: TerminalSize(columns: 30, rows: 8))
      #expect(bytes(&screen, canvas("x", columns: 30, rows: 8)).hasPrefix("\u{1B}[1;8r"))
      #expect(regions(in: bytes(&screen, canvas("y", columns: 30, rows: 8))).isEmpty)
      screen.repaint()
      #expect(bytes(&screen, canvas("y", columns: 30, rows: 8)).hasPrefix("\u{1B}[1;8r"))
      // The terminal is taken again, and everything is painted: once is enough.
      screen.leave()
      screen.resize(to: TerminalSize(columns: 20, rows: 5))
      screen.repaint()
      #expect(regions(in: bytes(&screen, canvas("y"))) == [5])
    }

    /// The last rows of the regions that a frame sets from the first row on.
    private func regions(in frame: String) -> [Int] {
      frame.ranges(of: "\u{1B}[1;").compactMap { range in
        let rest = frame[range.upperBound...]
        let digits = rest.prefix { $0.isNumber }
        return rest.dropFirst(digits.count).first == "r" ? Int(digits) : nil
      }
    }

    @Test func `opening changes no signal handler`() throws {
      var before = sigaction()
      var after = sigaction()
      sigaction(SIGWINCH, nil, &before)
      let screen = try open()
      sigaction(SIGWINCH, nil, &after)
      #expect(before.__sigaction_handler.sa_handler == nil)
      #expect(after.__sigaction_handler.sa_handler == nil)
      _ = screen.size
    }
  }
}
