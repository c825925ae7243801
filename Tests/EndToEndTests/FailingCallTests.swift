import Glibc
import TestSupport
import Testing

/// Every call of the system by which the program keeps something fails once: what is lost is reported.
@Suite(
  .tags(.terminal), .enabled(if: FailingCalls.library != nil),
  .enabled(if: SlowTests.areRun, SlowTests.reason), .timeLimit(.minutes(15)))
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

    """ + String(repeating: "Text.\n\n", count: 20)

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

  /// Without leave to replace the session that is there.
  private static let refusedWriter = Writer(
    name: "import", arguments: { ["import", "person", "\($0)/p.md", "--output", "\($0)/s.jsonl"] },
    target: "s.jsonl")

  private static let session =
    "{\"adview\":1,\"page\":\"p.md\",\"consent\":\"granted\"}\n{\"at\":0,\"in\":{\"scroll\":0}}\n"

  private func fill(_ folder: TemporaryFolder) throws {
    try folder.write(Self.page, "p.md")
    try folder.write(Self.session, "s.jsonl")
    try folder.write("<old/>", "r.xml")
  }

  /// What a run has left in which a call failed.
  private struct Outcome {
    let fault: FailingCalls.Fault
    /// The call that failed with what it was for.
    let failed: String
    let run: FinishedCommand
    /// What is in the writer's target.
    let left: String
    var place: Comment { "\(fault): \(failed): exit code \(run.status): \(run.output)" }
  }

  /// Runs a writer once for every call and every error of it, over the same files each time.
  private func outcomes(of writer: Writer, in folder: TemporaryFolder) throws -> [Outcome] {
    func outcome(_ fault: FailingCalls.Fault, _ number: Int) throws -> Outcome? {
      try fill(folder)
      let failing = FailingCalls(fault, number, in: folder)
      let run = try run(
        [BuiltProgram.path] + writer.arguments(folder.path), environment: failing.environment)
      guard let failed = failing.failed else { return nil }
      let outcome = Outcome(
        fault: fault, failed: failed, run: run, left: try folder.text(writer.target))
      #expect(!folder.names.contains { $0.hasSuffix(".new") }, outcome.place)
      return outcome
    }
    var outcomes: [Outcome] = []
    for faults in FailingCalls.calls.map(FailingCalls.faults) {
      var calls = 0
      while calls < 200, let outcome = try outcome(faults[0], calls + 1) {
        outcomes.append(outcome)
        calls += 1
      }
      for fault in faults.dropFirst() {
        for number in 0..<calls { outcomes.append(try #require(try outcome(fault, number + 1))) }
      }
    }
    return outcomes
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
    let outcomes = try outcomes(of: writer, in: folder)
    for outcome in outcomes {
      let (fault, run, left) = (outcome.fault, outcome.run, outcome.left)
      // A report names what has failed.
      let isReport = left.hasPrefix("<?xml") && left.hasSuffix("</testsuites>\n")
      #expect(left == old || left == new || isReport, outcome.place)
      if run.status == whole.status {
        #expect(left == new, outcome.place)
      } else {
        #expect([65, 66, 69, 74].contains(run.status), outcome.place)
        #expect(run.output.contains("adview: "), outcome.place)
      }
      if fault.isTemporary {
        #expect(run.status == whole.status && left == new, outcome.place)
      } else if !["open", "read"].contains(fault.call) {
        #expect(run.status == 74 && run.output.contains(fault.message), outcome.place)
      }
    }
    for call in FailingCalls.calls where call != "ftruncate" {
      #expect(outcomes.contains { $0.fault.call == call }, "no \(call) has failed")
    }
    // The bytes, and then the name: without the second the old file may be back after a power failure.
    let synchronized = outcomes.filter { $0.fault.call == "fsync" && $0.fault.error == "5" }
      .map(\.failed)
    try #require(synchronized.count == 2, "\(synchronized)")
    #expect(synchronized[0].hasPrefix("fsync file \(folder.path)/\(writer.target)."))
    #expect(synchronized[1] == "fsync folder \(folder.path)")
  }

  @Test func `a session that a command may not replace keeps its bytes, whichever call fails`()
    throws
  {
    let writer = Self.refusedWriter
    let folder = try TemporaryFolder()
    try fill(folder)
    let whole = try run([BuiltProgram.path] + writer.arguments(folder.path))
    #expect(whole.status == 64, "\(whole.output)")
    #expect(try folder.text(writer.target) == Self.session)
    let outcomes = try outcomes(of: writer, in: folder)
    for outcome in outcomes {
      #expect(outcome.left == Self.session, outcome.place)
      #expect(outcome.run.output.contains("adview: "), outcome.place)
      let codes: [Int32] = outcome.fault.isTemporary ? [64] : [64, 65, 66, 69, 74]
      #expect(codes.contains(outcome.run.status), outcome.place)
    }
    let failures = Set(outcomes.map(\.failed))
    let target = "\(folder.path)/\(writer.target)"
    #expect(failures.isSuperset(of: ["open file \(target)", "read file \(target)"]), "\(failures)")
    #expect(failures.allSatisfy { $0.hasPrefix("open ") || $0.hasPrefix("read ") }, "\(failures)")
  }

  // MARK: - The playground

  /// Keys that agree to ads, open the log, scroll, switch unloading on, and write that into the page.
  private static let keys = ["a", "b", "j", "x", "W", "\r", "b"]

  /// What a visit to the playground has left.
  private struct Visit {
    let fault: FailingCalls.Fault
    /// The call that failed with what it was for; `nil` when there were not so many.
    let failed: String?
    let code: Int32
    /// What it wrote to the terminal.
    let text: String
    /// Where its files are.
    let folder: TemporaryFolder
    let page: String
    let recording: String?
    /// What `check` says of the recording.
    var verdict: Substring?
    let log: String?
    /// The settings; `nil` when there is no such file.
    let settings: String?

    /// What the recording says that the user did, without the times; an ad may load before or after a key.
    var causes: [Substring] {
      (recording ?? "").split(separator: "\n").compactMap { line in
        guard let key = line.firstRange(of: "\"in\":"), !line.contains("\"world\"") else {
          return nil
        }
        return line[key.lowerBound...]
      }
    }

    /// Whether it has kept all that an undisturbed visit keeps.
    func hasKept(_ whole: Visit) -> Bool {
      recording?.hasSuffix(",\"end\":true}\n") == true && verdict?.contains(": passed, ") == true
        && causes == whole.causes && page == whole.page && settings == whole.settings
        && log?.hasPrefix("== adview, ") == true
    }

    var place: Comment {
      """
      \(fault): \(failed ?? "no call"): exit code \(code), \(verdict ?? "no verdict")
      \(page)\(recording ?? "no recording")\(log ?? "no log")\(settings ?? "no settings")\(text)
      """
    }
  }

  /// Visits the page while a call fails.
  private func visit(_ fault: FailingCalls.Fault, _ number: Int) throws -> Visit {
    let folder = try TemporaryFolder.holding(Self.page, "p.md").folder
    let path = folder.path
    let failing = FailingCalls(fault, number, in: folder)
    // As wide as the longest sentence, path and all.
    let program = try TerminalProgram(
      ["--record", path + "/r.jsonl", path + "/p.md"], in: folder, columns: 150,
      environment: failing.environment)
    for (taken, key) in Self.keys.enumerated() {
      program.press(key)
      // A page or a recording that cannot be opened ends it before the first key.
      guard (try? program.waitUntilTaken(taken + 1)) != nil else { break }
    }
    program.press("q")
    let code = program.waitForEnd()
    let settings = try? folder.text("config/adview/settings.json")
    return Visit(
      fault: fault, failed: failing.failed, code: code, text: program.text, folder: folder,
      page: try folder.text("p.md"), recording: try? folder.text("r.jsonl"),
      log: try? folder.text("state/adview/debug.log"), settings: settings)
  }

  /// Visits the page for every call of a kind, with each error in turn.
  ///
  /// When there are fewer calls than errors, each call fails with every error. In one visit there were not so many calls.
  private func visits(withEach faults: [FailingCalls.Fault]) throws -> [Visit] {
    var visits: [Visit] = []
    repeat {
      visits.append(try visit(faults[visits.count % faults.count], visits.count + 1))
    } while visits.last?.failed != nil && visits.count < 400
    let calls = visits.count - 1
    if calls < faults.count {
      for (index, fault) in faults.enumerated() {
        for number in 0..<calls where number != index {
          visits.append(try visit(fault, number + 1))
        }
      }
    }
    // All in one go. A page may hold a setting that its recording lost, so the recordings' own count.
    let paths = visits.filter { $0.recording != nil }.map { $0.folder.path + "/r.jsonl" }
    let check = try run(
      [BuiltProgram.path, "check", "--thresholds", "session", "--world", "recorded"] + paths)
    let lines = check.output.split(separator: "\n")
    for index in visits.indices {
      let start = "\(visits[index].folder.path)/r.jsonl: "
      visits[index].verdict = lines.first {
        $0.hasPrefix(start + "passed") || $0.hasPrefix(start + "FAILED")
      }
    }
    return visits
  }

  @Test(arguments: FailingCalls.calls)
  func `what the playground cannot keep it reports, and the lines and files it kept are whole`(
    call: String
  ) throws {
    let visits = try visits(withEach: FailingCalls.faults(of: call))
    #expect(visits.contains { $0.failed != nil }, "no \(call) has failed")
    let whole = try #require(visits.first { $0.failed == nil })
    #expect(whole.page.contains("unloadingEnabled") && whole.settings != nil)
    try #require(whole.code == 0 && whole.hasKept(whole), whole.place)
    for visit in visits where visit.failed != nil {
      // A line that could be neither finished nor taken back is the only one that is not whole.
      let isCut = call == "ftruncate" && !visit.fault.isTemporary
      if !isCut {
        for lines in [visit.recording, visit.log].compactMap({ $0 }) {
          #expect(lines.isEmpty || lines.hasSuffix("\n"), visit.place)
        }
        // Cut off before anything was decided, it expects nothing.
        let isSound = ["passed, ", "expects nothing"].contains {
          visit.verdict?.contains($0) == true
        }
        #expect(isSound || visit.recording == nil, visit.place)
      }
      #expect([Self.page, whole.page].contains(visit.page), visit.place)
      if let text = visit.settings {
        #expect(text.hasPrefix("{\n") && text.hasSuffix("\n}\n"), visit.place)
      }
      if visit.fault.isTemporary, call != "ftruncate" {
        // No reason to give up.
        #expect(visit.code == 0 && visit.hasKept(whole), visit.place)
        continue
      }
      #expect([0, 65, 66, 69, 74].contains(visit.code), visit.place)
      #expect(visit.code == 0 || visit.text.contains("adview: "), visit.place)
      // Some folders and files need not be opened; all that is written has to be.
      let mayBeSilent = ["open", "read"].contains(call) && visit.hasKept(whole)
      #expect(visit.text.contains(visit.fault.message) || mayBeSilent, visit.place)
    }
  }
}
