import TestSupport
import Testing

/// The banner at the bottom of the screen and the interstitial, as a person meets them.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct HostScenarios {
  @Test func `the banner stays, and the interstitial comes on the way to a page`() throws {
    let folder = try TemporaryFolder()
    let first = """
      ---
      adServer: { latency: 50ms }
      screenBanner: screen
      interstitial: full
      ---
      # The first page

      [on](second.md)
      """
    let page = try folder.write(first, "first.md")
    try folder.write("# The second page\n\nSome words.\n", "second.md")
    let tmux = try TmuxScreen(command: [
      BuiltProgram.path, "--consent", "granted", "--record", folder.path + "/s.jsonl", page,
    ])
    try tmux.press("I", after: "screen banner · screen · ●")
    try tmux.press("Escape", after: "plug-ins: screen banner, interstitial")
    try tmux.press("n", "Enter", after: "The first page", until: "Esc closes")
    try tmux.waitForText("full · ● rendered")
    #expect(try !tmux.screen().contains("Some words."))
    try tmux.press("Escape", until: "Some words.")
    #expect(try !tmux.screen().contains("screen banner"))
    try tmux.press("q", exit: .clean)
    let text = try folder.text("s.jsonl")
    #expect(text.contains(#""in":{"active":false}"#) && text.contains(#""in":{"active":true}"#))
  }
}
