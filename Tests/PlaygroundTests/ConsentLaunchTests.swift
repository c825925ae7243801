import AdEngine
import AdSessions
import Testing

@testable import Playground

/// The consent SDK's life in the playground: ready at once, late or never, refused, without a view (S0.14, S0.93, S1.3–S1.13).
@Suite struct ConsentLaunchTests {
  private func player(
    _ launch: ConsentLaunch, _ consent: ConsentChoice = .granted, front: String = "title: T"
  ) -> Player {
    var options = PlaygroundOptions()
    options.launch = launch
    return Player(
      testPage(front: front), columns: 120, rows: 40, options: options,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: consent))
  }

  private func fetches(_ player: Player) -> Int {
    player.events.count {
      if case .effect(.fetch) = $0.content { true } else { false }
    }
  }

  private func consentLines(_ player: Player) -> [String] {
    player.log.filter { $0.topic == .consent }.map(\.text)
  }

  @Test func `an SDK that is ready at once lets ads load at once, and says so`() {
    let player = player(.ready)
    #expect(fetches(player) > 0)
    #expect(consentLines(player) == ["onReady"])
  }

  @Test func `S1.13 an SDK that is late lets ads load when it is ready`() {
    var player = player(.late).waiting(2999)
    #expect(fetches(player) == 0)
    #expect(consentLines(player).isEmpty)
    player.wait(1)
    #expect(fetches(player) > 0)
    #expect(consentLines(player) == ["onReady", "unset → granted"])
  }

  @Test func `the diagnosis says how long slots waited for a late SDK, and for no other`() {
    func waits(_ launch: ConsentLaunch) -> [(milliseconds: Int64, slots: Int)] {
      Diagnosis(player(launch).waiting(10_000).model.diagnosed).findings.compactMap {
        if case .sdkLate(let wait, let slots) = $0.fact { (wait, slots) } else { nil }
      }
    }
    #expect(waits(.late).map(\.milliseconds) == [3000] && waits(.late)[0].slots > 0)
    #expect(waits(.ready).isEmpty)
  }

  @Test func `a late SDK asks when it is ready, if nothing was chosen before`() {
    var player = player(.late, .unset)
    #expect(player.overlay == nil)
    player.wait(3000)
    #expect(player.overlay is ConsentOverlay)
    player.press("a")
    #expect(fetches(player) > 0)
  }

  @Test(
    arguments: [
      (.never, "the consent SDK is not ready"),
      (.fails, "the consent SDK could not be initialised: there is no API key"),
      (.unwrapped, "DidomiWrapper is not in the view hierarchy: the notice has no view"),
    ] as [(ConsentLaunch, String)])
  func `S1.10 an SDK that can ask nothing says why, and nothing loads`(
    launch: ConsentLaunch, reason: String
  ) {
    let player = player(launch, .unset).waiting(60_000).pressing("c")
    #expect(player.notice == "\(reason): no ad loads without a choice")
    #expect(player.overlay == nil)
    #expect(fetches(player) == 0)
    #expect(consentLines(player).contains { $0.hasPrefix("onError: ") })
  }

  @Test(
    arguments: [
      (.never, "the consent SDK is not ready"), (.fails, "there is no API key"),
      (.unwrapped, "DidomiWrapper is not in the view hierarchy"),
    ] as [(ConsentLaunch, String)])
  func `S0.93 the diagnosis tells the cases apart`(launch: ConsentLaunch, words: String) {
    player(launch, .unset).pressing("D").shows(words, hides: "never initialised")
  }

  @Test func `S0.14 the notification comes before what it causes`() throws {
    let player = player(.ready, .unset).pressing("a")
    let lines = player.log.map(\.text)
    let posted = try #require(lines.firstIndex { $0.contains("DidomiConsentChanged") })
    let fetch = try #require(lines.firstIndex { $0.contains("fetch, generation") })
    #expect(posted < fetch)
  }

  @Test func `limited ads say so on their box, and the request carries the choice`() {
    var player = player(.ready, .unset, front: "consent: { policy: determined }").pressing("d")
    player.press(.pageDown, after: 5000, wait: 3000, shows: "· limited")
    player.press("i", "a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains(#""gdpr": 1"#) && text.contains(#""consent": "C"#))
  }

  @Test func `before consent i shows the request that it would send`() {
    let text = player(.never).pressing("i", "a").wholeOverlay?.copied ?? ""
    #expect(text.contains("request that it would send: nothing is asked for yet"))
    #expect(text.contains("would ask"))
  }

  @Test func `the console has the web view's set-up and the channel of messages`() {
    let player = Player(
      testPage(ads: 1, front: "webView: { strictPort: true }"), columns: 120, rows: 60,
      settings: .debugging
    ).pressing("C")
    let text = player.wholeOverlay?.copied ?? ""
    for part in [
      "window.webkit.messageHandlers.nativeBridge", "on its own port alone",
      "?didomi-disable-notice=true", "handler.postMessage(message)",
    ] { #expect(text.contains(part)) }
  }

  @Test func `a video says whether it plays, and an ad that loads has a panel without a size`() {
    func player(_ front: String) -> Player {
      let block = "creative: { media: video, latency: 1s, size: 320x240 }"
      var player = Player(
        testPage(ads: 1, paragraphs: 1, front: front, block: block), columns: 120, rows: 60,
        settings: .debugging)
      player.wait(500, shows: "(not sent)")
      player.wait(3000, hides: "(not sent)")
      return player
    }
    player("title: T").shows("▶ plays")
    var waiting = player("webView: { allowsInlineMediaPlayback: false }")
    waiting.shows("▶ waits")
    waiting.press("o", shows: "▶ full screen")
  }
}
