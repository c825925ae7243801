import FoundationEssentials
import TestSupport
import Testing

/// The banner at the bottom of the screen and the interstitial, as a person meets them.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct HostScenarios {
  @Test func `the banner stays, the interstitial comes on the way, and Esc leads to the page`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-hosts-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = """
      ---
      adServer: { latency: 50ms }
      screenBanner: screen
      interstitial: full
      ---
      # The first page

      [on](second.md)
      """
    try Data(first.utf8).write(to: folder.appending(path: "first.md"))
    try Data("# The second page\n\nSome words.\n".utf8).write(
      to: folder.appending(path: "second.md"))
    let session = folder.path + "/session.jsonl"
    let tmux = try TmuxScreen(command: [
      BuiltProgram.path, "--consent", "granted", "--record", session, folder.path + "/first.md",
    ])
    try tmux.press("I", after: "screen banner · screen · ●")
    try tmux.press("Escape", after: "plug-ins: screen banner, interstitial")
    try tmux.press("n", "Enter", after: "The first page", until: "Esc closes")
    try tmux.waitForText("full · ● rendered")
    #expect(try !tmux.screen().contains("Some words."))
    try tmux.press("Escape", until: "Some words.")
    #expect(try !tmux.screen().contains("screen banner"))
    try tmux.press("q", exit: .clean)
    let text = String(decoding: try Data(contentsOf: URL(filePath: session)), as: UTF8.self)
    #expect(text.contains(#""in":{"active":false}"#) && text.contains(#""in":{"active":true}"#))
  }
}
