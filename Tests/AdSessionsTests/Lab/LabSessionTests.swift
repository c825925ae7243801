import AdEngine
import AdLab
import TestSupport
import Testing

@testable import AdSessions

/// Sessions of the preload lab.
@Suite struct LabSessionTests {
  private static let visit = """
    {"adview":1,"lab":{"unit":"celtra18","waitForCompletionEvent":false,"autoPresent":false},"seed":7}
    {"at":0,"in":{"caption":"first"}}
    {"at":100,"in":{"lab":"fetch"}}
    {"at":9000,"in":{"lab":{"manualImpressions":true}}}
    {"at":9000,"in":{"lab":"present"}}

    """

  @Test func `what the header leaves out is as in the lab at first`() throws {
    let (header, _) = try session("{\"adview\":1,\"lab\":{}}\n")
    #expect(header.content == .lab(LabSetup(seed: nil)))
  }

  @Test func `update writes the decisions of now, and then the session passes`() throws {
    let (header, lines) = try session(Self.visit)
    let first = try LabChecker(header, lines: lines)
    #expect(first.verdict.outcome == .expectsNothing)
    #expect(first.verdict.world == .simulated)
    let text = String(decoding: first.rewritten, as: UTF8.self)
    #expect(text.contains("{\"at\":9000,\"out\":{\"lab\":1,\"preload\":\"presented\"}}\n"))
    #expect(text.contains("{\"at\":0,\"in\":{\"caption\":\"first\"}}\n"))
    let (again, own) = try session(text)
    let second = try LabChecker(again, lines: own)
    #expect(second.verdict.hasPassed)
    #expect(second.verdict.world == .recorded)
    #expect(second.rewritten == first.rewritten)
  }

  @Test func `a decision that differs is reported with its line and its causes`() throws {
    let (header, lines) = try session(Self.visit)
    let text = String(decoding: try LabChecker(header, lines: lines).rewritten, as: UTF8.self)
      .replacing("\"preload\":\"presented\"", with: "\"preload\":\"timedOut\"")
    let (own, changed) = try session(text)
    guard case .diverged(let divergence) = try LabChecker(own, lines: changed).verdict.outcome
    else { throw TestSupportError("the check passed") }
    #expect(divergence.happened == "{\"at\":9000,\"out\":{\"lab\":1,\"preload\":\"presented\"}}")
    #expect(divergence.causes.last?.text == "{\"at\":9000,\"in\":{\"lab\":\"present\"}}")
  }

  @Test func `a cause of a page has no place in a lab, and one of the lab none on a page`() throws {
    let (header, lines) = try session(
      "{\"adview\":1,\"lab\":{}}\n{\"at\":0,\"in\":{\"lazyLoad\":{}}}\n")
    let error = #expect(throws: SessionError.self) { try LabScript(header, lines: lines) }
    #expect(
      error?.description
        == "line 2: \"lazyLoad\" belongs to a session of a page: this one is of the lab")
    let (bare, fetch) = try session(
      "{\"adview\":1,\"slots\":[]}\n{\"at\":0,\"in\":{\"lab\":\"fetch\"}}\n")
    var player = try SessionPlayer(bare)
    #expect(
      throws: SessionError(line: 2, .misplaced("lab", belongsTo: "a session of the preload lab"))
    ) { try player.receive(fetch[0].line, number: 2) }
  }

  @Test func `a script can be seen at any moment, and going on from there is the same`() throws {
    let (header, lines) = try session(Self.visit)
    let script = try LabScript(header, lines: lines)
    for moment in script.instants {
      var (run, next) = script.run(to: moment)
      #expect(script.caption(at: moment)?.text == "first")
      for step in script.steps[next...] { run.apply(step.input, at: step.at) }
      run.advance(to: script.end)
      #expect(run == script.run(to: script.end).run)
    }
    #expect(script.instants.first == .start)
    #expect(script.instants.last == script.end)
  }
}
