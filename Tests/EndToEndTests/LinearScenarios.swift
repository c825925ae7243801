import Glibc
import TestSupport
import Testing

/// The program without a screen: in a pipe, in a terminal, and where there can be no screen.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct LinearScenarios {
  /// What the program says to these lines from a real pipe, with `2>&1`.
  private func say(_ lines: String, _ arguments: String = "") throws -> FinishedCommand {
    try run(
      ["sh", "-c", "printf '\(lines)' | \(BuiltProgram.path) play --linear \(arguments) 2>&1"],
      environment: ["XDG_CONFIG_HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere", "TERM": "dumb"])
  }

  @Test func `the same lines in a pipe say the same, whatever the clock says`() throws {
    let lines = "down 20\\nwait 3\\nmetrics\\n"
    let first = try say(lines, "--consent granted")
    #expect(first.status == 0)
    #expect(first.output.contains("resize 320×100 → 320×160, scroll position adjusted by 60"))
    #expect(first.output.contains("slot 2 mobile_2  loaded → impressed"))
    #expect(first.output.contains("it is 00:03.000"))
    #expect(first.output.contains("\nrequests: 3"))
    #expect(!first.output.contains("\u{1B}"))
    #expect(try say(lines, "--consent granted").output == first.output)
  }

  @Test func `at the end of the lines time runs on; quit ends at once`() throws {
    let end = try say("down", "--consent granted")
    #expect(end.output.hasSuffix("◉ viewable  in view long enough (MRC)\n"))
    let quit = try say("down\\nquit\\nwait 9\\n", "--consent granted")
    #expect(quit.status == 0)
    #expect(quit.output.hasSuffix("%\n"))
  }

  @Test func `lines from a pipe write no log and open nothing, and say so`() throws {
    let run = try run([
      "sh", "-c",
      """
      folder=$(mktemp -d) && printf '# A\\n\\n[b](https://b.example/)\\n' > $folder/a.md
      printf 'b\\nnext\\nopen\\n' | XDG_STATE_HOME=$folder/state XDG_CONFIG_HOME=$folder/config \
        \(BuiltProgram.path) play --linear --consent granted $folder/a.md
      ls $folder && rm -r $folder
      """,
    ])
    #expect(run.output.contains("would open https://b.example/: "))
    #expect(run.output.hasSuffix("\na.md\n"), "\(run.output)")
  }

  @Test(.enabled(if: BuiltProgram.hasTmux))
  func `a terminal that cannot have a screen is told of linear, and linear works there`() throws {
    let refused = try TmuxScreen(
      columns: 160, command: [BuiltProgram.path], environment: ["TERM": "dumb"])
    #expect(try refused.waitForExit().code == EX_UNAVAILABLE)
    #expect(try refused.screen().contains("adview play --linear"))

    let tmux = try TmuxScreen(
      command: [BuiltProgram.path, "play", "--linear", "--consent", "granted"],
      environment: ["TERM": "dumb"])
    // Time goes on by itself.
    try tmux.waitForText("loading → loaded")
    try tmux.type("where")
    try tmux.press("Enter", until: "unloading off, 390×844 pt")
    try tmux.type("quit")
    try tmux.press("Enter", exit: .clean)
  }
}
