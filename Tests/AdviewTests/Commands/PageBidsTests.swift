import AdRenderingTesting
import TestSupport
import Testing

@testable import AdPlayground

/// Pages that name responses, from the files to the metrics.
@Suite struct PageBidsTests {
  private static let response = """
    {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"<b>x</b>","w":300,"h":200,"ext":{"prebid":{"targeting":{"hb_pb":"1",
    "hb_bidder":"x"},"meta":{"rendererName":"RichTextRenderer","rendererVersion":"1.0"}}}}]}]}
    """

  private func page(_ bids: String, in folder: TemporaryFolder) throws -> String {
    try folder.write(
      "---\nadServer: { bids: \(bids), latency: 50ms }\n---\n# T\n\n```ad\nunit: u\nsize: 300x250\n```\n",
      "page.md")
  }

  @Test func `ads come from the file that the page names, seen from the page's folder`() throws {
    let folder = try TemporaryFolder.holding(Self.response, "a.json").folder
    try ProgramRun(
      "run", "--events", try page("a.json", in: folder), code: 0, errors: "",
      output: .has(#""size":{"width":300,"height":200}"#))
  }

  @Test func `a folder means its files that end in json`() throws {
    let folder = try TemporaryFolder.holding(Self.response, "u.json").folder
    try folder.write("{", "other.txt")
    try ProgramRun(
      "run", "--events", try page(".", in: folder), errors: "",
      output: .has(#""size":{"width":300,"height":200}"#))
  }

  @Test func `a broken response is reported with its line, and refused with strict`() throws {
    let folder = try TemporaryFolder.holding("{\"id\":\"r\",\n\n\"seatbid\":7}", "a.json").folder
    let path = try page("a.json", in: folder)
    let run = try ProgramRun(
      "run", "--events", path, code: 0,
      errors: "adview: \(folder.path)/a.json:3: seatbid: expected a list of seats\n",
      output: .has(#""ad":"failed""#))
    let strict = try ProgramRun("run", "--strict", path, code: 65)
    #expect(strict.errors == run.errors)
  }

  @Test func `run and doctor say that another renderer drew the ad than the bid names`() throws {
    let unknown = Self.response.replacing("RichTextRenderer", with: "Other")
    let folder = try TemporaryFolder.holding(unknown, "a.json").folder
    let path = try page("a.json", in: folder)
    let words = "AdView falls back to PrebidRenderer 1.0.0: no renderer is registered as Other"
    try ProgramRun("run", path, errors: .begins("adview: \(path): slot 1: \(words)\n"))
    try ProgramRun(
      "doctor", path, code: 0,
      output: .has("  ! slot 1: \(words)\n    → register that renderer, or"))
    let known = try TemporaryFolder.holding(Self.response, "a.json").folder
    try ProgramRun("doctor", page("a.json", in: known), output: .lacks("falls back"))
  }

  private static let withheld = response.replacing("<b>x</b>", with: "failsToPresent")
    .replacing("RichTextRenderer", with: "MisbehavingRenderer")

  @Test func `an ad that cannot be presented is counted, and the doctor names its slot`() throws {
    let folder = try TemporaryFolder.holding(Self.withheld, "a.json").folder
    let path = try page("a.json", in: folder)
    var app = PlaygroundApp()
    app.registerPluginRenderer(MisbehavingRenderer.self)
    try ProgramRun(
      "run", path, app: app,
      output: .has(
        "requests            1\n", "\nnot presented       1\n", "\nrendered            0\n"))
    try ProgramRun("run", "--json", path, app: app, output: .has(#""notPresented":1,"#))
    try ProgramRun(
      "doctor", path, app: app,
      output: .has("! slot 1 is loaded and cannot be presented\n    → reload, or"))
  }

  @Test(arguments: [
    (
      "Invalid request: Stored Request with ID=7 not found",
      "! slot 1 failed: the server knows no such account: ", "(-101)",
      "look at the account id that the request names"
    ),
    (
      "Invalid request: Stored Imp with ID=7 not found",
      "! slot 1 failed: the server knows no such ad unit configuration: ", "(-102)",
      "look at the configuration id of the ad unit"
    ),
    (
      "Invalid request: Request imp[0].banner.format is wrong",
      "! slot 1 failed: the server does not accept the size: ", "(-103)",
      "ask for a size that the ad unit has"
    ),
    ("<html>", "! slot 1 failed: the server answered with text: <html> ", "(-301)", "explain bid"),
    (
      #"{"id":"r","imp":[]}"#, "! slot 1 failed: this is a bid request, not a response ",
      "(-401)", "explain bid"
    ),
  ])
  func `the doctor tells a response's errors apart, with the code of Prebid's SDK`(
    body: String, fact: String, code: String, advice: String
  ) throws {
    let folder = try TemporaryFolder.holding(body, "a.json").folder
    let path = try page("a.json", in: folder)
    let output = try ProgramRun("doctor", path).output
    let lines = output.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains(fact) }, "\(output)")
    #expect(lines[place].hasSuffix(code))
    #expect(lines[place + 1].contains(advice))
    // A session holds only that the request failed; the page's responses say why.
    let failure = fact.contains("bid request") ? "noFill" : "error"
    let session = try folder.write(
      """
      {"adview":1,"page":"page.md","viewport":{"width":384,"height":780},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":60,"in":{"world":{"slot":"1","generation":1,"failed":"\(failure)"}}}

      """, "s.jsonl")
    try ProgramRun("doctor", session, output: .has(String(lines[place])))
  }

  @Test func `responses that are not there are named once, and the ads are simulated`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("run", "--events", try page("none/", in: folder), code: 0)
    let problem = "adServer: bids 'none/': No such file or directory"
    #expect(run.errors == "adview: \(folder.path)/page.md:2: \(problem)\n")
    #expect(run.output.contains(#""ad":"loaded""#))
  }
}
