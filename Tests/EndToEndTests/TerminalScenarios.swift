import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The program in a terminal: what it does to it, and that it gives it back.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct TerminalScenarios {
  private func start(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> TmuxScreen {
    let tmux = try TmuxScreen(
      columns: columns, rows: rows, command: [BuiltProgram.path], environment: environment)
    try tmux.waitUntilIdle(keys: 0)
    return tmux
  }

  /// Expects that the program ends by itself or by a signal, and leaves a shell's terminal behind.
  private func expectTerminalIsGivenBack(
    _ tmux: TmuxScreen, code: Int32, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let exit = try tmux.waitForExit()
    #expect(exit == .ended(code), sourceLocation: location)
    #expect(try tmux.flags == .shell, sourceLocation: location)
  }

  @Test func `of a terminal that is larger than any a part is drawn, and it is said`() throws {
    let folder = try TemporaryFolder()
    let program = try TerminalProgram([], in: folder, columns: 2000)
    program.press("a")
    try program.waitUntilTaken(1)
    program.press("q")
    #expect(program.waitForEnd() == 0)
    #expect(program.text.contains("the terminal is larger than 1000×1000 cells"))
    #expect(program.text.contains("the screen is drawn in a part of it"))
  }

  @Test(arguments: ["screen-256color", "xterm-256color", "vt100"])
  func `all rows of a high terminal scroll while it runs, and after it has quit`(
    terminal: String
  ) throws {
    let tmux = try start(columns: 120, rows: 40, environment: ["TERM": terminal])
    #expect(try tmux.scrollRegion == 0...39)
    try tmux.press("PageDown", idle: 1)
    try tmux.press("q")
    let exit = try tmux.waitForExit()
    #expect(exit == .clean)
    #expect(try tmux.scrollRegion == 0...39)
  }

  @Test func `every key arrives, arrows and letters of all kinds`() throws {
    let tmux = try start()
    try tmux.press("Down", "Up", "PageDown", "Home", "S-Right", idle: 5)
    try tmux.press("Escape", idle: 6)
    try tmux.press("q")
    try expectTerminalIsGivenBack(tmux, code: 0)
  }

  @Test func `keys that wait are counted together, though frames come between`() throws {
    let folder = try TemporaryFolder()
    let program = try TerminalProgram([], in: folder)
    program.press("]")
    try program.waitUntilTaken(1)
    program.press(String(repeating: "][", count: 1000))
    try program.waitUntilTaken(2)
    #expect(program.keysTaken == 2001)
    #expect(program.end(by: SIGTERM) == 128 + SIGTERM)
  }

  @Test(arguments: [true, false])
  func `a stop gives the whole screen back, and fg brings it back even at another size`(
    isAnnounced: Bool
  ) throws {
    let taken = TerminalFlags(alternateScreen: true, cursor: false, keypad: true)
    let tmux = try start()
    #expect(try tmux.flags == taken)
    if isAnnounced { try tmux.press("C-z") } else { try tmux.signal(SIGSTOP) }
    try tmux.waitUntilStopped()
    #expect(try tmux.flags == (isAnnounced ? .shell : taken))
    try tmux.resize(columns: 90, rows: 30)
    try tmux.foreground()
    try tmux.waitUntilIdle(keys: 0)
    #expect(try tmux.flags == taken)
    // An arrow is one key again.
    try tmux.press("Down", idle: 1)
    try tmux.press("q")
    try expectTerminalIsGivenBack(tmux, code: 0)
  }

  @Test func `the mouse is the terminal's until it is asked for, and after every end`() throws {
    let ends: [(String, (TmuxScreen) throws -> Void, Int32)] = [
      ("quit", { try $0.press("q") }, 0), ("SIGTERM", { try $0.signal(SIGTERM) }, 128 + SIGTERM),
      ("SIGSEGV", { try $0.signal(SIGSEGV) }, 128 + SIGSEGV),
    ]
    for (name, end, code) in ends {
      let tmux = try start()
      #expect(try !tmux.flags.mouse, "\(name)")
      try tmux.press("Escape", "m", idle: 2)
      #expect(try tmux.flags.mouse, "\(name)")
      // The lowest row of the map: the end of the page.
      try tmux.type("\u{1B}[<0;54;15M\u{1B}[<0;54;15m")
      try tmux.waitUntilIdle(keys: 4)
      #expect(try tmux.screen().contains("─ 100% ┐"), "\(name)")
      try tmux.press("C-z")
      try tmux.waitUntilStopped()
      #expect(try tmux.flags == .shell, "\(name)")
      try tmux.foreground()
      try tmux.waitUntilIdle(keys: 4)
      #expect(try tmux.flags.mouse, "\(name)")
      try end(tmux)
      try expectTerminalIsGivenBack(tmux, code: code)
    }
  }

  @Test func `ctrl-c ends it`() throws {
    let tmux = try start()
    try tmux.press("C-c")
    try expectTerminalIsGivenBack(tmux, code: 128 + SIGINT)
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL,
    SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT, SIGSYS,
  ])
  func `asked to end, or whatever it dies of, the terminal is given back`(signal: Int32) throws {
    let tmux = try start()
    try tmux.signal(signal)
    try expectTerminalIsGivenBack(tmux, code: 128 + signal)
  }

  @Test(arguments: ["xterm-256color", "xterm", "screen", "linux", "vt100", "vt220", "ansi"])
  func `many terminals will do`(terminal: String) throws {
    let tmux = try start(environment: ["TERM": terminal])
    #expect(try !tmux.screen().allSatisfy(\.isWhitespace))
    try tmux.press("Down", idle: 1)
    try tmux.press("q")
    try expectTerminalIsGivenBack(tmux, code: 0)
  }

  @Test func `NO_COLOR leaves attributes, but no colours`() throws {
    let colored = try start()
    let plain = try start(environment: ["NO_COLOR": "1"])
    #expect(colors(of: try colored.styledScreen()) > 0)
    #expect(colors(of: try plain.styledScreen()) == 0)
    #expect(try colored.screen() == plain.screen())
  }

  @Test func `a light background has colours of its own, and the same words`() throws {
    let dark = try start(environment: ["ADVIEW_THEME": "dark"])
    let light = try start(environment: ["ADVIEW_THEME": "light"])
    #expect(try dark.styledScreen() != light.styledScreen())
    #expect(try dark.screen() == light.screen())
  }

  @Test func `the doctor reads the size from the terminal and leaves it alone`() throws {
    let tmux = try TmuxScreen(
      columns: 100, rows: 30, command: [BuiltProgram.path, "doctor"],
      environment: ["ADVIEW_THEME": "dark"])
    try expectTerminalIsGivenBack(tmux, code: 0)
    let lines = try tmux.screen().split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("ok") && $0.contains("size") && $0.contains("100×30") })
    #expect(lines.contains { $0.contains("colours") && $0.hasSuffix("256") })
  }

  @Test(arguments: [40, 80])
  func `sentences are broken between words`(columns: Int) throws {
    let command = [
      BuiltProgram.path, "compare", "--fetch", "200",
      Project.root.path + "/Demos/crossings.jsonl",
    ]
    let tmux = try TmuxScreen(columns: columns, rows: 60, command: command)
    try expectTerminalIsGivenBack(tmux, code: 0)
    let whole = try run(command).output.split { " \n".contains($0) }
    // A path may be longer than a line.
    #expect(whole.dropFirst().allSatisfy(try tmux.screen().split { " \n".contains($0) }.contains))
  }

  /// How often a screen sets a colour.
  private func colors(of screen: String) -> Int {
    screen.split(separator: "\u{1B}[").dropFirst().count { sequence in
      sequence.prefix { $0 != "m" }.split(separator: ";").contains { parameter in
        Int(parameter).map { (30...38).contains($0) || (40...48).contains($0) || $0 >= 90 } ?? false
      }
    }
  }

  @Test func `without a locale characters are as they are with one`() throws {
    let bare = try start(environment: ["LC_ALL": "C"])
    let utf8 = try start()
    #expect(try bare.screen() == utf8.screen())
  }
}
