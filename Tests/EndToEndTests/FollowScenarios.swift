import Glibc
import TestSupport
import Testing

/// A session that is shown in a terminal while a test writes it.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct FollowScenarios {
  private static let header =
    #"{"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"top","unit":"u1","y":1000,"width":300,"height":250}]}"#
    + "\n"

  private static func scroll(_ at: Int, _ position: Int) -> String {
    #"{"at":\#(at),"in":{"scroll":\#(position)}}"# + "\n"
  }

  /// A file, or a pipe, that the test writes into.
  private final class Source {
    private let files: TemporaryFolder
    let path: String
    private(set) var descriptor: Int32 = -1

    /// A pipe is open for reading too while it is opened, so that nobody waits for the other.
    init(isPipe: Bool, holding text: String = "") throws {
      files = try TemporaryFolder()
      path = files.path + "/session.jsonl"
      if isPipe {
        try #require(mkfifo(path, 0o600) == 0)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
      } else {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      }
      try #require(descriptor >= 0)
      try write(text)
    }

    deinit { end() }

    func write(_ text: String) throws {
      let bytes = Array(text.utf8)
      try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func end() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }

    func cutShort() throws { try #require(ftruncate(descriptor, 10) == 0) }

    func replace() throws { try #require(rename(try files.write("new", "new"), path) == 0) }
  }

  private func follow(_ path: String, columns: Int = 120, rows: Int = 40) throws -> TmuxScreen {
    try TmuxScreen(
      columns: columns, rows: rows, command: [BuiltProgram.path, "play", "--follow", path])
  }

  @Test(arguments: [false, true])
  func `a file and a pipe are shown as they grow, paused, followed again and left as a replay`(
    isPipe: Bool
  ) throws {
    let source = try Source(isPipe: isPipe)
    let tmux = try follow(source.path)
    try tmux.waitForText("waiting for the first line of")
    // The header comes in two halves.
    try source.write(String(Self.header.prefix(40)))
    try source.write(String(Self.header.dropFirst(40)))
    try tmux.waitForText("no line has come yet")
    try source.write(Self.scroll(0, 0) + Self.scroll(100, 400))
    try tmux.waitForText("● live")
    try source.write(#"{"at":200,"in":{"world":{"slot":"top","generation":1,"#)
    try source.write(#""loaded":{"width":300,"height":250,"media":"display"}}}}"# + "\n")
    // No more lines come, and the session's time goes on.
    try tmux.press("p", after: "◉ viewable", until: "║ pause")
    try source.write(Self.scroll(3_600_000, 0))
    try tmux.press("End", after: "60:00", until: "● live")
    // A line that should have come long ago.
    if isPipe {
      source.end()
      try tmux.waitForText("the stream has ended: this is a replay now")
    } else {
      try source.write(#"{"at":3600100,"end":true}"# + "\n")
      try tmux.waitForText("the session has ended: this is a replay now")
    }
    try tmux.press("Home", until: "replay 00:00.000")
    try tmux.press("Right", until: "replay 00:00.100")
    try tmux.press("q", exit: .clean)
  }

  @Test func `standard input is followed while keys come from the terminal`() throws {
    let source = try Source(
      isPipe: true, holding: Self.header + Self.scroll(0, 0) + Self.scroll(50, 200))
    let tmux = try TmuxScreen(
      columns: 120, rows: 40,
      command: ["sh", "-c", "cat \"$1\" | \"$0\" play --follow -", BuiltProgram.path, source.path])
    try tmux.press("f", "S-Left", "Enter", after: "● live", until: "default 800/200 → now ")
    try source.write(Self.scroll(100, 300))
    try tmux.press("Escape", until: "not followed any longer: this is a replay now")
    // Who writes on is told that nobody reads.
    try source.write(Self.scroll(200, 300))
    try source.write(Self.scroll(300, 300))
    source.end()
    try tmux.press("q", exit: .clean)
  }

  @Test func `what is at fault is said with its line, what was read before stays`() throws {
    let source = try Source(
      isPipe: true,
      holding: Self.header + Self.scroll(0, 0) + Self.scroll(50, 200) + "{\"at\":60,\n")
    let tmux = try follow(source.path)
    try tmux.waitForText("session.jsonl:4: this is not JSON")
    try tmux.press("End", after: "this is a replay now", until: "replay 00:0")
    try tmux.press("q", exit: .ended(65))
    #expect(try tmux.screen().contains("session.jsonl:4: this is not JSON"))
  }

  @Test func `what is opened over a session that is followed ends the following`() throws {
    let source = try Source(
      isPipe: false, holding: Self.header + Self.scroll(0, 0) + Self.scroll(50, 200))
    let tmux = try follow(source.path)
    try tmux.press("O", after: "● live", until: "thresholds")
    try tmux.press("Enter", until: "The harbour bridge reopens")
    // Nobody reads what is at fault any more.
    try source.write("{\"at\":60,\n")
    try tmux.press("Right", "Right")
    #expect(!(try tmux.screen().contains("this is not JSON")))
    try tmux.press("q", exit: .clean)
  }

  @Test func `a file that is cut short or replaced is left`() throws {
    for (change, words) in [
      (Source.cutShort, "was cut short or overwritten"),
      (Source.replace, "was replaced or taken away"),
    ] {
      let source = try Source(
        isPipe: false, holding: Self.header + Self.scroll(0, 0) + Self.scroll(50, 200))
      let tmux = try follow(source.path)
      try tmux.waitForText("● live")
      try change(source)()
      try tmux.press("q", after: "\(words): this is a replay now", exit: .ended(74))
    }
  }

  @Test func `a half line at the end is dropped, and said`() throws {
    let source = try Source(
      isPipe: true,
      holding: Self.header + Self.scroll(0, 0) + Self.scroll(50, 200) + "{\"at\":60,\"in")
    let tmux = try follow(source.path)
    try tmux.waitForText("● live")
    source.end()
    try tmux.press(
      "q", after: "session.jsonl:4: the last line is unfinished and was dropped", exit: .clean)
  }

  @Test func `signals end it in the middle of a stream, and give the terminal back`() throws {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      let source = try Source(isPipe: true, holding: Self.header + Self.scroll(0, 0))
      let tmux = try follow(source.path, columns: 80, rows: 24)
      try tmux.waitForText("● live")
      try tmux.signal(signal)
      #expect(try tmux.waitForExit() == .ended(128 + signal))
    }
  }

  @Test func `a stream that never begins is left by ctrl-c`() throws {
    let source = try Source(isPipe: true)
    let tmux = try follow(source.path)
    try tmux.press("C-c", after: "waiting for the first line of")
    #expect(try tmux.waitForExit().code == 128 + SIGINT)
  }

  @Test func `a stream without an end is drawn, takes keys, and is left at its limit`() throws {
    let folder = try TemporaryFolder()
    // Long lines, so that the limit comes soon.
    let text = String(repeating: "a", count: 4000)
    let script = """
      echo '\(Self.header.dropLast())'
      seq 0 16 320000 | sed 's/.*/{"at":&,"in":{"caption":"\(text)"}}/'
      """
    let path = try folder.write(script, "stream")
    let tmux = try TmuxScreen(
      columns: 80, rows: 24,
      command: ["sh", "-c", "sh \"$1\" | \"$0\" play --follow -", BuiltProgram.path, path])
    try tmux.press("p", after: "● live", until: "║ pause")
    try tmux.press("q", after: "is longer than 32 MiB; the rest is not read", exit: .ended(65))
  }

  @Test(arguments: [
    ("--follow --linear x.jsonl", 64, "--follow and --linear: expected one of them"),
    ("--follow", 64, "--follow: expected the file of a session"),
    ("--follow nowhere.jsonl", 66, "nowhere.jsonl: No such file"),
  ])
  func `what cannot be followed is refused in a sentence`(
    line: String, code: Int32, sentence: String
  ) throws {
    try adview(["play"] + line.split(separator: " ").map(String.init), status: code, has: sentence)
  }
}
