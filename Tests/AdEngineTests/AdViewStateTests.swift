import AdEngine
import TestSupport
import Testing

/// The one table of an ad view's states (`S3.11`–`S3.17`, D46), and the engine's slots by it.
@Suite(.tags(.fast)) struct AdViewStateTests {
  @Test func `the engine publishes only what may follow on the state before`() {
    var published: Set<AdViewState> = []
    for seed in 0..<200 {
      var page = RandomPage(seed: seed)
      var engine = Engine(page.configuration)
      var states: [SlotID: AdViewState] = [:]
      for _ in 0..<250 {
        let (now, input) = page.next()
        let effects = engine.handle(input, at: now)
        page.note(effects)
        for effect in effects {
          switch effect {
          case .release(let slot, _): states[slot] = nil
          case .reportAdState(let slot, let state):
            let former = states[slot] ?? .uninitialized
            #expect(former.canBecome(state), "seed \(seed): \(former) → \(state)")
            states[slot] = state
            published.insert(state)
          default: break
          }
        }
      }
    }
    #expect(published == [.loading, .loaded, .failed, .impressed, .clicked])
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
