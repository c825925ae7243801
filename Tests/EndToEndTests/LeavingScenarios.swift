import Glibc
import TestSupport
import Testing

/// Following an ad's link in a real terminal: something outside is opened, and the terminal never notices.
@Suite(.tags(.terminal), .enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(10)))
struct LeavingScenarios {
  /// A folder with a page, and perhaps a program that stands for the one that opens addresses.
  ///
  /// What that program notes comes through a named pipe, and so can be waited for.
  private final class Folder {
    private let files: TemporaryFolder
    private let notes: Int32
    /// What was noted so far.
    private(set) var note = ""
    var path: String { files.path }

    init(opener: String?) throws {
      files = try TemporaryFolder()
      let pipe = files.path + "/note"
      try #require(mkfifo(pipe, 0o600) == 0)
      // Open for writing too: there is no end before the test's.
      notes = open(pipe, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      try #require(notes >= 0)
      let page = """
        ---
        adServer: { latency: 50ms }
        ---
        [near](http://127.0.0.1/) [far](https://far.example/a'b;$(id))

        ```ad
        unit: u1
        creative: { size: 320x100, link: "https://bridge.example/?a=1&b=$HOME" }
        ```
        """
      try files.write(page, "page.md")
      guard let opener else { return }
      try files.write("#!/bin/sh\n\(opener)\n", "xdg-open")
      try #require(chmod(path + "/xdg-open", 0o700) == 0)
    }

    deinit { close(notes) }

    func start() throws -> TmuxScreen {
      try TmuxScreen(
        columns: 100, rows: 30,
        command: [BuiltProgram.path, "--consent", "granted", path + "/page.md"],
        environment: ["PATH": path, "NOTE": path + "/note"])
    }

    /// Waits until a text was noted.
    func wait(for text: String) throws {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while !note.contains(text) {
        var ready = pollfd(fd: notes, events: Int16(POLLIN), revents: 0)
        try #require(poll(&ready, 1, 10_000) > 0, "no \(text) in: \(note)")
        let count = read(notes, &bytes, bytes.count)
        note += String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      }
    }
  }

  @Test func `a link is given to xdg-open as one word, away from the terminal`() throws {
    let folder = try Folder(
      opener: """
        if [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then echo terminal; fi >>"$NOTE"
        echo noise; echo noise >&2
        printf '%s|' "$#" "$@" end >>"$NOTE"
        """)
    let tmux = try folder.start()
    try tmux.press("o", after: "● rendered", until: "opens https://bridge.example/?a=1&b=$HOME")
    try folder.wait(for: "1|https://bridge.example/?a=1&b=$HOME|end|")
    try tmux.press("n", "n", "Enter", until: "opens https://far.example/")
    try folder.wait(for: "1|https://far.example/a")
    try tmux.press("N", "Enter", until: "blocked http://127.0.0.1/: 127.0.0.1 is this machine")
    try tmux.press("q", exit: .clean)
    #expect(!folder.note.contains("terminal") && !folder.note.contains("127.0.0.1"))
  }

  @Test func `without xdg-open, or when it fails, one sentence says the address`() throws {
    for (opener, sentence) in [
      (nil, "there is no xdg-open here; open it yourself: https://bridge.example/"),
      ("exit 3", "xdg-open could not open it; open it yourself: https://bridge.example/"),
    ] {
      let folder = try Folder(opener: opener)
      let tmux = try folder.start()
      try tmux.press("o", after: "● rendered", until: sentence)
      try tmux.press("q", exit: .clean)
    }
  }

  @Test func `an opener that never ends holds nothing up`() throws {
    let folder = try Folder(opener: "exec /bin/sleep 30")
    let tmux = try folder.start()
    try tmux.press("o", "o", "Down", after: "● rendered")
    try tmux.press("q", exit: .clean)
  }
}
