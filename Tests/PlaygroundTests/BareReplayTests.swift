import AdEngine
import AdSessions
import AdSimulation
import TestSupport
import Testing

@testable import Playground

/// Sessions from other apps, which have no page: their slots alone are shown.
@Suite struct BareReplayTests {
  private static let session = """
    {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"top","unit":"div-gpt-ad-mobile_1","y":1000,"width":320,"height":250},{"slot":"side","unit":"u","y":1100,"width":160,"height":600}]}
    {"at":0,"in":{"scroll":0}}
    {"at":380,"in":{"slot":"low","frame":{"y":2400,"width":320,"height":320},"unit":"div-gpt-ad-mobile_2"}}
    {"at":400,"in":{"scroll":620}}
    {"at":900,"in":{"world":{"slot":"top","generation":1,"loaded":{"width":300,"height":400,"media":"display"}}}}
    {"at":1200,"in":{"caption":"the second slot is removed"}}
    {"at":1300,"in":{"slot":"side","removed":true}}
    {"at":1500,"in":{"scroll":1100}}
    {"at":1700,"in":{"slot":"low","frame":{"y":1700,"width":300,"height":250}}}
    {"at":2100,"in":{"world":{"slot":"low","generation":1,"failed":"noFill"}}}

    """

  private static func open(_ replay: Replay, columns: Int = 80, rows: Int = 24) -> Player {
    Player(
      replay, columns: columns, rows: rows, settings: PlaygroundSettings(isDebugEnabled: rows > 30))
  }

  /// The left of the screen, without what says at the lower edge of its pane what of the viewport that hides.
  private func article(_ player: Player) -> String {
    player.screen.split(separator: "\n").map { String($0.prefix(52)) }
      .filter { !$0.contains("pt hidden below") }.joined(separator: "\n")
  }

