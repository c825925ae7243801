import AdEngine
import AdSimulation
import TestSupport
import Testing

@testable import AdSessions

/// What a check says about a session.
@Suite struct SessionCheckerTests {
  private static let session = [
    #"{"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","y":900,"height":320}]}"#,
    #"{"at":0,"in":{"scroll":0}}"#, #"{"at":0,"out":{"slot":"a","load":"fetched","gap":100}}"#,
    #"{"at":0,"out":{"slot":"a","fetch":1}}"#, #"{"at":0,"out":{"slot":"a","ad":"loading"}}"#,
    #"{"at":0,"out":{"slot":"a","load":"displayed","gap":100}}"#,
    #"{"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320}}}}"#,
    #"{"at":400,"out":{"slot":"a","ad":"loaded"}}"#, #"{"at":500,"out":{"slot":"a","render":1}}"#,
    #"{"at":600,"in":{"scroll":500}}"#, #"{"at":600,"out":{"slot":"a","ad":"impressed"}}"#,
    #"{"at":1600,"out":{"slot":"a","viewable":true}}"#, #"{"at":1600,"end":true}"#,
  ]

  private func check(
    _ lines: [String], page: PageConfiguration? = nil
  ) throws -> Verdict {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    return try SessionChecker.verdict(of: bytes, page: page, others: [:])
  }

  private func divergence(
    _ lines: [String], page: PageConfiguration? = nil
  ) throws -> Divergence {
    let verdict = try check(lines, page: page)
    guard case .diverged(let divergence) = verdict.outcome
    else { throw TestSupportError("\(verdict)") }
    return divergence
  }

  /// The session with a line replaced, or removed.
  private func session(line: Int, _ text: String...) -> [String] {
    var lines = Self.session
    lines.replaceSubrange((line - 1)..<line, with: text)
    return lines
  }

  @Test func `a session that decides the same passes`() throws {
    let verdict = try check(Self.session)
    #expect(verdict.outcome == .passed)
    #expect(verdict.expected == 8)
    #expect(CheckResult(verdict, file: "a").text == "a: passed, 8 decisions, recorded answers\n")
    #expect(verdict.failure == nil)
  }

  @Test(arguments: [3, 4, 5, 6, 8, 9, 11, 12])
  func `a decision that was altered, removed or told twice fails at its line`(line: Int) throws {
    let text = Self.session[line - 1]
    let other = text.replacing("\"a\"", with: "\"b\"")
    let altered = try divergence(session(line: line, other))
    #expect((altered.line, altered.expected, altered.happened) == (line, other, text))
    #expect(try divergence(session(line: line)).happened == text)
    let repeated = try divergence(session(line: line, text, text))
    #expect((repeated.line, repeated.expected) == (line + 1, text))
  }

  @Test func `decisions of one moment that changed places are a divergence`() throws {
    var lines = Self.session
    lines.swapAt(2, 3)
    let divergence = try divergence(lines)
    #expect(divergence.line == 3)
    #expect(divergence.expected == Self.session[3])
    #expect(divergence.happened == Self.session[2])
  }

  @Test func `where decisions lie between the causes of their moment does not count`() throws {
    var lines = Self.session
    lines.swapAt(9, 10)
    #expect(try check(lines).hasPassed)
  }

  @Test func `a divergence names the causes before it`() throws {
    // The person no longer scrolls to the ad.
    var lines = session(line: 10, #"{"at":600,"in":{"scroll":1}}"#)
    lines.insert(#"{"at":450,"in":{"caption":"now"}}"#, at: 8)
    let verdict = try check(lines)
    #expect(
      verdict.failure?.hasPrefix("line 12: slot a is not impressed any more (was at 600 ms)")
        == true)
    #expect(
      CheckResult(verdict, file: "s.jsonl").text == """
        s.jsonl:12: FAILED: slot a is not impressed any more (was at 600 ms); \
        2 of 8 decisions differ, recorded answers
          expected  {"at":600,"out":{"slot":"a","ad":"impressed"}}
          happened  nothing more
          after
            line 7  {"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320,"media":"display"}}}}
            line 9  {"at":450,"in":{"caption":"now"}}
            line 11  {"at":600,"in":{"scroll":1}}

        """)
  }

