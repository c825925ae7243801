import TestSupport
import Testing

/// A visit that the recorder wrote in Chromium, with the decisions of the engine: `visits.js`, the eleventh moving page.
@Suite(.tags(.terminal)) struct RecordedVisit {
  private let session: String

  init() throws { session = try Project.text(of: "Tests/EndToEndTests/Browser/visit.jsonl") }

  private func check(_ session: String, _ arguments: String...) throws -> FinishedCommand {
    let folder = try TemporaryFolder()
    let path = try folder.write(session, "visit.jsonl")
    return try run([BuiltProgram.path, "check"] + arguments + [path])
  }

  @Test func `it passes its check, and is as on its page`() throws {
    let checked = try check(session)
    #expect(checked.status == 0, "\(checked.output)")
    #expect(checked.output.contains("passed, 91 decisions"))
    let compared = try check(session, "--against", "page")
    #expect(compared.status == 0, "\(compared.output)")
  }

  @Test(arguments: [
    (#""displayThreshold":184"#, #""displayThreshold":185"#),
    (#""fetchThreshold":890"#, #""fetchThreshold":910"#),
    (#""fetchThreshold":890"#, #""fetchThreshold":800"#),
  ])
  func `it fails when a threshold of the engine is another`(own: String, other: String) throws {
    #expect(session.contains(own))
    let changed = try check(session.replacing(own, with: other))
    #expect(changed.status == 1)
    #expect(changed.output.contains("FAILED"), "\(changed.output)")
  }
}
