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
    let made = try adview("import", "person", "page.md", "--output", "visit.jsonl")
    try #require(made.status == 0, "\(made.output)")
  }

  private func adview(_ arguments: String...) throws -> FinishedCommand {
    try run(["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, BuiltProgram.path] + arguments)
  }

  @Test func `check and tune take sessions, budget, page and cost from it`() throws {
    try folder.write(
      "page: page.md\nsessions: [visit.jsonl]\nbudget: requests<1\ncost: \"view=1,request=0.5\"\n",
      "adview.yml")
    let checked = try adview("check")
    #expect(
      checked.status == 1 && checked.output.contains("visit.jsonl: FAILED"), "\(checked.output)")
    #expect(try adview("check", "--budget", "requests<9").status == 0, "an option takes its place")
    #expect(try adview("check", "visit.jsonl").status == 0, "a file on the command line does")
    let tuned = try adview("tune")
    #expect(
      tuned.status == 0 && tuned.output.contains("viewable ads − 0.5 × requests"), "\(tuned.output)"
    )
    #expect(try adview("tune", "--cost", "view=2").output.contains("2 × viewable ads."))
  }

  @Test func `without it, or with a mistake in it, there is one sentence`() throws {
    let none = try adview("check")
    #expect(
      none.status == 64 && none.output.contains("expected sessions, or adview.yml in this folder"))
    try folder.write("sessions: [visit.jsonl]\ncost: \"x\"\n", "adview.yml")
    let wrong = try adview("tune")
    #expect(wrong.status == 65 && wrong.output.contains("adview.yml: cost: expected NAME=NUMBER"))
    try folder.write("budget: late<1\n", "adview.yml")
    let empty = try adview("check")
    #expect(empty.status == 65 && empty.output.contains("adview.yml: expected the key sessions"))
  }
}
