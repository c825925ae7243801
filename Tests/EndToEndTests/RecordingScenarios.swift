import Glibc
import TestSupport
import Testing

/// Recording as a person does it: the program in a terminal, killed or not, and what is left.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct RecordingScenarios {
  /// A folder with a page in it.
  private let folder: TemporaryFolder

  init() throws {
    let ads = (1...12).map { ad in
      "\nText before ad \(ad).\n\n```ad\nunit: u\(ad)\nsize: 320x240\n```\n"
    }
    folder = try TemporaryFolder.holding(
      "---\nadServer: { latency: 50ms }\n---\n# A page\n" + ads.joined(), "page.md"
    ).folder
  }

  private var sessions: [String] { folder.names.filter { $0.hasSuffix(".jsonl") } }

  /// Starts the program in this folder.
  private func start(_ arguments: String..., limits: String = "") throws -> TmuxScreen {
    let command = [
      "sh", "-c", "cd \"$0\" && \(limits) exec \"$@\"", folder.path, BuiltProgram.path,
    ]
    return try TmuxScreen(command: command + ["--consent", "granted"] + arguments)
  }

  /// Expects that a recording passes its check in these worlds.
  private func expectPass(_ name: String, in worlds: String...) throws {
    for world in worlds { try adview(["check", "--world", world, folder.path + "/" + name]) }
  }

  @Test func `what is recorded from the command line and by key passes its check`() throws {
    let tmux = try start("--record", "whole.jsonl", "page.md")
    try tmux.waitForText("recording to whole.jsonl: S ends it")
    try tmux.press("NPage", "f", "9", "0", "0", "Enter", "NPage", "r", idle: 8)
    try tmux.press("S", until: "recorded: 'adview check whole.jsonl' runs it again")
    try tmux.press("S", until: "recording to page-20")
    try tmux.press("End", "x", "q", exit: .clean)
    #expect(sessions.count == 2)
    for name in sessions {
      #expect(try folder.text(name).hasPrefix("{\"adview\":1,\"page\":\"page.md\""))
      try expectPass(name, in: "recorded", "simulated")
    }
  }

  @Test func `the preload lab is recorded from the command line, and passes its check`() throws {
    let tmux = try start("--lab", "celtra18", "--record", "lab.jsonl", "page.md")
    try tmux.press("f", after: "recording to lab.jsonl: S ends it", until: "● presented")
    try tmux.press("r", until: "○ no ad")
    try tmux.press("q", exit: .clean)
    let text = try folder.text("lab.jsonl")
    #expect(text.hasPrefix("{\"adview\":1,\"lab\":{\"unit\":\"celtra18\""))
    #expect(text.contains("\"preload\":\"presented\"") && text.hasSuffix(",\"end\":true}\n"))
    try expectPass("lab.jsonl", in: "recorded", "simulated")
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program ends the recording as it should`(signal: Int32) throws {
    let tmux = try start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try tmux.press("NPage", idle: 1)
    try tmux.signal(signal)
    #expect(try tmux.waitForExit().code == 128 + signal)
    try expectPass("a.jsonl", in: "simulated")
  }

  @Test func `without more room the recording ends with a whole line, and says so`() throws {
    // A limit of the file's size stands for a full disk, in blocks of 512 bytes; less is not enough for a screen.
    let tmux = try start("--record", "a.jsonl", "page.md", limits: "ulimit -f 128 &&")
    try tmux.waitUntilIdle(keys: 0)
    for _ in 1...20 { try tmux.type(String(repeating: "jk", count: 60)) }
    try tmux.waitUntilIdle(keys: 2400)
    #expect(try !tmux.screen().contains("recording ·"))
    let text = try folder.text("a.jsonl")
    #expect(text.utf8.count <= 1 << 16 && text.hasSuffix("}\n"))
    try adview(["run", folder.path + "/a.jsonl"])
    try tmux.press("q", exit: .ended(74))
    #expect(try tmux.screen().contains("the recording ended: a.jsonl: File too large"))
  }

  @Test func `a recording whose file is taken away is said to be lost, and no success`() throws {
    let tmux = try start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try #require(unlink(folder.path + "/a.jsonl") == 0)
    try tmux.press("NPage", "q", exit: .ended(74))
    #expect(
      try tmux.screen().contains(
        "a.jsonl: the recording is lost: the file was replaced or taken away"))
  }

  @Test func `a recording passes its check after its page was written while it ran`() throws {
    let tmux = try start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try tmux.press("X", "NPage", "W", until: "requests: single")
    try tmux.press("Enter", until: "the recording ended before: a.jsonl")
    try tmux.press("q", exit: .clean)
    #expect(try folder.text("page.md").contains("requests: single"))
    try expectPass("a.jsonl", in: "recorded", "simulated")
  }

  @Test func `where there is no terminal no file is left`() throws {
    let refused = try run([
      "setsid", "--wait", BuiltProgram.path, "--record", folder.path + "/a.jsonl",
      folder.path + "/page.md",
    ])
    #expect(refused.status == 69, "\(refused.output)")
    #expect(sessions.isEmpty)
  }
}
