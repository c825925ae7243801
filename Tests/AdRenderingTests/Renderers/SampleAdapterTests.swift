import AdRendering
import Testing

/// What the seed's sample adapter makes of its SDK's callbacks (S4.8–S4.18, D56).
@Suite struct SampleAdapterTests {
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
}
