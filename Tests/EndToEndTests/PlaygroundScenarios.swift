import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The playground as a person meets it: the program in a terminal, its files, its pages.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct PlaygroundScenarios {
  /// A folder of its own for settings, log and pages.
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func start(_ arguments: String...) throws -> TmuxScreen {
    let tmux = try TmuxScreen(
      command: [BuiltProgram.path] + arguments,
      environment: [
        "XDG_CONFIG_HOME": home.path + "/config", "XDG_STATE_HOME": home.path + "/state",
      ])
    try tmux.waitUntilIdle(keys: 0)
    return tmux
  }

  @Test func `a session is shown again at any size, and nothing is written`() throws {
    try home.write("# A page\n\n```ad\nunit: u\n```\n", "page.md")
    let session = #"""
      {"adview":1,"page":"page.md","viewport":{"width":384,"height":600}}
      {"at":0,"in":{"scroll":0}}
      {"at":9000,"in":{"caption":"Here it ends."}}

      """#
    try home.write(session, "session.jsonl")
    let tmux = try start("play", home.path + "/session.jsonl")
    try tmux.press("End", until: "■ end")
    #expect(try tmux.screen().contains("Here it ends."))
    try tmux.press("b", until: "slot 1 u  ◉ viewable")
    try tmux.resize(columns: 120, rows: 40)
    // The idle signal comes after the whole frame.
    try tmux.press("Home", after: "384×600 pt", until: "00:00.000 /", idle: 3)
    #expect(try !tmux.screen().contains("Here it ends."))
    try tmux.press("q", exit: .clean)
    #expect(try home.text("session.jsonl") == session)
    #expect((try? home.text("state/adview/debug.log")) == nil)
  }

  @Test func `a search by keys that mean something elsewhere, then why`() throws {
    try home.write("# A page\n\nThe quick bridge.\n\n```ad\nunit: u\n```\n", "page.md")
    let tmux = try start("--consent", "granted", home.path + "/page.md")
    try tmux.press("/", "q", "u", "i", "c", "k", until: "/quick  1 of 1")
    try tmux.press("Enter", "Escape", idle: 8)
    try tmux.press("w", until: "why slot 1 u")
    #expect(try tmux.screen().contains("ad requested, generation 1"))
    try tmux.press("Escape", idle: 10)
    try tmux.press("q", exit: .clean)
  }

  @Test func `consent and the ladybug are remembered from one launch to the next`() throws {
    let first = try start()
    #expect(try first.screen().contains("May this page load ads"))
    try first.press("a", "b", "q", exit: .clean)
    let settings = try home.text("config/adview/settings.json")
    #expect(settings.contains("\"consent\": \"C"))

    let second = try start()
    let screen = try second.screen()
    #expect(!screen.contains("May this page load ads"))
    #expect(screen.contains("🐞 on"))
    #expect(screen.contains("debug log"))
    try second.press("b", "q", exit: .clean)

    let third = try start()
    #expect(try !third.screen().contains("debug log"))
  }

  @Test func `the log's file has what the pane has, and nothing while the ladybug is off`() throws {
    let off = try start("--consent", "granted")
    try off.press("End", "q", exit: .clean)
    #expect((try? home.text("state/adview/debug.log")) == nil)

    let on = try start("--consent", "granted")
    try on.press("b", "End")
    try on.waitForText("loading → loaded")
    try on.press("q", exit: .clean)
    let log = try home.text("state/adview/debug.log")
    #expect(log.hasPrefix("== adview, 20"))
    #expect(log.contains("notLoaded → fetched  gap "))
    #expect(log.contains("  frame "))
  }

  @Test func `settings that cannot be understood are set aside, not lost`() throws {
    try home.write("{ not settings", "config/adview/settings.json")
    let tmux = try start()
    #expect(try tmux.screen().contains("are not valid"))
    #expect(try home.text("config/adview/settings.json.unreadable") == "{ not settings")
  }

  @Test func `resizing at any moment leaves no stale cell`() throws {
    let tmux = try start("--consent", "granted")
    let sizes = [(120, 40), (41, 11), (200, 60), (30, 8), (97, 33), (80, 24)]
    for (count, (columns, rows)) in sizes.enumerated() {
      try tmux.resize(columns: columns, rows: rows)
      try tmux.waitUntilIdle(keys: 3 * count)
      // Timeline and metrics go on with the clock: screens are compared while time stands still.
      try tmux.press("p", idle: 3 * count + 1)
      let resized = try tmux.screen()
      try tmux.press("C-l", idle: 3 * count + 2)
      #expect(try tmux.screen() == resized, "\(columns)x\(rows)")
      try tmux.press("p")
    }
  }

  @Test func `a link of the demo opens its page from any folder, and the way back works`() throws {
    let tmux = try start("--consent", "denied")
    try tmux.press("n", "n", "Enter", until: "AdView · The harbour bridge reopens")
    try tmux.press("[", until: "AdView · The Harbour Post")
  }

  @Test func `the palette is found on the screen, and its command copies`() throws {
    let tmux = try start("--consent", "granted")
    #expect(try tmux.screen().contains(": commands"))
    try tmux.type(":")
    try tmux.waitForText("┌ commands ─")
    try tmux.type("fetch 900")
    try tmux.press("Enter", until: "fetch     900")
    try tmux.press("C-p")
    try tmux.type("copy json")
    try tmux.press("Enter", until: "copied as JSON")
    #expect(try tmux.clipboard().hasPrefix("{\"fetchThreshold\":900,"))
    try tmux.press("q", exit: .clean)
  }

  @Test(arguments: [
    ("", "no ads on this page"), ("one line without an end", "one line"),
    ("a\r\nb\r\n\r\n# Heading\r\n", "Heading"), (String(repeating: "x", count: 200_000), "xxxx"),
    ("\u{1B}[2J\u{202E}evil text", "text"),
  ])
  func `any text opens as a page`(text: String, expected: String) throws {
    try home.write(text, "page.md")
    let tmux = try start("--consent", "granted", home.path + "/page.md")
    #expect(try tmux.screen().contains(expected))
    try tmux.press("End", "n", "q", exit: .clean)
  }

  @Test func `thresholds are written into the page through a link, with its permissions`() throws {
    try home.write("# A page\n\nText.\n", "pages/real.md")
    let real = home.path + "/pages/real.md"
    let link = home.path + "/page.md"
    #expect(symlink(real, link) == 0)
    #expect(chmod(real, 0o640) == 0)
    let tmux = try start("--consent", "granted", link)
    try tmux.press("f", "9", "0", "0", "Enter", "W", "Enter", until: "written into")
    let text = try home.text("pages/real.md")
    #expect(text.hasPrefix("---\nlazyLoad: { fetchThreshold: 900, "))
    #expect(text.hasSuffix("---\n# A page\n\nText.\n"))
    var facts = stat()
    #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(real, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
  }

  @Test func `a page that is changed outside is read again, and never written over`() throws {
    try home.write("# A page\n\nText.\n", "page.md")
    let page = home.path + "/page.md"
    let tmux = try start("--consent", "granted", page)
    try home.write("# A page\n\nOther text.\n", "page.md")
    try tmux.waitForText("Other text.")
    try tmux.press("f", "9", "0", "0", "Enter", until: "end comparison")
    try home.write("# A page\n\nChanged text.\n", "page.md")
    try tmux.press("W", "Enter", after: "was changed: ^R reopens it")
    try tmux.waitForText("since it was opened")
    #expect(try home.text("page.md") == "# A page\n\nChanged text.\n")
    try tmux.press("C-r", until: "Changed text.")
  }

  @Test func `a log that cannot be written ends the log's file, not the playground`() throws {
    try home.write("", "state/adview/made")
    #expect(symlink("/dev/full", home.path + "/state/adview/debug.log") == 0)
    let tmux = try start("--consent", "granted")
    try tmux.press("b", until: "debug.log: is not an ordinary file")
    try tmux.press("End", until: "loading → loaded")
    #expect(try !tmux.screen().contains("ordinary file"), "it is said once")
    try tmux.press("q", exit: .clean)
  }

  @Test func `a terminal that goes away ends the program`() throws {
    let tmux = try start("--consent", "granted")
    let program = try tmux.programID()
    try tmux.takeTerminalAway()
    // What has ended and is not waited for yet has no command line any more.
    var waits = 0
    while waits < 400, let line = try? Data(contentsOf: URL(filePath: "/proc/\(program)/cmdline")),
      !line.isEmpty
    {
      poll(nil, 0, 25)
      waits += 1
    }
    #expect(waits < 400)
  }
}
