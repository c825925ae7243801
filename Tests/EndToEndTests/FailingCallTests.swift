import Glibc
import TestSupport
import Testing

/// Every call of the system by which the program keeps something fails once: nothing is lost, and it is said.
@Suite(
  .enabled(if: FailingCalls.library != nil), .enabled(if: SlowTests.areRun, SlowTests.reason),
  .timeLimit(.minutes(15)))
struct FailingCallTests {
  private static let page = """
    ---
    lazyLoad: { fetchThreshold: 800 } # near
    adServer: { latency: 20ms }
    ---
    # A page

    ```ad
    unit: u
    size: 300x250
    ```

    """

  /// What a writer is started with, and the file that it replaces.
  struct Writer: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: @Sendable (String) -> [String]
    let target: String
    var testDescription: String { name }
  }

  private static let writers = [
    Writer(
      name: "import",
      arguments: { ["import", "person", "\($0)/p.md", "--force", "--output", "\($0)/s.jsonl"] },
      target: "s.jsonl"),
    Writer(
      name: "check --update", arguments: { ["check", "--update", "\($0)/s.jsonl"] },
      target: "s.jsonl"),
    Writer(
      name: "check --junit",
      arguments: { ["check", "--junit", "\($0)/r.xml", "\($0)/s.jsonl"] }, target: "r.xml"),
  ]

  private static let session =
    "{\"adview\":1,\"page\":\"p.md\",\"consent\":\"granted\"}\n{\"at\":0,\"in\":{\"scroll\":0}}\n"

  private func fill(_ folder: TemporaryFolder) throws {
    try folder.write(Self.page, "p.md")
    try folder.write(Self.session, "s.jsonl")
    try folder.write("<old/>", "r.xml")
  }

  @Test(arguments: writers)
  func `a command that writes leaves the old file or the new one, and its exit code says which`(
    writer: Writer
  ) throws {
    let folder = try TemporaryFolder()
    try fill(folder)
    let old = try folder.text(writer.target)
    let whole = try run([BuiltProgram.path] + writer.arguments(folder.path))
    #expect([0, 1].contains(whole.status), "\(whole.output)")
    let new = try folder.text(writer.target)
    try #require(new != old)
    var failed = 0
    for (call, error) in FailingCalls.all {
      for number in 1...200 {
        try fill(folder)
        let fault = FailingCalls(call, error, number, in: folder)
        let run = try run(
          [BuiltProgram.path] + writer.arguments(folder.path), environment: fault.environment)
        guard fault.hasFailed else { break }
        failed += 1
        let place = "\(call) \(number) fails with \(error): \(run.output)"
        let left = try folder.text(writer.target)
        // A report tells of what has failed.
        let isReport = left.hasPrefix("<?xml") && left.hasSuffix("</testsuites>\n")
        #expect(left == old || left == new || isReport, "\(place)")
        #expect(!folder.names.contains { $0.hasSuffix(".new") }, "\(place)")
        if run.status == whole.status {
          #expect(left == new, "\(place)")
        } else {
          #expect([65, 66, 69, 74].contains(run.status), "\(place): \(run.status)")
          #expect(run.output.contains("adview: "), "\(place)")
        }
        if ["4", "short"].contains(error) || (error == "11" && call == "write") {
          #expect(run.status == whole.status && left == new, "\(place): no reason to give up")
        }
      }
    }
    #expect(failed > 20, "so many calls have failed")
  }

  /// Keys that record, choose, open the log, and write thresholds into the page.
  private static let keys = ["c", "a", "b", "j", "j", "x", "W", "\r", "j", "b", "j"]

  @Test(arguments: ["open", "read", "write", "fsync", "rename", "ftruncate"])
  func `the playground goes on, and what it keeps is whole`(call: String) throws {
    let errors = FailingCalls.all.filter { $0.call == call }.map(\.error)
    for number in 1...400 {
      let folder = try TemporaryFolder()
      try folder.write(Self.page, "p.md")
      let path = folder.path
      let fault = FailingCalls(call, errors[number % errors.count], number, in: folder)
      let program = try TerminalProgram(
        ["--record", path + "/r.jsonl", path + "/p.md"], in: folder,
        environment: fault.environment)
      let place = "\(call) \(number) fails with \(errors[number % errors.count])"
      var taken = 0
      for key in Self.keys {
        program.press(key)
        taken += 1
        // A page or a recording that cannot be opened ends it before the first key.
        guard (try? program.waitUntilTaken(taken)) != nil else { break }
      }
      program.press("q")
      let code = program.waitForEnd()
      #expect([0, 65, 66, 69, 74].contains(code), "\(place): \(code)")
      if access(path + "/r.jsonl", F_OK) == 0 {
        let text = try folder.text("r.jsonl")
        #expect(text.hasSuffix("}\n"), "\(place): the last line is whole")
        let check = try run([BuiltProgram.path, "check", "--world", "recorded", path + "/r.jsonl"])
        // Cut off before anything was decided, it expects nothing.
        #expect(check.status == 0 || check.output.contains("expects nothing"), "\(place): \(check)")
      }
      let page = try folder.text("p.md")
      #expect(page == Self.page || page.contains("unloadingEnabled"), "\(place)")
      #expect(page.hasSuffix("```\n\n") || page.hasSuffix("```\n"), "\(place)")
      for name in ["config/adview/settings.json", "config/adview/iabtcf.json"] {
        guard let text = try? folder.text(name) else { continue }
        #expect(text.hasPrefix("{\n") && text.hasSuffix("\n}\n"), "\(place): \(name)")
      }
      if let log = try? folder.text("state/adview/debug.log") {
        #expect(log.isEmpty || log.hasSuffix("\n"), "\(place): \(log.suffix(80))")
      }
      _ = try run(["rm", "-rf", path + "/config", path + "/state"])
      guard fault.hasFailed else { return }
    }
  }
}

/// A call of the system that is to fail.
struct FailingCalls {
  /// The library that lets calls fail, built with the system's C compiler; `nil` where there is none.
  static let library: String? = {
    let source = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let library = BuiltProgram.path + "-failing-calls.so"
    let build = try? run([
      "cc", "-shared", "-fPIC", "-O1", "-o", library, source + "/Support/FailingCalls.c", "-ldl",
    ])
    guard build?.status == 0 else {
      print("*** There is no C compiler: NO CALL OF THE SYSTEM FAILS IN THE TESTS. ***")
      return nil
    }
    return library
  }()

  /// The calls with what they fail with: EIO, ENOSPC, EINTR, EAGAIN, or a part of what was asked for.
  static let all: [(call: String, error: String)] = [
    ("open", ["5", "28", "4"]), ("read", ["5", "4", "11", "short"]),
    ("write", ["5", "28", "4", "11", "short"]), ("fsync", ["5", "28", "4"]),
    ("rename", ["5", "28", "4"]), ("ftruncate", ["5"]),
  ].flatMap { call, errors in errors.map { (call, $0) } }

  let environment: [String: String]
  private let mark: String

  init(_ call: String, _ error: String, _ number: Int, in folder: TemporaryFolder) {
    mark = BuiltProgram.path + "-call-failed"
    unlink(mark)
    environment = [
      "LD_PRELOAD": Self.library ?? "", "FAILING_FOLDER": folder.path, "FAILING_CALL": call,
      "FAILING_AT": String(number), "FAILING_WITH": error, "FAILING_MARK": mark,
    ]
  }

  /// Whether there were so many calls.
  var hasFailed: Bool { access(mark, F_OK) == 0 }
}
