import TestSupport
import Testing

/// `adview check --watch` in a terminal, while a test writes the page.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux))
struct WatchScenarios {
  private static let page = """
    ---
    lazyLoad: {fetchThreshold: 800, displayThreshold: 200}
    ---
    \(String(repeating: "Text.\n\n", count: 80))
    ```ad
    unit: div-gpt-ad-mobile_1
    ```

    """

  /// The page, and a session of it.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.holding(Self.page, "page.md").folder
    try adview(["import", "person", folder.path + "/page.md", "--output", folder.path + "/a.jsonl"])
  }

  @Test func `what was checked is checked again when its page is written`() throws {
    let tmux = try TmuxScreen(
      command: [BuiltProgram.path, "check", "--watch", folder.path + "/a.jsonl"])
    try tmux.waitForText("watching 2 files; ^C ends")
    try folder.write(Self.page.replacing("800", with: "300"), "page.md")
    try tmux.waitForText("fetchThreshold 800 → 300")
    try folder.write(Self.page.replacing("800", with: "500"), "page.md")
    try tmux.waitForText("fetchThreshold 800 → 500")
    try tmux.press("C-c")
    #expect(try tmux.waitForExit().code == 130)
  }

  @Test func `new sessions in a folder, and another budget in adview.yml, count at once`() throws {
    try folder.write("sessions: [.]\n", "adview.yml")
    let tmux = try TmuxScreen(
      command: [
        "sh", "-c", "cd \"$0\" && exec \"$1\" check --watch", folder.path, BuiltProgram.path,
      ])
    try tmux.waitForText("watching 2 files; ^C ends")
    try folder.write(folder.text("a.jsonl"), "b.jsonl")
    try tmux.waitForText("2 sessions: 2 passed")
    try tmux.waitForText("watching 3 files; ^C ends")
    try folder.write("sessions: [.]\nbudget: requests<1\n", "adview.yml")
    try tmux.waitForText("2 sessions: 0 passed, 2 failed")
    try folder.write("sessions: [\n", "adview.yml")
    try tmux.waitForText("adview.yml:2: project: not YAML")
    try folder.write("sessions: [.]\n", "adview.yml")
    try tmux.waitForText("2 sessions: 2 passed, 0 failed, 0 errors")
    try tmux.press("C-c")
    #expect(try tmux.waitForExit().code == 130)
  }
}
