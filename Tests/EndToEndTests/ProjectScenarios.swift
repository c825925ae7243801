import TestSupport
import Testing

/// A folder with `adview.yml`, in which `check` and `tune` are run without files.
@Suite(.tags(.terminal)) struct ProjectScenarios {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      # Page

      \(String(repeating: "Text.\n\n", count: 60))
      ```ad
      unit: div-gpt-ad-mobile_1
      ```

      """, "page.md")
    try adview("import", "person", "page.md", "--output", "visit.jsonl")
  }

  /// Runs the program in the folder, and expects this of it.
  private func adview(_ arguments: String..., status: Int32 = 0, says text: String = "") throws {
    let finished = try run(
      ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, BuiltProgram.path] + arguments)
    #expect(
      finished.status == status && (text.isEmpty || finished.output.contains(text)),
      "\(finished.output)")
  }

  @Test func `check and tune take sessions, budget, page and cost from it`() throws {
    try folder.write(
      "page: page.md\nsessions: [visit.jsonl]\nbudget: requests<1\ncost: \"view=1,request=0.5\"\n",
      "adview.yml")
    try adview("check", status: 1, says: "visit.jsonl: FAILED")
    // What is on the command line takes its place.
    try adview("check", "--budget", "requests<9")
    try adview("check", "visit.jsonl")
    try adview("tune", says: "viewable ads − 0.5 × requests")
    try adview("tune", "--cost", "view=2", says: "2 × viewable ads.")
  }

  @Test func `without it, or with a mistake in it, there is one sentence`() throws {
    try adview("check", status: 64, says: "expected sessions, or adview.yml in this folder")
    try folder.write("sessions: [visit.jsonl]\ncost: \"x\"\n", "adview.yml")
    try adview("tune", status: 65, says: "adview.yml: cost: expected NAME=NUMBER")
    try folder.write("budget: late<1\n", "adview.yml")
    try adview("check", status: 65, says: "adview.yml: expected the key sessions")
  }
}
