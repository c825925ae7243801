import AdRendering
import FoundationEssentials
import TestSupport
import Testing

@testable import AdPlayground

/// `adview doctor` tries a setting before it advises it.
@Suite struct DoctorAdviceTests {
  private func advice(_ path: String) throws -> [(fact: String, advice: String?)] {
    try ProgramRun("doctor", "--json", path).json["answers"]?.items.map { answer in
      (answer["fact"]?.text ?? "", answer["advice"]?.text)
    } ?? []
  }

  /// The answers about a session in a file of its own.
  private func advice(session: String) throws -> [(fact: String, advice: String?)] {
    let file = try TemporaryFile(session)
    defer { withExtendedLifetime(file) {} }
    return try advice(file.path)
  }

  @Test func `a slot that has just come within reach is not called out of reach`() throws {
    let facts = try advice(
      session: """
        {"adview":1,"viewport":{"width":390,"height":844},"slots":[]}
        {"at":0,"in":{"scroll":0}}
        {"at":0,"in":{"slot":"0","frame":{"y":300,"height":250}}}
        {"at":10,"in":{"slot":"1","frame":{"y":300,"height":250}}}
        {"at":10,"in":{"slot":"2","frame":{"y":3000,"height":250}}}

        """
    ).map(\.fact)
    #expect(
      facts.contains { $0.hasPrefix("1 slot out of reach: the nearest is 2156 pt") }, "\(facts)")
  }

  @Test func `an ad that was requested when the page opened is helped by no threshold`() throws {
    let answers = try advice(
      session: """
        {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":1000,"width":320,"height":250}]}
        {"at":0,"in":{"scroll":0}}
        {"at":400,"in":{"scroll":620}}
        {"at":900,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":300,"height":250}}}}
        {"at":2500,"in":{"scroll":700}}

        """)
    #expect(answers.allSatisfy { $0.advice == nil }, "\(answers)")
    #expect(
      answers.contains {
        $0.fact == "1 of 1 ad came after the slot had scrolled into view; "
          + "no lazy-loading setting that was tried helps"
      })
  }

  @Test func `the display threshold is named where it is the cause`() throws {
    let advice = try advice(Project.demo("thresholds.jsonl")).compactMap(\.advice)
    #expect(
      advice.contains { $0.hasPrefix("displayThreshold 200 → ") && $0.contains(" throughout: ") },
      "\(advice)")
    #expect(!advice.contains { $0.contains("fetchThreshold") })
  }

  @Test func `what several causes call for is advised once, below the last of them`() throws {
    let answers = try advice(Project.demo("unloading.jsonl"))
    let flickers = answers.drop { !$0.fact.hasPrefix("slot 1 was unloaded and fetched again") }
    #expect(
      flickers.map { $0.advice?.hasPrefix("unloadThreshold 900 → ") == true } == [false, true])
  }

  @Test func `a session that opens a page and comes back is run otherwise, too`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "Some words of prose.\n\n", count: 80)
    try folder.write(
      "---\nadServer: { latency: 3s }\n---\n\n\(text)```ad\nunit: u\n```\n\n\(text)", "p.md")
    try folder.write("# Other\n", "q.md")
    let session = try folder.write(
      """
      {"adview":1,"page":"p.md","answers":"simulated","viewport":{"width":390,"height":844},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"open":"q.md"}}
      {"at":200,"in":{"back":true}}
      {"at":4000,"in":{"scroll":1000}}
      {"at":5000,"in":{"scroll":2800}}
      {"at":12000,"in":{"scroll":2900}}

      """, "visit.jsonl")
    let answers = try advice(session)
    #expect(
      answers.contains { $0.advice?.hasPrefix("fetchThreshold 800 → ") == true }, "\(answers)")
  }

  @Test func `a setting that is advised has the effect that is said of it`() throws {
    let demos = try FileManager.default.contentsOfDirectory(atPath: Project.demo(""))
    var count = 0
    // Sessions of the lab are no page's.
    for demo in demos.sorted() where demo.hasSuffix(".jsonl") && !demo.hasPrefix("preload") {
      let path = Project.demo(demo)
      for advice in try advice(path).compactMap(\.advice) {
        guard let colon = advice.firstRange(of: ": "), !advice.contains("{") else { continue }
        var options: [String] = []
        for change in advice[..<colon.lowerBound].replacing(" from the start", with: "")
          .split(separator: ", ")
        {
          let words = change.split(separator: " ")
          let option = ["fetchThreshold": "--fetch", "displayThreshold": "--display"]
          guard words.count == 4, let name = option[String(words[0])] else { continue }
          options += [name, String(words[3])]
        }
        guard !options.isEmpty else { continue }
        let comparison = try ProgramRun(["compare"] + options + [path])
        #expect(
          comparison.output.hasPrefix("\(path): \(advice[colon.upperBound...]); "),
          "\(demo): \(advice)\n\(comparison.output)\(comparison.errors)")
        count += 1
      }
    }
    #expect(count >= 5)
  }
}