  /// The slots that are there, each with its frame on the screen's page.
  private func places(_ model: Model) -> [String: SlotFrame] {
    let page = model.visit.pages.top
    let slots = page.page.slots.indices.filter { page.layout.contains(slot: $0) }
    return Dictionary(
      uniqueKeysWithValues: slots.map { (page.page.slots[$0].name, page.layout.frame(ofSlot: $0)) })
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `each box says its unit and what is seen of it`(columns: Int, rows: Int) throws {
    let session = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","unit":"div-gpt-ad-mobile_1","y":40,"width":320,"height":600}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":600}}}}
      {"at":5000,"in":{"scroll":0}}

      """
    var player = Self.open(try bareReplay(session), columns: columns, rows: rows).pressing(.home)
    for words in ["recorded page: only its ad slots are known", "mobile_1", "loading"] {
      #expect(article(player).contains(words))
    }
    player.press(.end, .escape)
    for words in ["mobile_1", "◉ viewable"] { #expect(article(player).contains(words)) }
  }

  @Test func `a slot that is hidden shows no ad, and says so until it is shown again`() throws {
    let session = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":40,"width":320,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":250}}}}
      {"at":500,"in":{"slot":"1","hidden":true}}
      {"at":900,"in":{"slot":"1","hidden":false}}

      """
    var player = Self.open(try bareReplay(session)).pressing(.home)
    var isHidden: [Bool] = []
    for _ in 0..<6 {
      isHidden.append(article(player).contains("hidden"))
      player.press(.right)
    }
    #expect(isHidden.contains(true) && isHidden.first == false)
    player.press(.end)
    #expect(!article(player).contains("hidden"))
  }

  @Test func `the figures at the end are those of a run, up to the last line`() throws {
    // The ad is viewable a second after it was rendered, behind the last line.
    let session = """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"1","y":40,"width":320,"height":250},{"slot":"2","y":700,"width":320,"height":250}]}
      {"at":0,"in":{"scroll":0}}
      {"at":100,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":250}}}}
      {"at":500,"in":{"scroll":10}}

      """
    let report = try countedReport(of: session)
    #expect((report.rendered, report.viewable, report.unfinished) == (1, 0, 1))

    var model = Self.open(try bareReplay(session)).model
    #expect(model.visit.replay?.end == Instant(milliseconds: 500))
    for (moment, duration) in [(1200, 500), (500, 500), (499, 499), (900, 500)] as [(Int64, Int64)]
    {
      model.visit.seek(to: Instant(milliseconds: moment))
      #expect(model.visit.report.duration == duration)
      if moment >= 500 { #expect(model.visit.report == report, "\(moment)") }
    }

    var options = PlaygroundOptions()
    options.overrides.lazyLoading.fetchThreshold = 900
    var other = Self.open(try bareReplay(session, options: options)).model
    other.seek { $0.seek(to: Instant(milliseconds: 1200)) }
    let comparison = try #require(other.comparison)
    #expect(comparison.before == report, "of the recording, too, up to its last line")
    #expect(comparison.after.duration == 500)
  }

  @Test func `slots are where the app had them at every moment, whichever way one comes`() throws {
    let (top, grown) = (
      SlotFrame(y: 1000, height: 250), SlotFrame(y: 1000, width: 300, height: 400)
    )
    let side = SlotFrame(y: 1100, width: 160, height: 600)
    let expected: [(moment: Int64, places: [String: SlotFrame])] = [
      (0, ["top": top, "side": side]),
      (390, ["top": top, "side": side, "low": SlotFrame(y: 2400, height: 320)]),
      (1400, ["top": grown, "low": SlotFrame(y: 2550, height: 320)]),
      (2200, ["top": grown, "low": SlotFrame(y: 1700, width: 300, height: 250)]),
    ]
    var model = Self.open(try bareReplay(Self.session)).model
    for (moment, places) in expected + expected.reversed() {
      model.visit.seek(to: Instant(milliseconds: moment))
      #expect(self.places(model) == places, "\(moment)")
    }
  }

  @Test func `what is decided is what a run decides, and nobody invents an ad`() throws {
    var player = Self.open(try bareReplay(Self.session), columns: 120, rows: 40)
    player.waitUntilIdle()
    #expect(player.page.slots[0].ad == .impressed)
    #expect(player.page.slots[2].ad == .failed)
    #expect(player.screen.contains("app.jsonl"))
    #expect(player.log.contains { $0.text.hasSuffix("resize 320×250 → 300×400") })
    #expect(player.page.looks?.creative(for: SlotID(0), generation: 1) == nil)
  }

  @Test func `what nobody knows has no row among the details`() throws {
    let player = Self.open(try bareReplay(Self.session), rows: 40).pressing(.end, "n", .enter)
    let details = try #require(player.overlayBox).sentences
    #expect(details.contains { $0.hasPrefix("delivered:") })
    #expect(!details.contains { $0.hasPrefix("requested:") })
  }

  @Test func `a slot that is not there yet, or no more, is no stop and shows nothing`() throws {
    var player = Self.open(try bareReplay(Self.session)).pressing("n", "n", "n", .enter)
    #expect(player.selectedSlot == 1, "the third is added later")
    #expect((player.overlay as? DetailsOverlay)?.slot == 1)
    player.wait(1400)
    #expect(player.overlay == nil, "its slot was removed")
    player.press(.enter)
    #expect(player.overlay == nil)
    #expect(player.screen.contains("is not on the page now"))
    player.press("n")
    #expect(player.selectedSlot == 2)
  }

  @Test(.tags(.sweep)) func `keys that look around work without a page`() throws {
    for seed in 1...Sweep.rounds(20) {
      var random = SeededGenerator(seed: UInt64(seed))
      var player = Self.open(try bareReplay(Self.session))
      for _ in 0..<60 {
        player.press(random.key(), wait: Int64(random.number(0...200)))
        #expect(player.canvas.width == 80)
      }
    }
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a session without a page looks as it should`(columns: Int, rows: Int) throws {
    var player = Self.open(try bareReplay(Self.session), columns: columns, rows: rows).waiting(1250)
    player.press(" ", golden: "replay-bare-\(columns)x\(rows)")
  }
}
