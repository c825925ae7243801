import AdEngine
import AdRendering
import TestSupport
import Testing

/// What the seed's sample adapter makes of its SDK's callbacks (S4.8–S4.18, D56).
@Suite(.tags(.fast)) struct SampleAdapterTests {
  @Test func `S4.8 S4.9 D60 name, version and token`() {
    #expect(SampleAdapter.name == "PrebidMobileCustomAdAdapter")
    #expect(SampleAdapter.version == "10.8.0")
    #expect(SampleAdapter.data(token: "t") == ["token": .text("t")])
    #expect(SampleAdapter.data(token: nil) == nil)
  }

  @Test(
    arguments: [
      (.finishLoading, [.adLoaded], [.adLoaded]), (.failToLoad, [.failedToLoad], [.failedToLoad]),
      (.pressed, [.adDidDisplay], [.adDidDisplay]), (.interact, [.adWasClicked], [.adWasClicked]),
      (.willPresent, [.adDidExpand], []), (.didPresent, [], [.adDidExpand]),
      (.didDismiss, [.adDidCollapse], [.adDidCollapse, .adDidClose]),
      (.leaveApp, [.adDidLeaveApp], [.adDidLeaveApp]), (.didReceive, [], []),
      (.willDismiss, [], []), (.failToReceive, [], []), (.failToPresent, [], []),
    ] as [(SampleAdapter.Callback, [SampleAdapter.ViewCall], [SampleAdapter.ViewCall])])
  func `S4.17 S4.18 the map of the seed`(
    callback: SampleAdapter.Callback, banner: [SampleAdapter.ViewCall],
    interstitial: [SampleAdapter.ViewCall]
  ) {
    func calls(_ isInterstitial: Bool) -> [SampleAdapter.ViewCall] {
      SampleAdapter.calls(for: callback, isInterstitial: isInterstitial, .seedCompatible)
    }
    #expect(calls(false) == banner)
    #expect(calls(true) == interstitial)
  }

  @Test
  func
    `D56 in the corrected map an ad is displayed when it is presented and clicked when it is pressed`()
  {
    for callback in SampleAdapter.Callback.allCases {
      for isInterstitial in [false, true] {
        let calls = SampleAdapter.calls(for: callback, isInterstitial: isInterstitial)
        #expect(calls.contains(.adDidDisplay) == (callback == .didPresent && isInterstitial))
        if callback == .pressed { #expect(calls == [.adWasClicked]) }
      }
    }
  }

  @Test(arguments: [false, true])
  func `S4.12 S4.13 S4.17 S4.18 ads of the adapter live by the map`(isInterstitial: Bool) {
    let stage = Stage()
    let (adapter, witness) = (SampleAdapterRenderer(token: "t"), Witness())
    stage.registry.register(adapter)
    adapter.delegate = witness
    #expect(stage.registry.announcements.last?.data == ["token": .text("t")])
    let bid = bid(SampleAdapter.name, SampleAdapter.version, markup: "PGEgaHJlZj0neCc+eDwvYT4=")
    _ = stage.registry.makeAd(of: bid, for: unit("a", isInterstitial: isInterstitial))
    #expect(adapter.ads.content(of: .a)?.link == "x")
    #expect(adapter.showAd(for: .a))
    adapter.ads.click(.a)
    adapter.ads.dismiss(.a)
    #expect(witness.events(of: .a) == AdEvent.completeSequence.map(\.description))
    let callers = stage.registry.log.entries(of: .a).compactMap { entry in
      if case .event(.didPresent) = entry.call { entry.caller } else { nil }
    }
    #expect(callers == [isInterstitial ? .plugin : .sdk], "of banners the map says nothing of that")
  }
}
