import AdEngine
import Glibc
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// What is no ordinary file, in every place that names a file: nothing waits, and a sentence says it.
@Suite(.timeLimit(.minutes(10))) struct OddFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let session = """
    {"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"1","y":5000,"height":250}]}
    {"at":0,"in":{"scroll":0}}
    {"at":0,"end":true}

    """

  private static let page = "# A page\n\n```ad\nunit: u\n```\n"

  private func pipe(_ name: String, in folder: TemporaryFolder) -> String {
    #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
    return "\(folder.path)/\(name)"
  }

  @Test func `a pipe in the place of the settings is reported, and stays`() throws {
    let path = pipe("settings.json", in: folder)
    var file = SettingsFile(folder: folder.path)
    let (settings, problem) = file.load()
    #expect(settings == PlaygroundSettings())
    #expect(problem == "settings cannot be read: \(path): is not an ordinary file")
    #expect(file.save(PlaygroundSettings(isDebugEnabled: true)) == problem)
    #expect(folder.names == ["settings.json"])
  }

  @Test func `settings without an end are not read to it`() throws {
    #expect(symlink("/dev/zero", folder.path + "/settings.json") == 0)
    var file = SettingsFile(folder: folder.path)
    #expect(file.load().problem?.hasSuffix("settings.json: is not an ordinary file") == true)
    unlink(folder.path + "/settings.json")
    try folder.write(String(repeating: " ", count: SettingsFile.maxLength + 1), "settings.json")
    #expect(
      file.load().problem
        == "settings cannot be read: \(folder.path)/settings.json: is too long: expected at most 1048576 bytes"
    )
  }

  @Test func `a pipe in the place of the debug log is told once, and lines go on`() throws {
    let path = pipe("debug.log", in: folder)
    var log = DebugLogFile(folder: folder.path)
    #expect(
      log.append(["one"])
        == "the debug log is not written to a file: \(path): is not an ordinary file")
    #expect(log.append(["two"]) == nil)
  }

  @Test func `a debug log that is full and cannot be set aside ends, and says so once`() throws {
    for name in ["debug.log.1", "debug.log.2"] {
      mkdir(folder.path + "/" + name, 0o700)
      try folder.write("something", name + "/file")
    }
    var log = DebugLogFile(folder: folder.path)
    let long = String(repeating: "x", count: DebugLogFile.maxBytes / 2)
    #expect(log.append(["one " + long]) == nil)
    let size = try folder.text("debug.log").utf8.count
    #expect(log.append(["two " + long])?.hasSuffix("it is full, and cannot be set aside") == true)
    #expect(log.append(["three"]) == nil)
    #expect(try folder.text("debug.log").utf8.count == size)
  }

  @Test func `two playgrounds write one log, and lose no line when one sets it aside`() throws {
    var one = DebugLogFile(folder: folder.path)
    var other = DebugLogFile(folder: folder.path)
    let long = String(repeating: "x", count: DebugLogFile.maxBytes / 2)
    #expect(one.append(["one " + long]) == nil)
    #expect(
      other.append(["two " + long]) == nil, "with what the first has written this is too much")
    #expect(one.append(["three"]) == nil)
    #expect(other.append(["four"]) == nil)
    func lines(_ name: String) throws -> [String] {
      try folder.text(name)
        .split(separator: "\n").map { String($0.prefix(5)) }.filter { !$0.hasPrefix("==") }
    }
    #expect(try lines("debug.log.1") == ["one x"])
    #expect(try lines("debug.log") == ["two x", "three", "four"])
  }

  @Test func `settings that another program has locked are told, and saved the next time`() throws {
    var file = SettingsFile(folder: folder.path)
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(other, LOCK_EX) == 0)
    let settings = PlaygroundSettings(isDebugEnabled: true)
    #expect(
      file.save(settings) == "settings are not kept: \(folder.path): is locked by another program")
    close(other)
    #expect(file.save(settings) == nil)
    var again = SettingsFile(folder: folder.path)
    #expect(again.load().settings == settings)
  }

  @Test func `a pipe in a folder of sessions is told, and the sessions are checked`() throws {
    let folder = try TemporaryFolder.holding(Self.session, "a.jsonl").folder
    let path = pipe("m.jsonl", in: folder)
    try folder.write(Self.session, "z.jsonl")
    let run = try ProgramRun("check", folder.path)
    run.expect(code: EX_NOINPUT, errors: "adview: \(path): is not an ordinary file\n")
    #expect(run.output.contains("a.jsonl") && run.output.contains("z.jsonl"))
  }

  @Test func `a pipe that a person names is read, however late it is written to`() async throws {
    let path = pipe("page", in: folder)
    async let run = Task.detached { try ProgramRun("run", path) }.value
    let file = open(path, O_WRONLY)
    let bytes = Array(Self.page.utf8)
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    let finished = try await run
    #expect(finished.code == 0 && finished.output.contains("requests"), "\(finished.errors)")
  }

  @Test func `a link to a pipe is not followed`() throws {
    let path = pipe("other.md", in: folder)
    let page = try folder.write("# A page\n\n[a pipe](other.md)\n", "page.md")
    try ProgramRun(
      ["play", "--linear", page], input: "next\nopen\n",
      output: .has("\(path): is not an ordinary file"))
  }

  /// The kernel's messages: `stat` calls them a file, and `read` waits for the next one.
  @Test(.enabled(if: geteuid() == 0 && access("/proc/kmsg", R_OK) == 0))
  func `what only looks like a file is not waited for`() throws {
    guard let source = try? FileSource("/proc/kmsg", .ordinary) else { return }
    do {
      while try !source.read().isEmpty {}
    } catch {
      #expect("\(error)" == "/proc/kmsg: is not an ordinary file")
    }
  }
}
