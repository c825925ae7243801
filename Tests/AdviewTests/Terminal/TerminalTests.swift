import CNcurses
import Glibc
import Playground
import Testing

@testable import AdPlayground

extension WithNcurses {
  @Suite(.timeLimit(.minutes(10))) struct TerminalTests {
    private let pseudo: PseudoTerminal
    private let blank = Canvas(width: 40, height: 10)

    init() throws { pseudo = try PseudoTerminal(columns: 40, rows: 10) }

    private func open(_ terminal: String = "xterm-256color") throws -> Terminal {
      let features = TerminalFeatures { ["TERM": terminal][$0] }
      return try Terminal.open(features, input: pseudo.program, output: pseudo.program)
    }

    @Test func `keys come as events, in their order`() throws {
      var terminal = try open()
      pseudo.press("j\u{1B}OB漢")
      #expect(terminal.nextEvent(until: nil) == .key(.character("j")))
      #expect(terminal.nextEvent(until: nil) == .key(.down))
      #expect(terminal.nextEvent(until: nil) == .key(.character("漢")))
      #expect(terminal.nextEvent(until: .now) == .woke)
    }

    @Test func `escape is a key when nothing follows`() throws {
      var terminal = try open()
      pseudo.press("\u{1B}")
      #expect(terminal.nextEvent(until: nil) == .key(.escape))
    }

    @Test func `a deadline comes after the keys that are there, and not before its time`() throws {
      var terminal = try open()
      pseudo.press("x")
      #expect(terminal.nextEvent(until: .now - .seconds(5)) == .key(.character("x")))
      let deadline = ContinuousClock.now + .milliseconds(3)
      #expect(terminal.nextEvent(until: deadline) == .woke)
      #expect(ContinuousClock.now >= deadline)
    }

    @Test func `another size is told`() throws {
      var terminal = try open()
      #expect(terminal.size == TerminalSize(columns: 40, rows: 10))
      pseudo.resize(columns: 50, rows: 12)
      raise(SIGWINCH)
      let size = TerminalSize(columns: 50, rows: 12)
      #expect(terminal.nextEvent(until: nil) == .resized(size))
      #expect(terminal.size == size)
    }

    @Test(arguments: [(40_000, 24), (80, 32_768), (65_535, 65_535), (3000, 3000), (1001, 1000)])
    func `of a terminal that claims to be larger than any a part is drawn`(
      columns: Int, rows: Int
    ) throws {
      var terminal = try open()
      pseudo.resize(columns: columns, rows: rows)
      raise(SIGWINCH)
      let size = TerminalSize(columns: min(columns, 1000), rows: min(rows, 1000), isPart: true)
      #expect(terminal.nextEvent(until: nil) == .resized(size))
      pseudo.resize(columns: 1000, rows: 1000)
      raise(SIGWINCH)
      #expect(terminal.nextEvent(until: nil) == .resized(TerminalSize(columns: 1000, rows: 1000)))
    }

    @Test func `a terminal that is too large from the beginning is drawn in part`() throws {
      pseudo.resize(columns: 40_000, rows: 24)
      let terminal = try open()
      #expect(terminal.size == TerminalSize(columns: 1000, rows: 24, isPart: true))
    }

    @Test func `signals come as events, the most urgent first`() throws {
      var terminal = try open()
      pseudo.press("x")
      for signal in [SIGWINCH, SIGINT, SIGHUP, SIGTERM] { raise(signal) }
      #expect(terminal.nextEvent(until: nil) == .terminated(signal: SIGTERM))
      #expect(terminal.nextEvent(until: nil) == .terminated(signal: SIGHUP))
      #expect(terminal.nextEvent(until: nil) == .interrupted)
      #expect(terminal.nextEvent(until: nil) == .resized(terminal.size))
      #expect(terminal.nextEvent(until: nil) == .key(.character("x")))
      #expect(terminal.nextEvent(until: .now) == .woke)
    }

    @Test func `going on after a stop takes the terminal again`() throws {
      var terminal = try open()
      terminal.draw(blank)
      _ = pseudo.output()
      raise(SIGCONT)
      #expect(terminal.nextEvent(until: nil) == .resumed(terminal.size))
      terminal.draw(blank)
      let frame = pseudo.output()
      #expect(frame.contains("\u{1B}[?1049h") && frame.contains("\u{1B}[?1007h"))
    }

    @Test func `the mouse is asked for and given back, and asked for again after a stop`() throws {
      var terminal = try open()
      terminal.draw(blank)
      #expect(!pseudo.output().contains("\u{1B}[?1002h"))
      let isReported = terminal.setMouse(true)
      #expect(isReported)
      terminal.draw(blank)
      #expect(pseudo.output().contains(MouseReport.on))
      pseudo.press("\u{1B}[<0;3;4M")
      let event = MouseEvent(.pressed, column: 2, row: 3)
      #expect(terminal.nextEvent(until: nil) == .mouse(event))
      raise(SIGCONT)
      _ = terminal.nextEvent(until: nil)
      terminal.draw(blank)
      #expect(pseudo.output().contains(MouseReport.on))
      _ = terminal.setMouse(false)
      terminal.draw(blank)
      #expect(pseudo.output().contains(MouseReport.off))
      raise(SIGCONT)
      _ = terminal.nextEvent(until: nil)
      terminal.draw(blank)
      #expect(!pseudo.output().contains("\u{1B}[?1002h"))
      terminal.close()
      #expect(pseudo.output().contains(MouseReport.off))
    }

    @Test func `a terminal that might print it is not asked for the mouse`() throws {
      var terminal = try open("linux")
      let isReported = terminal.setMouse(true)
      #expect(!isReported)
      terminal.draw(blank)
      terminal.close()
      #expect(!pseudo.output().contains("1002"))
    }

    @Test func `what is copied goes to the clipboard with the next frame, once`() throws {
      var terminal = try open()
      terminal.draw(blank)
      _ = pseudo.output()
      try terminal.copy("fetch\u{1B}[2J 漢")
      #expect(pseudo.output() == "")
      terminal.draw(blank)
      #expect(pseudo.output().contains("\u{1B}]52;c;ZmV0Y2gbWzJKIOa8og==\u{7}"))
      terminal.draw(blank)
      #expect(pseudo.output() == "")
    }

    @Test func `a text that no clipboard takes is not written, and one is said why`() throws {
      var terminal = try open("linux")
      #expect(throws: ClipboardError.unsupported(terminal: "linux")) { try terminal.copy("a") }
      #expect(throws: ClipboardError.tooLong(bytes: 75_001)) {
        _ = try ClipboardSequence(String(repeating: "x", count: 75_001))
      }
      #expect(try ClipboardSequence(String(repeating: "x", count: 75_000)).bytes.count == 100_008)
    }

