import AdSessions
import TestSupport
import Testing

@testable import AdPlayground

/// A check of a session whose page has changed since it was recorded.
@Suite struct ChangedPageTests {
  private let folder: TemporaryFolder
  private let session: String

  private static let ads = (1...4).map { number in
    """
    \(String(repeating: "Text that fills lines. ", count: 60))

    ```ad
    unit: u\(number)
    id: ad\(number)
    size: 300x250
    creative: { latency: 300ms, size: 300x250, media: display }
    ```

    """
  }

  private static func page(_ settings: String, ads: [String] = ads, text: String = "") -> String {
    "---\n\(settings)\n---\n\(ads.joined(separator: "\n"))\(text)\n"
  }

  private static let settings = "lazyLoad: { fetchThreshold: 800 }"

  init() throws {
    folder = try TemporaryFolder()
    session = folder.path + "/s.jsonl"
    let page = try folder.write(Self.page(Self.settings), "p.md")
    let run = try ProgramRun("import", "person", page, "--output", session)
    try #require(run.code == 0, "\(run.errors)")
    try #require(try ProgramRun("check", session).output.contains("passed"))
  }

  @Test func `settings that cannot be read any more do not pass for the default`() throws {
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 8x0 }"), "p.md")
    try ProgramRun(
      "check", session, code: 65, errors: .has("p.md:2: lazyLoad: fetchThreshold '8x0': expected"),
      output: "")
  }

  @Test func `answers that are repeated under the page's settings are called recorded`() throws {
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 300 }"), "p.md")
    try ProgramRun("check", session, code: 1, output: .has("decisions differ, recorded answers"))
  }

  @Test func `the most live ads are compared, as a run counts them`() throws {
    let run = try ProgramRun("run", "--try", "800/200/1000", "--json", session)
    let text = try ProgramRun("run", "--try", "800/200/1000", session).output
    let peaks = run.output.matches(of: #/"liveAdsPeak":(\d+)/#).map { String($0.1) }
    #expect(peaks.count == 2)
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("live ads ") })
    #expect(row.split(separator: " ").dropFirst(2).map(String.init) == peaks, "\(text)")
  }

  @Test func `under the page's settings recorded answers take as long as they took`() throws {
    let recorded = try recorded(
      #"{"fetchThreshold":100,"displayThreshold":100}"#, scrolledTo: 1200, answering: "ad2")
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 2000, displayThreshold: 100 }"), "p.md")
    let run = try ProgramRun("run", "--fetch", "2000", "--display", "100", recorded)
    try ProgramRun("check", "--update", recorded, code: 0)
    // Fetched at once, 7 s before its ad.
    #expect(try folder.text("recorded.jsonl").contains("{\"at\":7000,"))
    try ProgramRun("run", recorded, output: .is(run.output))
  }

  @Test func `on a page that has lazy loading off now they take as long, too`() throws {
    let recorded = try recorded(
      #"{"fetchThreshold":800,"displayThreshold":200}"#, scrolledTo: 2500, answering: "ad4")
    try folder.write(Self.page("lazyLoad: off"), "p.md")
    try ProgramRun("check", "--update", recorded, code: 0)
    let answers = try folder.text("recorded.jsonl").split(separator: "\n").filter {
      $0.contains("\"loaded\":") && $0.contains("ad4")
    }
    #expect(answers.count == 1 && answers[0].hasPrefix("{\"at\":7000,"), "\(answers)")
  }

  /// A session in which a slot was answered 7 s after the scroll that led to it.
  private func recorded(
    _ lazyLoad: String, scrolledTo place: Int, answering slot: String
  ) throws -> String {
    try folder.write(
      """
      {"adview":1,"page":"p.md","digest":"0","answers":"recorded","viewport":{"width":384,"height":800},\
      "lazyLoad":\(lazyLoad),"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"scroll":\(place)}}
      {"at":8000,"in":{"world":{"slot":"\(slot)","generation":1,"loaded":{"width":300,"height":250}}}}
      {"at":9000,"in":{"scroll":\(place + 1)}}

      """, "recorded.jsonl")
  }

  /// The times between the requests of a run and their ads, in milliseconds.
  private func latencies(_ arguments: String...) throws -> [Int] {
    let run = try ProgramRun(["run", "--events"] + arguments + [session], code: 0)
    var requests: [Substring: Int] = [:]
    var latencies: [Int] = []
    for line in run.output.split(separator: "\n") {
      guard
        let match = line.firstMatch(
          of: #/"at":(\d+),"out":\{"slot":"(\w+)","(fetch|ad":"loaded)"/#),
        let time = Int(match.1)
      else { continue }
      if match.3 == "fetch" {
        requests[match.2] = time
      } else {
        latencies.append(time - (requests[match.2] ?? 0))
      }
    }
    return latencies
  }

  private enum Edit: String, CaseIterable {
    case longer, heading, shorter, appendedText

    var ads: [String] {
      let ads = ChangedPageTests.ads
      return switch self {
      case .longer: [String(repeating: "More of it. ", count: 300)] + ads
      case .heading: [ads[0], "# A heading\n\n"] + ads.dropFirst()
      case .shorter: ads.map { $0.replacing("that fills lines", with: "") }
      case .appendedText: ads
      }
    }
  }

  @Test(arguments: Edit.allCases)
  private func `an edit that moves slots keeps their answers, each as long after its request`(
    edit: Edit
  ) throws {
    #expect(try latencies() == [300, 300, 300, 300])
    try folder.write(Self.page(Self.settings, ads: edit.ads, text: "edited"), "p.md")
    // The person turns back before the last slot of a longer page.
    let expected = Array(repeating: 300, count: edit == .longer ? 3 : 4)
    #expect(try latencies() == expected)
    #expect(try latencies("--fetch", "801") == expected)
    let now = try ProgramRun("run", "--json", session).output
    try ProgramRun("check", "--update", session, code: 0)
    try ProgramRun("run", "--json", session, output: .is(now))
    try ProgramRun("check", session, code: 0)
  }

  @Test func `a text laid out wider or narrower is a page that has changed`() throws {
    #expect(try latencies("--columns", "30") == [300, 300, 300])
    #expect(try latencies("--columns", "90") == [300, 300, 300, 300])
  }

  @Test func `an answer that the last line does not wait for stays out of an update`() throws {
    // The person leaves 100 ms after the last request.
    let lines = try folder.text("s.jsonl").split(separator: "\n")
    let request = try #require(lines.lastIndex { $0.contains("\"fetch\":1") })
    let time = try #require(lines[request].firstMatch(of: #/"at":(\d+)/#).flatMap { Int($0.1) })
    let end = "{\"at\":\(time + 100),\"in\":{\"caption\":\"It ends.\"}}\n"
    try folder.write(lines[...request].joined(separator: "\n") + "\n" + end, "s.jsonl")
    try folder.write(Self.page(Self.settings, text: "edited"), "p.md")
    let before = try ProgramRun("run", "--json", session).output
    #expect(before.contains("\"unfinished\":1"))
    try ProgramRun("check", "--update", session, code: 0)
    try ProgramRun("run", "--json", session, output: .is(before))
    try ProgramRun("check", session, code: 0)
  }

  @Test func `a slot that the recording never requested is answered by its page, too`() throws {
    let far = (1...9).map { _ in String(repeating: "Text that fills lines. ", count: 60) }
    try folder.write(
      Self.page(Self.settings, ads: [far.joined(separator: "\n\n"), Self.ads[0]]), "p.md")
    try folder.write(
      "---\n\(Self.settings)\nviewport: { width: 390, height: 844 }\n---\n"
        + far.joined(separator: "\n\n") + Self.ads[0], "q.md")
    try folder.write(
      """
      {"adview":1,"page":"q.md","viewport":{"width":390,"height":844},"answers":"recorded","consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":3000,"in":{"scroll":1}}

      """, "s.jsonl")
    try ProgramRun("check", "--update", session, code: 0)
    #expect(try latencies() == [])
    let digest = try folder.text("s.jsonl").replacing(
      "\"page\":\"q.md\"", with: "\"page\":\"q.md\",\"digest\":\"0000000000000000\"")
    try folder.write(digest, "s.jsonl")
    try folder.write("---\n\(Self.settings)\n---\n" + Self.ads[0], "q.md")
    #expect(try latencies() == [300])
  }

  @Test func `a slot that is new is answered by the ad server of its page`() throws {
    let new = Self.ads[0].replacing("id: ad1", with: "id: new").replacing("300ms", with: "450ms")
    try folder.write(Self.page(Self.settings, ads: [new] + Self.ads), "p.md")
    #expect(try latencies().sorted() == [300, 300, 300, 300, 450])
  }

  @Test(arguments: [
    ("lazyLoad: { fetchThreshold: 600 }", "fetchThreshold 800 → 600 in p.md"),
    ("lazyLoad: { fetchThreshold: 50% }", "fetchThreshold 800 → 50% in p.md"),
    (
      "lazyLoad: { fetchThreshold: 600, displayThreshold: 100, unloadingEnabled: true }",
      "fetchThreshold 800 → 600 in p.md; displayThreshold 200 → 100 in p.md; "
        + "unloadingEnabled false → true in p.md"
    ),
    ("lazyLoad: off", "lazyLoad on → off in p.md"),
  ])
  func `settings that the page has otherwise fail the check, first of all, and can be accepted`(
    settings: String, cause: String
  ) throws {
    try folder.write(Self.page(settings), "p.md")
    let run = try ProgramRun("check", session, code: 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix(": FAILED: \(cause)") == true, "\(run.output)")
    #expect(lines.dropFirst().first?.contains(" of ") == true, "\(run.output)")
    #expect(
      lines.suffix(2) == [
        "  look: adview play \(session)", "  accept: adview check --update \(session)",
      ])
    try ProgramRun("check", "--update", session, code: 0, output: .lacks("accept:"))
    try ProgramRun("check", session, code: 0, errors: "")
    try ProgramRun("check", "--world", "simulated", session, code: 0)
  }

  @Test(arguments: [
    ("lazyLoad: { fetchThreshold: 800, requests: single }", "requests each → single in p.md"),
    ("lazyLoad: { fetchThreshold: 800, fetchAfter: 300ms }", "fetchAfter 0 → 300 in p.md"),
    ("lazyLoad: { fetchThreshold: 800 }\nauction: on", "auction off → 300%"),
    ("lazyLoad: { fetchThreshold: 800, mobileScaling: 2 }", "mobileScaling 1 → 2 in p.md"),
    ("lazyLoad: { fetchThreshold: 800, horizontalMargin: 5 }", "horizontalMargin 0 → 5 in p.md"),
  ])
  func `each setting that the session holds is compared`(settings: String, cause: String) throws {
    // The session holds all of them.
    try folder.write(Self.page(Self.settings, text: "more"), "p.md")
    let all =
      #""lazyLoad":{"fetchThreshold":800,"displayThreshold":200,"mobileScaling":1,"requests":"each","#
      + #""fetchAfter":0,"horizontalMargin":0,"auction":"off"}"#
    let header = try folder.text("s.jsonl").replacing(/"lazyLoad":\{[^}]*\}/, with: all)
    try folder.write(header, "s.jsonl")
    try ProgramRun("check", session, code: 0)
    try folder.write(Self.page(settings), "p.md")
    try ProgramRun("check", session, code: 1, output: .has("FAILED: \(cause)"))
  }

  @Test(arguments: ["recorded", "simulated"])
  func `what settings change in the metrics is what runs under both say`(world: String) throws {
    let before = try ProgramRun("run", "--json", session).output
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 0, displayThreshold: 0 }"), "p.md")
    let run = try ProgramRun("check", "--world", world, session)
    let now = try ProgramRun("run", "--fetch", "0", "--display", "0", "--json", session).output
    func blank(_ json: String) throws -> String {
      let match = try #require(json.firstMatch(of: #/"blankExposure":([\d.]+)/#))
      return (try #require(Double(match.1))).text(digits: 0)
    }
    let (old, new) = try (blank(before), blank(now))
    #expect(old != new)
    #expect(
      run.output.contains("  metrics under the recorded settings → now\n")
        && run.output.contains("    blank time: \(old) pt·s → \(new) pt·s\n"), "\(run.output)")
  }

  @Test func `settings that change no decision fail it, too`() throws {
    try folder.write(Self.page("lazyLoad: { unloadThreshold: 1700, fetchThreshold: 800 }"), "p.md")
    try ProgramRun(
      "check", session, code: 1,
      output: .has(": FAILED: unloadThreshold 1600 → 1700 in p.md\n  decisions as recorded: "))
  }

  @Test func `under the session's thresholds it passes, and says which are not tried`() throws {
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 600 }"), "p.md")
    try ProgramRun(
      "check", "--thresholds", "session", session, code: 0,
      errors: .has(
        "checked under the session's own thresholds, not the page's: fetchThreshold 800 → 600 in p.md"
      ))
  }

  @Test func `on the page as it was, thresholds of the session's own fail nothing`() throws {
    let other = folder.path + "/o.jsonl"
    let page = folder.path + "/p.md"
    try ProgramRun("import", "person", page, "--fetch", "400", "--output", other, code: 0)
    try ProgramRun("check", other, code: 0, errors: "")
  }

  @Test func `without a digest the session's thresholds count`() throws {
    let text = try folder.text("s.jsonl").replacing(/,"digest":"[0-9a-f]{16}"/, with: "")
    try folder.write(text, "s.jsonl")
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 600 }"), "p.md")
    try ProgramRun("check", session, code: 0, errors: "")
  }

  @Test func `a page that a line opens is held to its settings, too`() throws {
    try folder.write(Self.page(Self.settings), "q.md")
    let opened = try folder.write(
      """
      {"adview":1,"page":"p.md","viewport":{"width":390,"height":844},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":1000,"in":{"open":{"page":"q.md","digest":"0123456789abcdef","lazyLoad":{"fetchThreshold":800}}}}
      {"at":1000,"in":{"scroll":0}}

      """, "o.jsonl")
    try ProgramRun("check", "--update", opened, code: 0)
    try ProgramRun("check", opened, code: 0)
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 300 }"), "q.md")
    try ProgramRun(
      "check", opened, code: 1, output: .has(": FAILED: fetchThreshold 800 → 300 in q.md\n"))
    try ProgramRun("check", "--update", opened, code: 0)
    try ProgramRun("check", opened, code: 0)
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 3o0 }"), "q.md")
    try ProgramRun(
      "check", opened, code: 65, errors: .has("q.md:2: lazyLoad: fetchThreshold '3o0': expected"))
  }

  @Test func `a change that no decision shows passes, and is said`() throws {
    try folder.write(Self.page(Self.settings, text: "A word."), "p.md")
    try ProgramRun(
      "check", session, code: 0, errors: .has("the page \(folder.path)/p.md has changed since"))
  }

  @Test func `an article that moved is a possible cause, not a certain one`() throws {
    try folder.write(Self.page(Self.settings, ads: ["# A heading\n\n"] + Self.ads), "p.md")
    let run = try ProgramRun(
      "check", session, code: 1,
      output: .has(
        "\n  possible cause: p.md has changed since the session was recorded\n",
        "\n  look: adview play "))
    #expect(!run.output.contains("metrics under"), "there are no other settings")
  }

  @Test func `a slot that is gone is a difference, and the rest is compared without it`() throws {
    try folder.write(Self.page(Self.settings, ads: Array(Self.ads.dropLast())), "p.md")
    try ProgramRun(
      "check", session, code: 1,
      output: .begins(
        "\(session): FAILED: p.md has no slot \"ad4\" any more\n  decisions as recorded: "))
    try ProgramRun("check", "--update", session, code: 0)
    #expect(try !folder.text("s.jsonl").contains("ad4"))
    try ProgramRun("check", session, code: 0)
  }

  @Test(arguments: [["run"], ["tune"], ["doctor"], ["play", "--linear"]])
  func `a session whose page lacks a slot now goes on without it, whatever reads it`(
    command: [String]
  ) throws {
    try folder.write(Self.page(Self.settings, ads: Array(Self.ads.dropLast())), "p.md")
    let run = try ProgramRun(
      command + [session], input: "", code: 0, errors: .lacks("there is no slot"))
    #expect(
      (run.errors + run.output).contains("p.md has no slot \"ad4\" any more"), "\(run.errors)")
  }

  @Test func `a page to hand on says that the session's page has changed`() throws {
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 600 }"), "p.md")
    try ProgramRun("play", "--html", folder.path + "/o.html", session, code: 0)
    let html = try folder.text("o.html")
    #expect(html.contains("has changed since the session was recorded"))
    #expect(html.contains("not the page's: fetchThreshold 800 → 600"))
  }

  @Test func `a slot that never was on a page that has not changed is bad data`() throws {
    let text = try folder.text("s.jsonl").replacing(
      #""slot":"ad4","generation""#, with: #""slot":"ad9","generation""#)
    try folder.write(text, "s.jsonl")
    try ProgramRun("check", session, code: 65, errors: .has("there is no slot \"ad9\" here"))
  }

  @Test func `without a slot that was answered the others keep their answers`() throws {
    let page = Self.page(
      "lazyLoad: { fetchThreshold: 100, displayThreshold: 100 }", ads: Array(Self.ads.dropFirst()))
    try folder.write(page, "p.md")
    try ProgramRun(
      "check", session, code: 1,
      output: .has("FAILED: fetchThreshold 800 → 100", "metrics under the recorded settings → now"))
    try ProgramRun("check", "--update", session, code: 0)
    #expect(try latencies() == [300, 300, 300])
  }

  @Test func `annotations, summary and report for build servers tell the same`() throws {
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 600 }"), "p.md")
    let (report, summary) = (folder.path + "/r.xml", folder.path + "/summary.md")
    try folder.write("# Before\n", "summary.md")
    let run = try ProgramRun(
      "check", "--format", "github", "--junit", report, "--summary", summary, session, code: 1)
    // The page is at fault, and its session is named.
    #expect(
      run.output.hasPrefix(
        "::error file=\(folder.path)/p.md,title=adview check::\(session): fetchThreshold 800 → 600")
    )
    #expect(run.output.contains("\n::warning file=\(session),title=adview check::"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
    #expect(try folder.text("r.xml").contains("<system-err>"))
    let table = try folder.text("summary.md")
    #expect(
      table.hasPrefix("# Before\n### adview check: 1 session: 0 passed, 1 failed, 0 errors\n"))
    #expect(table.contains("| ❌ failed | fetchThreshold 800 → 600 in p\\.md; "))
    try ProgramRun("check", "--summary", session, session, code: 64)
    #expect(try folder.text("s.jsonl").hasPrefix("{\"adview\":1"))
  }

  @Test func `commands to go on with quote what a shell would read otherwise`() throws {
    let path = try folder.write(try folder.text("s.jsonl"), "it's $HOME.jsonl")
    try folder.write(Self.page("lazyLoad: { fetchThreshold: 600 }"), "p.md")
    try ProgramRun(
      "check", path, output: .has("look: adview play '\(folder.path)/it'\\''s $HOME.jsonl'\n"))
  }
}
