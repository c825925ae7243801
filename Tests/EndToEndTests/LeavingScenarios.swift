import FoundationEssentials
import Glibc
import Testing

/// Following an ad's link in a real terminal: something outside is opened, and the terminal never notices.
@Suite(.enabled(if: BuiltProgram.hasTmux), .timeLimit(.minutes(1)))
struct LeavingScenarios {
  /// A folder with a page, and perhaps a program that stands for the one that opens addresses.
  private final class Folder {
    let path: String

    init(opener: String?) throws {
      var template = Array("/tmp/adview-leaving-XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
      try Data(page.utf8).write(to: URL(filePath: path + "/page.md"))
      guard let opener else { return }
      let file = path + "/xdg-open"
      try Data("#!/bin/sh\n\(opener)\n".utf8).write(to: URL(filePath: file))
      try #require(chmod(file, 0o700) == 0)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func start() throws -> TmuxScreen {
      try TmuxScreen(
        columns: 100, rows: 30,
        command: [BuiltProgram.path, "--consent", "granted", path + "/page.md"],
        environment: ["PATH": path, "NOTE": path + "/note"])
    }

    var note: String {
      (try? Data(contentsOf: URL(filePath: path + "/note")))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  private func wait(for text: String, in folder: Folder) async throws {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    while !folder.note.contains(text), clock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(folder.note.contains(text))
  }

  @Test
  func `an ad's link and the text's are given to xdg-open as one word, away from the terminal`()
    async throws
  {
    let folder = try Folder(
      opener: """
        if [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then echo terminal; fi >>"$NOTE"
        echo noise; echo noise >&2
        printf '%s|' "$#" "$@" end >>"$NOTE"
        """)
    let tmux = try folder.start()
    try tmux.waitForText("impressed")
    try tmux.press("o")
    try tmux.waitForText("opens https://bridge.example/?a=1&b=$HOME")
    try await wait(for: "1|https://bridge.example/?a=1&b=$HOME|end|", in: folder)
    try tmux.press("n", "n", "Enter")
    try tmux.waitForText("opens https://far.example/")
    try await wait(for: "1|https://far.example/a", in: folder)
    try tmux.press("N", "Enter")
    try tmux.waitForText("blocked http://127.0.0.1/: 127.0.0.1 is this machine")
    try tmux.press("q")
    #expect(try tmux.waitForExit() == ProgramExit(code: 0, modesAreRestored: true))
    #expect(!folder.note.contains("terminal") && !folder.note.contains("127.0.0.1"))
  }

  @Test func `without xdg-open, or when it fails, one sentence says the address`() throws {
    for (opener, sentence) in [
      (nil, "there is no xdg-open here; open it yourself: https://bridge.example/"),
      ("exit 3", "xdg-open could not open it; open it yourself: https://bridge.example/"),
    ] {
      let folder = try Folder(opener: opener)
      let tmux = try folder.start()
      try tmux.waitForText("impressed")
      try tmux.press("o")
      try tmux.waitForText(sentence)
      try tmux.press("q")
      #expect(try tmux.waitForExit() == ProgramExit(code: 0, modesAreRestored: true))
    }
  }

  @Test func `an opener that never ends holds nothing up`() throws {
    let folder = try Folder(opener: "exec /bin/sleep 30")
    let tmux = try folder.start()
    try tmux.waitForText("impressed")
    try tmux.press("o", "o", "Down")
    try tmux.press("q")
    #expect(try tmux.waitForExit() == ProgramExit(code: 0, modesAreRestored: true))
  }
}
