import AdEngine
import AdRendering
import AdRenderingTesting
import AdSessions
import AdSimulation
import Testing

/// Pages that name responses.
@Suite struct BidFolderTests {
  private static let good = """
    {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"<b>x</b>","w":300,"h":250,"ext":{"prebid":{"targeting":{"hb_pb":"1",
    "hb_bidder":"x"}}}}]}]}
    """

  private func read(_ front: String, _ folder: BidFolder?) -> (page: Page, problems: [String]) {
    let text = "---\n\(front)\n---\n# T\n\n```ad\nunit: u\nsize: 300x250\n```\n"
    let (page, problems) = Page.read(
      Array(text.utf8), name: "p.md", options: ReadingOptions(bids: folder, catalog: .misbehaving))
    return (page, problems.map(\.description))
  }

  /// What the page of such front matter comes to, seen from its top.
  private func life(
    _ front: String, _ folder: BidFolder?
  ) throws -> (setup: RunSetup, run: SessionRun) {
    let (page, problems) = read(front, folder)
    #expect(problems.filter { !$0.hasPrefix("r/a.json") } == [])
    let setup = try RunSetup(
      page: PageConfiguration(PageLayout(page)), overrides: SettingOverrides())
    var run = SessionRun(setup, keepsHistory: true)
    run.scroll(to: 0, at: .start)
    run.runUntilIdle()
    return (setup, run)
  }

  @Test(
    arguments: [
      ("adServer: { bids: responses/ }", "responses/"),
      ("adServer:\n  seed: 3\n  bids: a.json", "a.json"), ("adServer: { seed: 3 }", nil),
      ("adServer: { bids: [a] }", nil), ("title: T", nil),
    ] as [(String, String?)])
  func `the path is what the front matter says`(front: String, path: String?) {
    #expect(PageSource(Array("---\n\(front)\n---\n".utf8), name: "p.md").bidsPath == path)
  }

  @Test func `a slot is answered by the response, through the registry`() throws {
    let run = try life("adServer: { bids: r, latency: 50ms }", .holding(Self.good)).run
    let status = try #require(run.engine.status(of: SlotID(0)))
    #expect(status.adState == .impressed)
    #expect(status.ad == Size(width: 300, height: 250))
    let content = run.world.rendering(for: SlotID(0), generation: 1)?.content
    #expect(content?.lines.map(\.text) == ["x"])
  }