    @Test func `a terminal that has gone away is told`() throws {
      var terminal = try open()
      pseudo.hangUp()
      #expect(terminal.nextEvent(until: nil) == .ended)
      terminal.draw(blank)
      #expect(terminal.nextEvent(until: .now) == .ended)
    }

    @Test func `a frame is announced, and nothing is written when nothing changed`() throws {
      var terminal = try open()
      #expect(pseudo.output() == "")
      var canvas = blank
      terminal.draw(canvas)
      let frame = pseudo.output()
      #expect(frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
      #expect(terminal.lastFrameBytes == frame.utf8.count)
      terminal.draw(canvas)
      #expect(pseudo.output() == "")
      #expect(terminal.lastFrameBytes == 0)
      canvas[3, 3] = Cell("!")
      terminal.draw(canvas)
      #expect(pseudo.output().contains("!"))
      #expect((1..<60).contains(terminal.lastFrameBytes))
    }

    @Test func `what was taken is given back`() throws {
      let before = pseudo.modes()
      var terminal = try open()
      #expect(pseudo.modes() != before)
      terminal.draw(blank)
      _ = pseudo.output()
      terminal.close()
      #expect(pseudo.modes() == before)
      let leaving = pseudo.output()
      for part in ["\u{1B}[?2026l", "\u{1B}[?1007l", "\u{1B}[?25h", "\u{1B}[?1049l"] {
        #expect(leaving.contains(part))
      }
    }

    @Test func `there is one terminal at a time`() throws {
      var terminal = try open()
      #expect(throws: TerminalError.inUse) { _ = try open() }
      var canvas = blank
      canvas[0, 0] = Cell("1")
      terminal.draw(canvas)
      #expect(pseudo.output().contains("1"))
    }

    @Test func `a terminal that is refused is left alone`() throws {
      let before = pseudo.modes()
      #expect(throws: TerminalError.incapable("dumb")) { _ = try open("dumb") }
      #expect(pseudo.modes() == before)
      #expect(pseudo.output() == "")
      _ = try open()
    }

    @Test func `without a terminal there is none to open`() {
      #expect(throws: TerminalError.notATerminal("standard input")) {
        _ = try Terminal.open(
          TerminalFeatures { ["TERM": "xterm-256color"][$0] }, input: -1, output: -1)
      }
    }
  }
}
