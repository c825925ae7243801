import AdEngine
import Testing

@testable import AdSessions

/// `lazyLoad` in an ad block, and for a slot of a bare session.
@Suite struct SlotRulePageTests {
  private func page(_ lazyLoad: String) -> (page: Page, problems: [Problem]) {
    read("---\ntitle: T\n---\n\n```ad\nunit: u\nlazyLoad: \(lazyLoad)\n```\n")
  }

  @Test func `an ad block takes off, or thresholds in place of the page's`() throws {
    #expect(page("off").page.slots.first?.lazyLoading == .off)
    let read = page("{ fetchThreshold: 300%, unloadingEnabled: false }")
    #expect(
      read.page.slots.first?.lazyLoading
        == .settings(LazyLoadingChange(fetchThreshold: .percent(300), unloadingEnabled: false)))
    #expect(read.problems == [])
    for nothing in ["true", "", "{}"] {
      #expect(page(nothing).page.slots.first?.lazyLoading == nil)
      #expect(page(nothing).problems == [])
    }
  }

  @Test(
    arguments: refusals(
      #"""
      fast → 7: ad block: lazyLoad 'fast': expected off, or a map of thresholds
      { fetchTreshold: 1 }
        → 7: lazyLoad: unknown key 'fetchTreshold'; did you mean 'fetchThreshold'?
      { mobileScaling: 2 }
        → 7: lazyLoad: unknown key 'mobileScaling'; expected fetchThreshold, displayThreshold, unloadThreshold or unloadingEnabled
      { fetchThreshold: 5%, displayThreshold: 6% }
        → 7: ad block: lazyLoad: thresholds fetch 5%, display 6%, unload null: expected finite numbers with 0 ≤ display ≤ fetch and 0 ≤ unload
      """#))
  func `what an ad block says wrong is named with its line, and the page's settings count`(
    lazyLoad: String, problem: String
  ) {
    let read = page(lazyLoad)
    #expect(read.problems.map(\.description) == ["demos/page.md:" + problem])
    #expect(read.page.slots.first?.lazyLoading == nil)
  }

  private func decisions(_ slots: String, lazyLoad: String = "{}") throws -> [String] {
    let player = try SessionPlayer(
      playing: """
        {"adview":1,"viewport":{"width":390,"height":844},"lazyLoad":\(lazyLoad),"slots":[\(slots)]}
        {"at":0,"in":{"scroll":0}}

        """)
    return player.decisions.compactMap { line in
      guard case .decision(.loadState(let slot, let state, let gap)) = line.entry
      else { return nil }
      return "\(slot) \(state.rawValue) \(gap)"
    }
  }

  @Test func `a slot of a bare session can have thresholds of its own, or load at once`() throws {
    let slots =
      #"{"slot":"a","y":2000,"height":250,"lazyLoad":{"fetchThreshold":"150%"}},"#
      + #"{"slot":"b","y":2000,"height":250},{"slot":"c","y":9000,"height":250,"lazyLoad":"off"}"#
    #expect(try decisions(slots) == ["c fetched 8156.0", "c displayed 8156.0", "a fetched 1156.0"])
    #expect(try decisions(slots, lazyLoad: "\"off\"").count == 6, "all load at once, once")
  }
}
