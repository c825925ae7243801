import AdRendering
import TestSupport
import Testing

@testable import AdPlayground

/// Sessions of which `run` and `tune` once gave other figures.
@Suite struct SameAnswerTests {
  private static let slot = #""slots":[{"slot":"1","y":100,"height":250}]"#
  private static let beginning = #"{"adview":1,"viewport":{"width":390,"height":844},"# + slot

  private static func own(_ settings: String) -> String {
    """
    {"adview":1,"viewport":{"width":390,"height":667},"slots":[{"slot":"1","y":354,"height":50},\
    {"slot":"2","y":2310,"height":250,"lazyLoad":\(settings)}],"lazyLoad":{"fetchThreshold":100,"displayThreshold":0}}
    {"at":0,"in":{"scroll":100}}
    {"at":433,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":50}}}}
    {"at":3000,"in":{"world":{"slot":"2","generation":1,"loaded":{"width":320,"height":250}}}}
    {"at":4000,"in":{"scroll":100}}

    """
  }

  @Test func `a reader costs the same in run and in tune, with ads in no slot, too`() throws {
    let front = "screenBanner: banner\ninterstitial: full\nadServer: { latency: 100ms }"
    let folder = try TemporaryFolder()
    let page = try folder.write(
      "---\n\(front)\n---\n" + String(repeating: "Text.\n\n", count: 60)
        + "```ad\nunit: a\nsize: 320x250\ncreative: { size: 320x250 }\n```\n", "p.md")
    // The seed of the first of all readers.
    let reader = ["--reader", "slow", "--seed", "1000003", "--json", page]
    let run = try ProgramRun(["run"] + reader, code: 0).json
    let readers = ["--readers", "1", "--leaves", "100%..100%", "--json", page]
    let setting = try ProgramRun(["tune"] + readers, code: 0).json["settings"]?[0]
    #expect(run["requests"] == .number(3))
    for key in ["requests", "rendered", "viewable", "blankExposure"] {
      #expect(setting?["perSession"]?[key] == run[key], "\(key)")
    }
  }

  @Test(
    arguments: [
      ("a slot with a threshold of its own", own(#"{"fetchThreshold":2000}"#), "requests", 2),
      ("a slot without lazy loading", own(#""off""#), "requests", 2),
      (
        "a second request with an answer of its own",
        """
        \(beginning)}
        {"at":0,"in":{"scroll":0}}
        {"at":100,"in":{"world":{"slot":"1","generation":1,"failed":"noFill"}}}
        {"at":1000,"in":{"reload":"1"}}
        {"at":1100,"in":{"world":{"slot":"1","generation":2,"loaded":{"width":320,"height":250}}}}
        {"at":4000,"in":{"scroll":1}}

        """, "viewable", 1
      ),
      (
        "recorded bids",
        """
        \(beginning),"lazyLoad":{"auction":{"threshold":1000,"timeout":1000}}}
        {"at":0,"in":{"scroll":0}}
        {"at":50,"in":{"world":{"slot":"1","auction":1,"bids":true}}}
        {"at":150,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":250}}}}
        {"at":4000,"in":{"scroll":1}}

        """, "blankExposure", 62.5
      ),
      (
        "a request that was never answered",
        "\(beginning)}\n{\"at\":0,\"in\":{\"scroll\":0}}\n{\"at\":5000,\"in\":{\"scroll\":1}}\n",
        "viewable", 0
      ),
      (
        "a second page with settings of its own",
        """
        {"adview":1,"page":"a.md","viewport":{"width":390,"height":844},"consent":"granted"}
        {"at":0,"in":{"scroll":0}}
        {"at":1000,"in":{"open":"b.md"}}
        {"at":1000,"in":{"scroll":0}}
        {"at":5000,"in":{"caption":"end"}}

        """, "requests", 1
      ),
    ] as [(String, String, String, Double)])
  func `run and tune give the same figures, now and under other thresholds`(
    what: String, session: String, metric: String, value: Double
  ) throws {
    let folder = try TemporaryFolder.holding("# A\n\n[b](b.md)\n", "a.md").folder
    try folder.write(
      "---\nlazyLoad: { fetchThreshold: 0, displayThreshold: 0 }\n---\n# B\n\n"
        + "```ad\nunit: x\ncreative: { size: 320x320, latency: 100ms }\n```\n\n"
        + String(repeating: "Text.\n\n", count: 40)
        + "```ad\nunit: y\ncreative: { size: 320x320, latency: 100ms }\n```\n", "b.md")
    let file = try folder.write(session, "s.jsonl")
    let now = try ProgramRun("run", "--json", file).json
    let then = try ProgramRun("run", "--fetch", "900", "--display", "200", "--json", file).json
    let settings = try ProgramRun("tune", "--step", "400", "--try", "900/200", "--json", file)
      .json["settings"]
    #expect(now[metric] == .number(value), "\(what)")
    for key in ["requests", "wastedFetches", "rendered", "viewable", "blankExposure"] {
      #expect(settings?[0]?["perSession"]?[key] == now[key], "\(what): \(key)")
      #expect(settings?[1]?["perSession"]?[key] == then[key], "\(what): \(key) under 900/200")
    }
  }
}
