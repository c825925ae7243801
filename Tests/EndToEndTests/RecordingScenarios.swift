import Glibc
import TestSupport
import Testing

/// Recording as a person does it: the program in a terminal, killed or not, and what is left.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct RecordingScenarios {
  /// A folder with a page in it.
  private struct Folder {
    private let files: TemporaryFolder
    var path: String { files.path }

    init() throws {
      files = try TemporaryFolder()
      var page = "---\nadServer: { latency: 50ms }\n---\n# A page\n"
      for ad in 1...12 {
        page += "\nText before ad \(ad).\n\n```ad\nunit: u\(ad)\nsize: 320x240\n```\n"
      }
      try files.write(page, "page.md")
    }

    func text(of name: String) -> String? { try? files.text(name) }

    var sessions: [String] { files.names.filter { $0.hasSuffix(".jsonl") } }

    /// Starts the program in this folder.
    func start(_ arguments: String...) throws -> TmuxScreen {
      let command = ["sh", "-c", "cd \"$0\" && exec \"$@\"", path, BuiltProgram.path]
      return try TmuxScreen(command: command + ["--consent", "granted"] + arguments)
    }
  }

  private func check(_ path: String, _ world: String) throws -> FinishedCommand {
    try run([BuiltProgram.path, "check", "--world", world, path])
  }

  @Test func `what is recorded from the command line and by key passes its check`() throws {
    let folder = try Folder()
    let tmux = try folder.start("--record", "whole.jsonl", "page.md")
    try tmux.waitForText("recording to whole.jsonl: S ends it")
    try tmux.press("NPage", "f", "9", "0", "0", "Enter", "NPage", "r", idle: 8)
    try tmux.press("S", until: "recorded: 'adview check whole.jsonl' runs it again")
    try tmux.press("S", until: "recording to page-20")
    try tmux.press("End", "x", "q", exit: .clean)
    #expect(folder.sessions.count == 2)
    for name in folder.sessions {
      #expect(folder.text(of: name)?.hasPrefix("{\"adview\":1,\"page\":\"page.md\"") == true)
      for world in ["recorded", "simulated"] {
        let checked = try check(folder.path + "/" + name, world)
        #expect(checked.status == 0, "\(name): \(checked.output)")
      }
    }
  }

  @Test func `the preload lab is recorded from the command line, and passes its check`() throws {
    let folder = try Folder()
    let tmux = try folder.start("--lab", "celtra18", "--record", "lab.jsonl", "page.md")
    try tmux.press("f", after: "recording to lab.jsonl: S ends it", until: "● presented")
    try tmux.press("r", until: "○ no ad")
    try tmux.press("q", exit: .clean)
    let text = try #require(folder.text(of: "lab.jsonl"))
    #expect(text.hasPrefix("{\"adview\":1,\"lab\":{\"unit\":\"celtra18\""))
    #expect(text.contains("\"preload\":\"presented\"") && text.hasSuffix(",\"end\":true}\n"))
    for world in ["recorded", "simulated"] {
      let checked = try check(folder.path + "/lab.jsonl", world)
      #expect(checked.status == 0, "\(checked.output)")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program ends the recording as it should`(signal: Int32) throws {
    let folder = try Folder()
    let tmux = try folder.start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try tmux.press("NPage", idle: 1)
    try tmux.signal(signal)
    #expect(try tmux.waitForExit().code == 128 + signal)
    let checked = try check(folder.path + "/a.jsonl", "simulated")
    #expect(checked.status == 0, "\(checked.output)")
  }

  @Test(arguments: 1...6)
  func `a recording that is killed opens, with all that was drawn`(seed: Int) throws {
    let folder = try Folder()
    let tmux = try folder.start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    // What is drawn is written; of the keys after that, some may be lost.
    for _ in 0..<seed { try tmux.press("j") }
    try tmux.waitUntilIdle(keys: seed)
    for _ in 0..<seed % 3 { try tmux.press("NPage") }
    try tmux.signal(SIGKILL)
    #expect(try tmux.waitForExit().code == 128 + SIGKILL)
    let scrolled = "\"in\":{\"scroll\":\(20 * seed)}"
    #expect(folder.text(of: "a.jsonl")?.contains(scrolled) == true)
    let opened = try run([BuiltProgram.path, "run", folder.path + "/a.jsonl"])
    #expect(opened.status == 0, "\(opened.output)")
    // What was pending is not in it and not held against it; --update completes it.
    #expect(try check(folder.path + "/a.jsonl", "recorded").status == 0)
    let mended = try run([BuiltProgram.path, "check", "--update", folder.path + "/a.jsonl"])
    #expect(mended.status == 0, "\(mended.output)")
    #expect(try check(folder.path + "/a.jsonl", "recorded").status == 0)
    #expect(folder.text(of: "a.jsonl")?.hasSuffix("}\n") == true)
  }

  @Test func `a file that another playground records to is refused`() throws {
    let folder = try Folder()
    let first = try folder.start("--record", "a.jsonl", "page.md")
    try first.waitUntilIdle(keys: 0)
    let second = try folder.start("--record", "a.jsonl", "page.md")
    #expect(try second.waitForExit() == ProgramExit(code: 69, modesAreRestored: true))
    #expect(try second.screen().contains("a.jsonl: another playground is recording to it"))
    try first.press("q")
    #expect(try first.waitForExit().code == 0)
    #expect(try check(folder.path + "/a.jsonl", "recorded").status == 0)
  }

  @Test func `where there is no more room the recording ends with a whole line, and says so`()
    throws
  {
    let folder = try Folder()
    // A limit of the file's size stands for a full disk.
    let script = "cd \"$0\" && ulimit -f 128 && exec \"$@\""
    let tmux = try TmuxScreen(command: [
      "sh", "-c", script, folder.path, BuiltProgram.path, "--consent", "granted", "--record",
      "a.jsonl", "page.md",
    ])
    try tmux.waitUntilIdle(keys: 0)
    // In blocks of 512 bytes; less is not enough for a screen.
    for _ in 1...20 { try tmux.type(String(repeating: "jk", count: 60)) }
    try tmux.waitUntilIdle(keys: 2400)
    #expect(try !tmux.screen().contains("recording ·"))
    let text = try #require(folder.text(of: "a.jsonl"))
    #expect(text.utf8.count <= 1 << 16 && text.hasSuffix("}\n"))
    #expect(try run([BuiltProgram.path, "run", folder.path + "/a.jsonl"]).status == 0)
    try tmux.press("q")
    #expect(try tmux.waitForExit() == ProgramExit(code: 74, modesAreRestored: true))
    #expect(try tmux.screen().contains("the recording ended: a.jsonl: File too large"))
  }

  @Test func `a recording whose file is taken away is said to be lost, and no success`() throws {
    let folder = try Folder()
    let tmux = try folder.start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try #require(unlink(folder.path + "/a.jsonl") == 0)
    try tmux.press("NPage", "q")
    #expect(try tmux.waitForExit() == ProgramExit(code: 74, modesAreRestored: true))
    #expect(
      try tmux.screen().contains(
        "a.jsonl: the recording is lost: the file was replaced or taken away"))
  }

  @Test func `a recording passes its check after its page was written while it ran`() throws {
    let folder = try Folder()
    let tmux = try folder.start("--record", "a.jsonl", "page.md")
    try tmux.waitUntilIdle(keys: 0)
    try tmux.press("X", "NPage", "W", until: "requests: single")
    try tmux.press("Enter", until: "the recording ended before: a.jsonl")
    try tmux.press("q", exit: .clean)
    #expect(folder.text(of: "page.md")?.contains("requests: single") == true)
    for world in ["recorded", "simulated"] {
      let checked = try check(folder.path + "/a.jsonl", world)
      #expect(checked.status == 0, "\(checked.output)")
    }
  }

  @Test func `where there is no terminal no file is left`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.jsonl"
    let refused = try run([
      "setsid", "--wait", BuiltProgram.path, "--record", path, folder.path + "/page.md",
    ])
    #expect(refused.status == 69, "\(refused.output)")
    #expect(folder.sessions.isEmpty)
  }
}