  @Test(
    arguments: refusals(
      #"""
      {
      "seatbid": → 2: byte 13: expected a value
      {"id":"r",

      "seatbid":7} → 3: seatbid: expected a list of seats
      {"id":"r","seatbid":[{
      "bid":[{
      "price":"1"}]}]} → 3: seatbid[0].bid[0].price: expected a finite number

        → 1: the server sent an empty body, which is an error unless the status is 204
      <html>

        → 1: the server answered with text: <html>
      \#u{FEFF}{"id":"r","seatbid":[]} → 1: the response: expected no byte order mark at its head
      {"id":"r","seatbid":[],
      "seatbid":[]} → 2: seatbid: expected the key only once; the last one counts
      {"id":"r","seatbid":[{
      "bid":[
      {"id":"b","impid":"i","price":1,"adm":"x"}]}]}
        → 3: seatbid[0].bid[0]: expected a bid with hb_pb and hb_bidder in ext.prebid.targeting
      \#(good.replacing("<b>x</b>", with: ""))
        → 1: seatbid[0].bid[0]: expected markup in adm: the bid wins and shows nothing
      """#))
  func `what is wrong with a response is said with its file and line`(body: String, problem: String)
  {
    #expect(
      read("adServer: { bids: r }", .holding(body)).problems.first == "r/a.json:\(problem)")
  }

  @Test func `responses that cannot be had are said where the page names them`() {
    let missing = BidFolder([], problem: "r: no such file")
    #expect(
      read("title: T\nadServer: { bids: r }", missing).problems
        == ["p.md:3: adServer: bids 'r': r: no such file"])
    #expect(
      read("adServer: { bids: r }", BidFolder([])).problems
        == ["p.md:2: adServer: bids 'r': expected a file, or a folder with files ending in .json"])
    #expect(
      read("adServer: { bids: [a] }", nil).problems
        == ["p.md:2: adServer: bids (a list): expected the path of a file or a folder"])
    #expect(read("adServer: { bids: r }", missing).page.settings.adServer.bids == nil)
  }

  @Test func `units that no file is for are named, each once`() {
    let front = "adServer: { bids: r }\nscreenBanner: screen\ninterstitial: u"
    #expect(
      read(front, .holding(Self.good, "r/screen.json")).problems
        == ["p.md:2: adServer: bids 'r': expected a response for ad unit 'u': no file is for it"])
  }

  @Test func `without the files a page that names them is simulated`() {
    let (page, problems) = read("adServer: { bids: r }", nil)
    #expect(problems == [])
    #expect(page.settings.adServer.bids == nil)
  }

  @Test(arguments: [
    ("failsToPresent", "MisbehavingRenderer", ""), ("<b>x</b>", "RichTextRenderer", #""exp":0,"#),
  ])
  func
    `S3.14 D57 what cannot be presented is not rendered, not impressed and not viewable, for anybody`(
      markup: String, renderer: String, field: String
    ) throws
  {
    let response = """
      {"id":"r","seatbid":[{"bid":[{"id":"b","impid":"i","price":1,"adm":"\(markup)","w":300,"h":250,\(field)
      "ext":{"prebid":{"targeting":{"hb_pb":"1","hb_bidder":"x"},"meta":{"rendererName":"\(renderer)",
      "rendererVersion":"1.0"}}}}]}]}
      """
    let (setup, run) = try life("adServer: { bids: r, latency: 50ms }", .holding(response))
    let status = try #require(run.engine.status(of: SlotID(0)))
    #expect(status.adState == .loaded && !status.isRendered && !status.canPresent)
    let report = run.report
    #expect([report.rendered, report.impressed, report.viewable] == [0, 0, 0])
    #expect(report.requests == 1)
    let chain = CauseChain(of: SlotID(0), in: run.history, from: setup.engine, at: run.now)
    #expect(chain.pendingConditions == [.withheld])
    #expect(chain.links.contains { $0.cause == .notPresented(generation: 1) })
  }

  @Test func `S4.9 D53 the sample adapter's token is in the request, where the page gives it one`()
  {
    func request(_ front: String) -> String {
      let settings = read("adServer: { seed: 1\(front) }", nil).page.settings.adServer
      var world = SimulatedWorld(settings)
      world.add(SimulatedSlot(unit: "u", requested: Size(width: 300, height: 250)), as: SlotID(0))
      return world.rendering(for: SlotID(0), unit: "u", generation: 1)?.request?.json ?? ""
    }
    #expect(
      request(", token: abc").contains(
        #""data":{"token":"abc"},"name":"PrebidMobileCustomAdAdapter""#))
    #expect(request("").contains(#"{"name":"PrebidMobileCustomAdAdapter""#))
    let bids = read("adServer: { bids: r, token: t }", BidFolder([BidFile(name: "a", body: [])]))
    #expect(SimulatedWorld(bids.page.settings.adServer).catalog != .misbehaving)
  }

  @Test func `D49 an impression may take a second`() throws {
    func impressedAt(_ front: String) throws -> Int64? {
      try life("adServer: { latency: 50ms }\n\(front)", nil).run.history.first {
        if case .effect(.reportAdState(_, .impressed)) = $0.content { true } else { false }
      }?.at.milliseconds
    }
    #expect(try impressedAt("title: T") == 150)
    #expect(try impressedAt("impressionDelay: 1s") == 1150)
    #expect(read("impressionDelay: 1s..2s", nil).problems.count == 1)
  }
}

extension BidFolder {
  /// A folder of one file.
  fileprivate static func holding(_ body: String, _ name: String = "r/a.json") -> BidFolder {
    BidFolder([BidFile(name: name, body: Array(body.utf8))])
  }
}