  @Test func `causes long after a decision that was not expected are not among its causes`() throws
  {
    var lines = session(line: 9)
    lines.removeLast(3)
    for time in 0..<50 { lines.append(#"{"at":\#(7000 + time * 100),"in":{"scroll":500}}"#) }
    let divergence = try divergence(lines)
    #expect(divergence.happened == Self.session[8])
    #expect(divergence.causes.map(\.number) == [2, 7])
  }

  @Test(arguments: 3...12)
  func `a recording that was cut off passes as far as it goes`(lines: Int) throws {
    let verdict = try check(Array(Self.session.prefix(lines)))
    #expect(verdict.hasPassed)
    #expect(!verdict.isComplete)
    #expect(verdict.expected + verdict.uncompared == [4, 4, 4, 4, 6, 6, 6, 8, 8, 8][lines - 3])
    if lines == 11 {
      #expect(
        CheckResult(verdict, file: "s").text == "s: passed, 7 decisions, recorded answers; "
          + "cut off: 1 decision after its last line not compared\n")
    }
  }

  @Test func `a session that says it is complete fails where its last decisions are missing`()
    throws
  {
    let divergence = try divergence(session(line: 12))
    #expect(divergence.line == 12)
    #expect(divergence.expected == nil)
    #expect(divergence.happened == Self.session[11])
  }

  @Test func `a cause after the last decision is part of what is compared`() throws {
    var lines = Array(Self.session.prefix(10))
    lines.append(#"{"at":700,"in":{"caption":"here something is missing"}}"#)
    #expect(try divergence(lines).happened == Self.session[10])
  }

  @Test func `a session that expects nothing fails`() throws {
    let lines = Self.session.filter { !$0.contains("\"out\"") && !$0.contains("\"end\"") }
    let verdict = try check(lines)
    #expect(verdict.outcome == .expectsNothing)
    #expect(!verdict.hasPassed)
    #expect(
      CheckResult(verdict, file: "a").text.hasPrefix(
        "a: FAILED: the session holds no decisions yet"))
  }

  @Test func `a page session without answers is checked in the simulated world`() throws {
    let page = PageConfiguration(slots: [
      RunSlot("a", unit: "u", frame: SlotFrame(y: 0, height: 320))
    ])
    let lines = [
      #"{"adview":1,"page":"p.md"}"#, #"{"at":0,"in":{"scroll":0}}"#,
      #"{"at":0,"out":{"slot":"a","load":"fetched","gap":-320}}"#,
      #"{"at":0,"out":{"slot":"a","fetch":1}}"#, #"{"at":0,"out":{"slot":"a","ad":"loading"}}"#,
      #"{"at":0,"out":{"slot":"a","load":"displayed","gap":-320}}"#,
    ]
    let ended = lines + [#"{"at":0,"end":true}"#]
    #expect(try check(ended, page: page).world == .simulated)
    let divergence = try divergence(ended, page: page)
    #expect(divergence.expected == nil)
    #expect(divergence.happened?.contains("\"ad\":\"loaded\"") == true)
    let answer = #"{"at":9,"in":{"world":{"slot":"a","generation":1,"failed":"noFill"}}}"#
    let failed = #"{"at":9,"out":{"slot":"a","ad":"failed"}}"#
    let answered = try check(lines + [answer, failed], page: page)
    #expect(answered.world == .recorded && answered.hasPassed)
  }

  @Test(arguments: 0..<300)
  func `any session has a verdict or a mistake, in any world`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    let header = draw.header()
    let lines = draw.lines()
    let slot = RunSlot("1", unit: "u", frame: SlotFrame(y: 0, height: 320))
    let page: PageConfiguration? =
      if case .page = header.content { PageConfiguration(slots: [slot]) } else { nil }
    for world in SessionWorld.allCases {
      var checker: SessionChecker
      do throws(SessionPlayer.SetupError) {
        checker = try SessionChecker(header, page: page, world: world, rewritten: header)
      } catch { continue }
      for (index, line) in lines.enumerated() {
        // A line that does not fit ends the check of a file; here the others are tried all the same.
        _ = try? checker.receive(line, number: index + 2)
      }
      let verdict = checker.finish()
      #expect(verdict.hasPassed == (verdict.failure == nil))
      #expect(CheckResult(verdict, file: "s").text.hasSuffix("\n"))
    }
  }

  @Test func `decisions about more ads than time can hold are counted all the same`() throws {
    let far: Int64 = 9_007_199_254_740_991
    let slots = (0..<2000).map {
      SessionSlot(String($0), frame: SlotFrame(y: Double($0), height: 1))
    }
    var checker = try SessionChecker(SessionHeader(.slots(slots)))
    for slot in slots {
      for decision in [
        SessionDecision.fetch(slot.name, generation: 1), .render(slot.name, generation: 1),
      ] {
        let line = SessionLine(at: Instant(milliseconds: far), .decision(decision))
        try checker.receive(line, number: 2)
      }
    }
    #expect(!checker.finish().hasPassed)
  }
}
