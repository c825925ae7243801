internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// What the pages of ads say, and where they and the page's own links lead.
extension Model {
  /// The ad that a command is about: the one that is looked at, else the one that is chosen.
  var chosenAd: Int? { coveringSlot ?? chosenSlot }

  mutating func followAd() {
    guard visit.interstitial == nil else { return visit.followInterstitial() }
    guard let slot = chosenAd, let status = engine.status(of: SlotID(slot)) else {
      shared.notice = "this page has no ads to follow"
      return
    }
    switch status.adState {
    case .impressed, .clicked:
      uncoverPage()
      let link = visit.link(ofAd: status)
      if link == nil { shared.notice = "\(top.name(of: status.id)) leads nowhere" }
      visit.touch(status.id, onPage: visit.run.page)
      if let stay = link.flatMap({ visit.stay(of: status.id, at: $0.url, frame: $0.frame) }) {
        shared.notice = visit.words(of: stay)
      }
    case .uninitialized, .loading, .failed, .loaded, .closed:
      shared.notice =
        "\(top.name(of: status.id)) is \(status.adState.rawValue): only an ad that was seen can be followed"
    }
  }

  mutating func openConsole() {
    guard let slot = chosenAd else {
      shared.notice = "this page has no ads"
      return
    }
    show(ConsoleOverlay(slot: slot))
  }

  /// Follows a link of the page's text that leads out of the playground, by the rules for new windows.
  mutating func followOutside(_ link: String) {
    let text = link.hasPrefix("//") ? "https:" + link : link
    let url = Result { () throws(URLSyntaxError) in try URLReader.read(text) }
    let navigation = ResolvedNavigation(link, NavigationPolicy.decision(followedByHand: url))
    shared.notice = visit.words(of: navigation)
    visit.record(.link, nil) { $0.words(of: navigation) }
    if navigation.decision.verdict == .external {
      shared.requests.append(.openOutside(url: navigation.address))
    }
  }
}
