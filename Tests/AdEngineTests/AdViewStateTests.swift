import AdEngine
import TestSupport
import Testing

/// The one table of an ad view's states (`S3.11`–`S3.17`, D46), and the engine's slots by it.
@Suite(.tags(.fast)) struct AdViewStateTests {
  /// What was published of a slot.
  private struct Published: Equatable {
    var loadState = AdLoadState.notLoaded
    var adState = AdViewState.uninitialized
    var isRendered = false
    var isViewable = false
  }

  @Test func `the engine publishes only what may follow on the state before, and reads the same`() {
    var states: Set<AdViewState> = []
    for seed in 0..<200 {
      var page = RandomPage(seed: seed)
      var engine = Engine(page.configuration)
      var slots: [SlotID: Published] = [:]
      for _ in 0..<250 {
        let (now, input) = page.next()
        let effects = engine.handle(input, at: now)
        page.note(effects)
        for effect in effects {
          switch effect {
          case .reportLoadState(let slot, let state, _):
            slots[slot, default: Published()].loadState = state
          case .reportAdState(let slot, let state):
            let former = slots[slot]?.adState ?? .uninitialized
            #expect(former.canBecome(state), "seed \(seed): \(former) → \(state)")
            slots[slot]?.adState = state
            states.insert(state)
          case .render(let slot, _): slots[slot]?.isRendered = true
          case .reportViewable(let slot): slots[slot]?.isViewable = true
          case .release(let slot, _):
            slots[slot] = Published(loadState: slots[slot]?.loadState ?? .notLoaded)
          default: break
          }
        }
        let isAsPublished = engine.statuses().allSatisfy { status in
          slots[status.id, default: Published()]
            == Published(
              loadState: status.loadState, adState: status.adState,
              isRendered: status.isRendered, isViewable: status.isViewable)
        }
        #expect(isAsPublished, "seed \(seed) at \(now)")
      }
    }
    #expect(states == [.loading, .loaded, .failed, .impressed, .clicked])
  }

  @Test(
    arguments: [
      (.notLoaded, "notLoaded"), (.fetched, "fetched"), (.displayed, "displayed"),
      (.unloaded, "unloaded"),
    ] as [(AdLoadState, String)])
  func `S1.21 a load state is told by its name, everywhere`(state: AdLoadState, name: String) {
    #expect(state.id == name)
    #expect(AdLoadState(rawValue: name) == state)
  }

  @Test(
    arguments: [
      (.uninitialized, [.loading]), (.loading, [.loaded, .failed]), (.failed, [.loading]),
      (.loaded, [.impressed, .closed, .loading]), (.impressed, [.clicked, .closed, .loading]),
      (.clicked, [.clicked, .closed, .impressed, .loading]), (.closed, [.loading]),
    ] as [(AdViewState, Set<AdViewState>)])
  func `D46 the states that may follow`(state: AdViewState, successors: Set<AdViewState>) {
    #expect(Set(AdViewState.allCases.filter(state.canBecome)) == successors)
  }
}
