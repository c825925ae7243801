import Glibc
import TestSupport
import Testing

/// The driver must be right before anything it says about the program is believed.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct TmuxScreenTests {
  private let cat = ["sh", "-c", "stty size; exec cat"]

  @Test func `what a program prints and what is typed is on the screen`() throws {
    let tmux = try TmuxScreen(columns: 40, rows: 10, command: cat)
    try tmux.waitForText("10 40")
    try tmux.type("漢字 it's")
    try tmux.waitForText("漢字 it's")
  }

  @Test(arguments: [0, 3, 69] as [Int32])
  func `the exit code is told`(code: Int32) throws {
    let tmux = try TmuxScreen(command: ["sh", "-c", "exit \(code)"])
    #expect(try tmux.waitForExit() == .ended(code))
  }

  @Test func `a signal that ends the program is told`() throws {
    let tmux = try TmuxScreen(command: cat)
    try tmux.waitForText("24 80")
    try tmux.signal(SIGTERM)
    #expect(try tmux.waitForExit().code == 128 + SIGTERM)
  }

  @Test func `modes that are left behind are reported`() throws {
    let tmux = try TmuxScreen(command: ["sh", "-c", "stty -echo; printf '\\033[?1049h\\033[?25l'"])
    #expect(try tmux.waitForExit() == ProgramExit(code: 0, modesAreRestored: false))
    let flags = try tmux.flags
    #expect(flags == TerminalFlags(alternateScreen: true, cursor: false, keypad: false))
  }

  @Test func `a program can be stopped and taken up again`() throws {
    let tmux = try TmuxScreen(command: cat)
    try tmux.waitForText("24 80")
    try tmux.press("C-z")
    try tmux.waitUntilStopped()
    try tmux.foreground()
    try tmux.type("again")
    try tmux.waitForText("again")
    try tmux.press("Enter", "C-d")
    #expect(try tmux.waitForExit().code == 0)
  }

  @Test func `a program is told of another size`() throws {
    let command = "trap 'stty size' WINCH; echo ready; while read -r line; do :; done"
    let tmux = try TmuxScreen(command: ["sh", "-c", command])
    try tmux.waitForText("ready")
    try tmux.resize(columns: 100, rows: 30)
    // The shell runs the trap when it has read a line.
    try tmux.press("Enter")
    try tmux.waitForText("30 100")
  }
}
