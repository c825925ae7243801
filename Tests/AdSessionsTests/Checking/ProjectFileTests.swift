import TestSupport
import Testing

@testable import AdSessions

/// `adview.yml` as it is read.
@Suite struct ProjectFileTests {
  @Test func `page, sessions, budget and cost are read`() throws {
    let (file, problems) = ProjectFile.read(
      """
      # For the pipeline.
      page: home.md
      sessions: [visits/, more.jsonl]
      budget: "late<20%,wasted<=2"
      cost: "view=1,request=0.1"
      """)
    #expect(problems.isEmpty)
    #expect(file.page == "home.md" && file.sessions == ["visits/", "more.jsonl"])
    #expect(file.budget == (try MetricsBudget("late<20%,wasted<=2")))
    #expect(file.cost == "view=1,request=0.1")
    #expect(ProjectFile.read("sessions: visits/").file.sessions == ["visits/"], "one needs no list")
  }

  @Test(
    arguments: refusals(
      #"""
      sesions: [a] → 1: project: unknown key 'sesions'; did you mean 'sessions'?

      budget: lat<2 → 2: project: budget: unknown metric "lat"; did you mean "late"?
      sessions: [{a: 1}] → 1: project: sessions (a list): expected a list of sessions and folders
      page: [a] → 1: project: page (a list): expected the path of a page
      - a → 1: project: expected keys and their values
      sessions: [a → 1: project: 
      """#))
  func `what is wrong is one sentence with its line`(text: String, sentence: String) throws {
    let problems = ProjectFile.read(text).problems
    let problem = try #require(problems.first)
    #expect(problem.description.hasPrefix("adview.yml:\(sentence)"), "\(problem)")
  }
}
