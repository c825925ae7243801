import AdEngine
import Testing

@testable import Playground

@Suite struct TuningTests {
  private func settings(
    _ fetch: Double, _ display: Double, _ unload: Double, _ unloading: Bool = false
  ) -> LazyLoadingSettings? {
    try? LazyLoadingSettings(
      fetchThreshold: fetch, displayThreshold: display, unloadThreshold: unload,
      unloadingEnabled: unloading)
  }

  @Test func `arrows move a threshold by ten points and with shift by a hundred`() {
    var player = Player(testPage())
    player.press("f", .right, .right, .left, .shiftRight, "L", "H")
    #expect(player.lazyLoading == settings(910, 200, 1600))
  }

  @Test func `fetch and display push each other instead of passing, and unload stands alone`() {
    var player = Player(testPage())
    player.press("d")
    player.press("L", times: 8)
    #expect(player.lazyLoading == settings(1000, 1000, 1600))
    player.press("f")
    player.press("L", times: 10)
    #expect(player.lazyLoading == settings(2000, 1000, 1600))
    player.press("u")
    player.press("H", times: 15)
    #expect(player.lazyLoading == settings(2000, 1000, 100))
  }

  @Test func `a threshold never goes below nothing`() {
    var player = Player(testPage())
    player.press("d")
    player.press("H", times: 5)
    #expect(player.lazyLoading == settings(800, 0, 1600))
  }

  @Test func `a value can be typed, and what is half typed pushes nothing for good`() {
    var player = Player(testPage())
    player.press("f", "1", "2", "5", "0", .enter)
    #expect(player.lazyLoading == settings(1250, 200, 1600))
    player.press("f", "1", "9", .backspace, .backspace)
    #expect(player.lazyLoading == settings(1250, 200, 1600))
  }

  @Test func `escape goes back to the value before, and z undoes what was kept`() {
    var player = Player(testPage())
    player.press("f", .right, .escape)
    #expect(player.lazyLoading == .standard)
    player.press("f", .right, .enter, "d", .right, .enter, "x")
    #expect(player.lazyLoading == settings(810, 210, 1600, true))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 210, 1600))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
    player.press("z")
    #expect(player.screen.contains("no change of the thresholds to undo"))
  }

  @Test func `Z goes back to the page's own thresholds, and z takes that back`() {
    var player = Player(testPage(front: "lazyLoad: { fetchThreshold: 300 }"))
    player.press("f", .right, .enter, "x", "Z")
    #expect(player.lazyLoading == settings(300, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == settings(310, 200, 1600, true))
  }

  @Test func `a wider fetch threshold fetches at once what it takes in`() {
    var player = Player(testPage(ads: 6, paragraphs: 6, block: "size: 320x320"))
    player.wait(1000)
    let before = player.model.slots.count { $0.load != .notLoaded }
    player.press("f")
    player.press("L", times: 10)
    player.wait(1000)
    #expect(player.model.slots.count { $0.load != .notLoaded } > before)
  }

  @Test func `a page without lazy loading has no thresholds to set`() {
    var player = Player(testPage(front: "lazyLoad: off"))
    player.press("f")
    #expect(player.screen.contains("without lazy loading"))
    #expect(player.model.focus == .article)
    #expect(player.model.slots.allSatisfy { $0.load == .displayed })
  }

  @Test func `x while a threshold is being set is a step of its own`() {
    var player = Player(testPage())
    player.press("f", .right, "x", "5", .escape)
    #expect(player.lazyLoading == settings(810, 200, 1600, true))
    player.press("z")
    #expect(player.lazyLoading == settings(810, 200, 1600))
    player.press("z")
    #expect(player.lazyLoading == .standard)
  }

  @Test func `thresholds of any size can be shown and moved`() {
    for threshold in ["50000", "1e20", "1e300"] {
      var player = Player(
        testPage(front: "lazyLoad: { fetchThreshold: \(threshold) }"), columns: 200, rows: 40)
      #expect(player.screen.contains("fetch"))
      player.press("f", .left)
      #expect((player.lazyLoading?.fetchThreshold ?? 0) >= 49_990)
    }
  }

  @Test func `a typed value above the largest is held back and said so`() {
    var player = Player(testPage())
    player.press("f", "2", "5", "0", "0", "0")
    #expect(player.lazyLoading?.fetchThreshold == 20_000)
    #expect(player.screen.contains("at most 20000 pt"))
    player.press(.backspace)
    #expect(player.lazyLoading?.fetchThreshold == 2500)
    #expect(!player.screen.contains("at most"))
  }
}
