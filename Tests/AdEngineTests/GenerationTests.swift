import AdEngine
import TestSupport
import Testing

/// Each fetch of a slot begins a generation; what the world says about an older one is dropped.
@Suite(.tags(.fast)) struct GenerationTests {
  /// One slot in view whose first fetch is under way; the log is empty and the moment is 0.
  private func loading() throws -> Stage {
    var stage = Stage(slots: [slot(at: 0)], lazyLoading: try .unloading, consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.clear()
    return stage
  }

  private static let reload = Engine.Input.reloadRequested(SlotID(1))
  private static let reloaded = [
    "1000 slot 1 notLoaded gap -250", "1000 slot 1 release 1", "1000 slot 1 fetched gap -250",
    "1000 slot 1 fetch 2", "1000 slot 1 ad loading", "1000 slot 1 displayed gap -250",
  ]

  /// What happens after the fetch, and what is decided then.
  static let lives: [(String, Life, [String])] = [
    ("of an older generation", [1000: reload, 1001: .delivered(), 1002: .failed()], reloaded),
    (
      "of a generation that never was",
      [1000: reload, 1001: .delivered(generation: 0), 1002: .delivered(generation: 3)], reloaded
    ),
    (
      "after a failure", [1000: .failed(), 1001: .delivered(), 1002: .failed()],
      ["1000 slot 1 ad failed"]
    ),
    (
      "after an ad", [1000: .delivered(), 1001: .delivered(1, 300, by: 600), 1002: .failed()],
      [
        "1000 slot 1 ad loaded", "1100 slot 1 render 1", "1100 slot 1 ad impressed",
        "2100 slot 1 viewable",
      ]
    ),
    (
      "after the unload", [1000: .scrolled(to: 5000), 3500: .delivered()],
      ["3000 slot 1 unloaded gap 4750", "3000 slot 1 release 1"]
    ),
    (
      "to a fetch that consent took back",
      [1000: .consentChanged(.denied), 1001: .consentChanged(.granted), 1002: .delivered()],
      ["1000 slot 1 release 1", "1001 slot 1 fetch 2", "1001 slot 1 ad loading"]
    ),
  ]

  @Test(arguments: lives)
  func `an answer that no one waits for is dropped`(what: String, life: Life, log: [String]) throws
  {
    #expect(try loading().lived(life, until: 4000).log == log, "\(what)")
  }

  @Test func `an answer nobody asked for is dropped`() {
    var stage = Stage(slots: [slot(at: 0)], consent: .granted)
    stage.deliver(1, generation: 0)
    stage.deliver(1, generation: 1)
    stage.deliver(7)
    #expect(stage.log == [])
    #expect(stage.adState(1) == .uninitialized)
  }

  @Test func `each new generation begins without anything of the one before`() throws {
    var stage = try loading()
    stage.deliver(1, 970, by: 250, media: .video, at: 100)
    stage.run(until: 10_000)
    stage.click(1)
    stage.consent(.denied)
    let status = try #require(stage.engine.status(of: SlotID(1)))
    #expect(status.adState == .uninitialized)
    #expect(status.ad == nil)
    #expect(status.media == .display)
    #expect(!status.isHeld && !status.isRendered && !status.isViewable)
    #expect(status.generation == 1)
    #expect(status.loadState == .displayed)
  }

  // MARK: - Slots that disappear

  @Test func `D17 a removed slot is released and forgotten; what is said of it is refused`() throws
  {
    var stage = try loading()
    stage.remove(1, at: 1000)
    stage.deliver(1, at: 1100)
    #expect(stage.log == ["1000 slot 1 release 1"])
    #expect(stage.engine.status(of: SlotID(1)) == nil)
    #expect(stage.engine.slotCount == 0)
    stage.clear()
    stage.remove(1, at: 2000)
    stage.reload(1, at: 2000)
    stage.click(1, at: 2000)
    stage.resize(1, to: 100, at: 2000)
    stage.happen(.slotMoved(SlotID(1), slot(at: 0)), at: 2000)
    let sentence = "2000 refused: slot 1: there is no such slot on the page"
    #expect(stage.log == Array(repeating: sentence, count: 5))
    #expect(stage.engine.nextDeadline == nil)
  }

  @Test func `D17 a slot that is added again starts at the beginning and gets its rendering`()
    throws
  {
    var stage = try loading()
    stage.deliver(1, at: 100)
    stage.run(until: 1000)
    stage.remove(1, at: 1000)
    stage.clear()
    stage.add(1, slot(at: 0), at: 2000)
    stage.deliver(1, at: 2100)
    stage.expect(
      "2000 slot 1 fetched gap -250", "2000 slot 1 fetch 1", "2000 slot 1 ad loading",
      "2000 slot 1 displayed gap -250", "2100 slot 1 ad loaded", "2200 slot 1 render 1",
      "2200 slot 1 ad impressed", until: 2200)
  }

  @Test func `a slot that is on the page already is refused and stays where it is`() throws {
    var stage = try loading()
    stage.add(1, slot(at: 9000), at: 100)
    #expect(stage.log == ["100 refused: slot 1: the page has this slot already"])
    #expect(stage.tops == [0])
  }

  @Test func `a closed page releases in page order what it holds`() {
    var stage = Stage(slots: [slot(at: 500), slot(at: 0), slot(at: 9000)], consent: .granted)
    stage.scroll(to: 0, at: 0)
    stage.clear()
    stage.closePage(at: 100)
    #expect(stage.log == ["100 slot 2 release 1", "100 slot 1 release 1"])
    #expect(stage.engine.slotCount == 0)
    #expect(stage.engine.viewport == Viewport(size: Size(width: 400, height: 800)))
  }
}
