import TestSupport
import Testing

/// A visit that the recorder wrote in Chromium, with the decisions of the engine: `visits.js`, the eleventh moving page.
@Suite(.tags(.terminal)) struct RecordedVisit {
  private let session: String

  init() throws { session = try Project.text(of: "Tests/EndToEndTests/Browser/visit.jsonl") }

  /// Expects this of a check of the session.
  private func check(
    _ session: String, _ options: String..., status: Int32 = 0, says text: String
  ) throws {
    let (folder, path) = try TemporaryFolder.holding(session, "visit.jsonl")
    defer { withExtendedLifetime(folder) {} }
    try adview(["check"] + options + [path], status: status, has: text)
  }

  @Test func `it passes its check, and is as on its page`() throws {
    try check(session, says: "passed, 91 decisions")
    try check(session, "--against", "page", says: "passed, ")
  }

  @Test(arguments: [
    (#""displayThreshold":184"#, #""displayThreshold":185"#),
    (#""fetchThreshold":890"#, #""fetchThreshold":910"#),
    (#""fetchThreshold":890"#, #""fetchThreshold":800"#),
  ])
  func `it fails when a threshold of the engine is another`(own: String, other: String) throws {
    #expect(session.contains(own))
    try check(session.replacing(own, with: other), status: 1, says: "FAILED")
  }
}
