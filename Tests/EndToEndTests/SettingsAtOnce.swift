import TestSupport
import Testing

/// Two programs that save their settings into one file at the same time.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct SettingsAtOnce {
  @Test func `each setting keeps the last value given to it by either program`() throws {
    let folder = try TemporaryFolder.holding("# A page\n\n```ad\nunit: u1\n```\n", "page.md").folder
    let (ladybug, consent) = (try start(in: folder), try start(in: folder))
    // Nothing was chosen yet, so both ask at first; one leaves it at that.
    ladybug.press("c")
    consent.press("c")
    // Both have asked before either of them chooses, however slowly they start.
    try ladybug.waitUntilTaken(1)
    try consent.waitUntilTaken(1)
    let toggles = 41
    for count in 1...toggles {
      ladybug.press("b")
      consent.press(count.isMultiple(of: 2) ? "ca" : "cd")
    }
    try ladybug.waitUntilTaken(1 + toggles)
    try consent.waitUntilTaken(1 + 2 * toggles)
    for program in [ladybug, consent] {
      program.press("q")
      #expect(program.waitForEnd() == 0)
    }
    let settings = try folder.text("config/adview/settings.json")
    #expect(settings.contains("\"isDebugEnabled\": true"))
    #expect(settings.contains("\"consent\": \"C"))

    // A third one finds both: the log is open, nothing is asked and no ad loads.
    let third = try TmuxScreen(
      command: [BuiltProgram.path, folder.path + "/page.md"],
      environment: ["XDG_CONFIG_HOME": folder.path + "/config"])
    try third.waitUntilIdle(keys: 0)
    let screen = try third.screen()
    #expect(screen.contains("debug log") && screen.contains("consent denied"), "\(screen)")
  }

  private func start(in folder: TemporaryFolder) throws -> TerminalProgram {
    try TerminalProgram([folder.path + "/page.md"], in: folder)
  }
}
