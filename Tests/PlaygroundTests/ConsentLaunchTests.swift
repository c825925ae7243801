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
    player.model.visit.history.events.count {
      if case .effect(.fetch) = $0.content { true } else { false }
    }
  }

  private func consentLines(_ player: Player) -> [String] {
    player.model.visit.log.entries.filter { $0.topic == .consent }.map(\.text)
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

  @Test func `the diagnosis says how long slots waited for a late SDK, and for others not`() throws
  {
    func facts(_ launch: ConsentLaunch) -> [DiagnosisFact] {
      let player = player(launch).waiting(10_000)
      return Diagnosis(player.model.diagnosed).findings.map(\.fact)
    }
    let waits = facts(.late).compactMap { fact -> (Int64, Int)? in
      if case .sdkLate(let wait, let slots) = fact { (wait, slots) } else { nil }
    }
    #expect(waits.count == 1 && waits[0].0 == 3000 && waits[0].1 > 0)
    #expect(!facts(.ready).contains { if case .sdkLate = $0 { true } else { false } })
  }

  @Test func `a late SDK asks when it is ready, if nothing was chosen before`() {
    var player = player(.late, .unset)
    #expect(player.model.overlay == nil)
    player.wait(3000)
    #expect(player.model.overlay is ConsentOverlay)
    player.press("a")
    #expect(fetches(player) > 0)
  }

  @Test(
    arguments: [
      (.never, "the consent SDK is not ready: no ad loads without a choice"),
      (
        .fails,
        "the consent SDK could not be initialised: there is no API key: no ad loads without a choice"
      ),
      (
        .unwrapped,
        "DidomiWrapper is not in the view hierarchy: the notice has no view: no ad loads without a choice"
      ),
    ] as [(ConsentLaunch, String)])
  func `S1.10 an SDK that can ask nothing says why, and nothing loads`(
    launch: ConsentLaunch, notice: String
  ) {
    let player = player(launch, .unset).waiting(60_000).pressing("c")
    #expect(player.model.shared.notice == notice)
    #expect(player.model.overlay == nil)
    #expect(fetches(player) == 0)
    #expect(consentLines(player).contains { $0.hasPrefix("onError: ") })
  }

  @Test func `S0.93 the diagnosis tells the cases apart`() {
    let words: [(ConsentLaunch, String)] = [
      (.never, "the consent SDK is not ready"), (.fails, "there is no API key"),
      (.unwrapped, "DidomiWrapper is not in the view hierarchy"),
    ]
    for (launch, words) in words {
      let player = player(launch, .unset).pressing("D")
      for (other, otherWords) in [(launch, words)] + [(.ready, "never initialised")] {
        #expect(player.screen.contains(otherWords) == (other == launch), "\(launch)")
      }
    }
  }

  @Test func `S0.14 the notification comes before what it causes`() throws {
    let player = player(.ready, .unset).pressing("a")
    let lines = player.model.visit.log.entries.map(\.text)
    let posted = try #require(lines.firstIndex { $0.contains("DidomiConsentChanged") })
    let fetch = try #require(lines.firstIndex { $0.contains("fetch, generation") })
    #expect(posted < fetch)
  }

  @Test func `limited ads say so on their box, and the request carries the choice`() {
    var player = player(.ready, .unset, front: "consent: { policy: determined }").pressing("d")
    player.press(.pageDown, after: 5000, wait: 3000, shows: "· limited")
    player.press("i", "a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("\"gdpr\": 1"))
    #expect(text.contains("\"consent\": \"C"))
  }

  @Test func `before consent i shows the request that it would send`() {
    let player = player(.never).pressing("i", "a")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("request that it would send: nothing is asked for yet"))
    #expect(text.contains("would ask"))
  }

  @Test func `an ad that follows a link inside its own host says that it stays`() {
    var player = Player(
      testPage(ads: 1, block: "creative: { link: /offer, size: 320x240 }"), columns: 120, rows: 60,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
    player.press(.pageDown, wait: 6000)
    player.press("o")
    let words = "stays in its ad, at https://adops.stepdev.dk/offer"
    #expect(player.model.shared.notice?.hasPrefix(words) == true)
    #expect(player.model.visit.log.entries.contains { $0.text.contains(words) })
    let opened = player.requests.filter { if case .openOutside = $0 { true } else { false } }
    #expect(opened.isEmpty)
  }

  @Test func `the console has the web view's set-up and the channel of messages`() {
    let player = Player(
      testPage(ads: 1, front: "webView: { strictPort: true }"), columns: 120, rows: 60,
      settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted)
    ).pressing("C")
    let text = player.wholeOverlay?.copied ?? ""
    #expect(text.contains("window.webkit.messageHandlers.nativeBridge"))
    #expect(text.contains("on its own port alone"))
    #expect(text.contains("?didomi-disable-notice=true"))
    #expect(text.contains("handler.postMessage(message)"))
  }

  @Test func `a video says whether it plays, and an ad that loads has a panel without a size`() {
    func player(_ front: String) -> Player {
      var player = Player(
        testPage(
          ads: 1, paragraphs: 1, front: front,
          block: "creative: { media: video, latency: 1s, size: 320x240 }"), columns: 120, rows: 60,
        settings: PlaygroundSettings(isDebugEnabled: true, consent: .granted))
      player.wait(500, shows: "(not sent)")
      player.wait(3000, hides: "(not sent)")
      return player
    }
    #expect(player("title: T").screen.contains("▶ plays"))
    var waiting = player("webView: { allowsInlineMediaPlayback: false }")
    #expect(waiting.screen.contains("▶ waits"))
    waiting.press("o")
    #expect(waiting.screen.contains("▶ full screen"))
  }
}
