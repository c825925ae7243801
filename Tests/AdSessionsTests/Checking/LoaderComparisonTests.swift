import AdEngine
import Testing

@testable import AdSessions

/// What the loader of a recorded page did, held against the engine.
@Suite struct PageComparisonTests {
  /// The engine requests slot a at 0 and b at 600, renders a at 500 and counts it as viewable at 1500.
  private static let visit = [
    #"{"adview":1,"viewport":{"width":384,"height":800},"slots":[{"slot":"a","unit":"top","y":300,"height":320},{"slot":"b","y":1900,"height":250}]}"#,
    #"{"at":0,"in":{"scroll":0}}"#, #"{"at":10,"page":{"slot":"a","did":"requested"}}"#,
    #"{"at":390,"page":{"slot":"a","did":"received"}}"#,
    #"{"at":400,"page":{"slot":"a","did":"rendered"}}"#,
    #"{"at":400,"in":{"world":{"slot":"a","generation":1,"loaded":{"width":320,"height":320}}}}"#,
    #"{"at":600,"in":{"scroll":310}}"#, #"{"at":620,"page":{"slot":"b","did":"requested"}}"#,
    #"{"at":1420,"page":{"slot":"a","did":"viewable"}}"#,
    #"{"at":3000,"in":{"caption":"the end"}}"#,
  ]

  private func compare(
    _ lines: [String], tolerance: Int64 = 250
  ) throws -> LoaderComparison.Result {
    var comparison = LoaderComparison(tolerance: tolerance)
    let text = lines.joined(separator: "\n")
    for (_, line) in try session(text).lines { comparison.receive(line) }
    let player = try SessionPlayer(playing: text)
    comparison.observe(player.run.history, player.slots[1])
    return comparison.result
  }

  /// The visit without the lines that hold a text, and with others in their place.
  private func visit(without text: String, _ lines: String...) -> [String] {
    Self.visit.flatMap { $0.contains(text) ? lines : [$0] }
  }

  @Test func `a page that does what the engine decides passes`() throws {
    let result = try compare(Self.visit)
    #expect(result.failure == nil)
    #expect(
      CheckResult(result, file: "a").text == "a: passed, 2 slots as on the page, within 250 ms\n")
  }

  @Test func `the tolerance counts as equal, one millisecond more does not`() throws {
    #expect(try compare(Self.visit, tolerance: 100).failure == nil)
    #expect(
      try compare(Self.visit, tolerance: 99).differences == [
        LoaderComparison.Difference(
          slot: "a", unit: "top", step: .rendered, page: Instant(milliseconds: 400),
          engine: Instant(milliseconds: 500))
      ])
  }

  @Test func `a request that the page never made is told with its slot and its time`() throws {
    let result = try compare(visit(without: #""slot":"b","did":"requested""#))
    #expect(
      CheckResult(result, file: "a").text == """
        a: FAILED: 1 of 2 slots differ from the page by more than 250 ms
          slot b requested: the page never, AdView at 600 ms

        """)
  }

  @Test func `of a slot the first step that differs is told, and what the engine never did`() throws
  {
    var lines = visit(without: #""did":"requested""#)
    lines.insert(#"{"at":10,"page":{"slot":"c","did":"requested"}}"#, at: 2)
    let result = try compare(lines)
    #expect(result.differences.map(\.step) == [.requested, .requested])
    #expect(
      result.differences.map(\.text).contains("slot c requested: the page at 10 ms, AdView never"))
  }

  @Test func `a slot that was requested before the recording began is not compared`() throws {
    let result = try compare(visit(without: #""slot":"a","did":"requested""#))
    #expect(result.failure == nil)
    #expect(
      CheckResult(result, file: "a").text == """
        a: passed, 1 slot as on the page, within 250 ms
          1 slot requested before the recording began: not compared

        """)
    let other = try compare(visit(without: #""did":"requested""#))
    #expect(other.beforeCount == 0, "a session without requests does not know it")
    #expect(other.failure != nil)
  }

  @Test(arguments: [(2900, "c"), (2000, "a")])
  func `a request at the very end, and the second of a slot, are no differences`(
    at: Int, slot: String
  ) throws {
    let request = #"{"at":\#(at),"page":{"slot":"\#(slot)","did":"requested"}}"#
    #expect(try compare(visit(without: #""caption""#, request)).failure == nil)
  }

  @Test func `lines of the page decide nothing and are kept by an update`() throws {
    func update(_ lines: [String]) throws -> [Substring] {
      let (header, lines) = try session(lines.joined(separator: "\n"))
      var checker = try SessionChecker(header, rewritten: header)
      _ = try checker.check(lines)
      return String(decoding: checker.drainRewritten(), as: UTF8.self).split(separator: "\n")
    }
    let updated = try update(Self.visit)
    let without = try update(visit(without: #""page":"#))
    #expect(updated.filter { !$0.contains(#""page":"#) } == without)
    #expect(updated.filter { $0.contains(#""page":"#) }.count == 5)
  }
}
