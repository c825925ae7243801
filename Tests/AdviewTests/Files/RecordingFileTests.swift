import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// The files of sessions that are being recorded.
@Suite struct RecordingFileTests {
  private let folder: TemporaryFolder
  private let page: String
  private let shelf = DocumentLibrary(console: Console(input: -1, output: -1, errors: -1))

  init() throws {
    folder = try TemporaryFolder()
    page = try folder.write("# A\n", "page.md")
  }

  private func open(_ name: String) throws(CommandError) -> RecordingFile {
    try RecordingFile.open("\(folder.path)/\(name)", ofPages: [page], shelf)
  }

  @Test func `what is appended is in the file at once, and names the page from there`() throws {
    var file = try open("a.jsonl")
    #expect(file.pages[0] == "page.md")
    #expect(file.append(Array("one\n".utf8)) == nil)
    #expect(try folder.text("a.jsonl") == "one\n")
    #expect(file.append(Array("two\n".utf8)) == nil)
    #expect(try folder.text("a.jsonl") == "one\ntwo\n")
  }

  @Test func `a file that others take away, replace or overwrite is no recording`() throws {
    let other = try folder.write("garbage", "other")
    for (name, change, words) in [
      ("a", { unlink($0) }, "was replaced or taken away"),
      ("b", { rename($0, $0 + ".old") }, "was replaced or taken away"),
      ("c", { rename(other, $0) }, "was replaced or taken away"),
      ("d", { truncate($0, 0) }, "was cut short or overwritten"),
    ] as [(String, (String) -> Int32, String)] {
      var file = try open("\(name).jsonl")
      #expect(file.append(Array("one\n".utf8)) == nil)
      #expect(file.problem == nil)
      #expect(change(file.path) == 0)
      #expect(file.append(Array("two\n".utf8)) == nil)
      #expect(file.problem == "\(file.path): the recording is lost: the file \(words)")
    }
  }

  @Test func `a file that is being recorded to is refused, until that ends`() throws {
    var first = try open("a.jsonl")
    #expect(first.append([0x0A]) == nil)
    #expect(
      throws: CommandError.unavailable(
        "\(folder.path)/a.jsonl: another playground is recording to it")
    ) { _ = try open("a.jsonl") }
    #expect(try folder.text("a.jsonl") == "\n")
  }

  @Test func `what another program wrote and ended before the lock is in the file`() throws {
    let path = "\(folder.path)/late.jsonl"
    var late = try AppendedFile(path, mode: 0o666)
    do {
      var first = try AppendedFile(path, mode: 0o666)
      #expect(try first.lock())
      try first.append(Array("begun\n".utf8))
    }
    #expect(try late.lock())
    #expect(late.size == 6)
  }

  @Test func `of many that begin at once one records, and keeps its file`() async throws {
    let (folder, page) = (folder.path, page)
    for round in 0..<300 {
      let path = "\(folder)/\(round).jsonl"
      let winners = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            do throws(CommandError) {
              let shelf = DocumentLibrary(console: Console(input: -1, output: -1, errors: -1))
              var file = try RecordingFile.open(path, ofPages: [page], shelf)
              return file.append(Array("begun\n".utf8)) == nil
            } catch {
              return false
            }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(winners == 1)
      #expect(try self.folder.text("\(round).jsonl") == "begun\n")
    }
  }

  @Test func `what is there already stays as it is`() throws {
    try folder.write("old", "a.jsonl")
    #expect(
      throws: CommandError.usage(
        "\(folder.path)/a.jsonl: already exists; a recording never replaces a file")
    ) { _ = try open("a.jsonl") }
    #expect(try folder.text("a.jsonl") == "old")
  }

  @Test func `what is no ordinary file, and what cannot be there, is refused`() throws {
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    #expect(throws: CommandError.usage("\(folder.path)/pipe: is not an ordinary file")) {
      _ = try open("pipe")
    }
    #expect(throws: CommandError.noInput("\(folder.path)/.: is a folder, not a file")) {
      _ = try open(".")
    }
    #expect(
      throws: CommandError.noInput("\(folder.path)/no/a.jsonl: No such file or directory")
    ) { _ = try open("no/a.jsonl") }
  }

  @Test func `a page of standard input is refused, and no file is made`() throws {
    let path = "\(folder.path)/a.jsonl"
    #expect(
      throws: CommandError.usage(
        "a session names the file of its page, and this page has none: record a copy of it")
    ) { _ = try RecordingFile.open(path, ofPages: ["-"], shelf) }
    #expect(folder.names == ["page.md"])
  }

  @Test func `a recording that never begins leaves no file, and one that was empty stays`() throws {
    try folder.write("", "empty.jsonl")
    do {
      let file = try open("new.jsonl")
      let other = try open("empty.jsonl")
      #expect(folder.names == ["empty.jsonl", "new.jsonl", "page.md"])
      #expect(file.pages[0] == other.pages[0])
    }
    #expect(folder.names == ["empty.jsonl", "page.md"])
  }

  @Test func `a page that is built in is named as such`() throws {
    let file = try RecordingFile.open(
      "\(folder.path)/a.jsonl", ofPages: ["built-in:home.md"], shelf)
    #expect(file.pages == ["built-in:home.md"])
  }

  @Test func `the command line refuses a recording of ads by rule, and to the screen`() throws {
    try ProgramRun(
      "play", "--record", "a.jsonl", "--ads", "every:4", page, code: 64,
      errors: .has("a session cannot say where ads are"))
    try ProgramRun("play", "--record", "-", page, code: 64)
    #expect(folder.names == ["page.md"])
  }
}
