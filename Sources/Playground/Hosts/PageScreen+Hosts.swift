internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// The ads at the bottom of the screen and over the page, which use the time of the session.
extension PageScreen {
  /// Whether the screen has room for the page's screen banner.
  private var isBannerShown: Bool { layout.bannerRows > 0 }

  /// Handles the answers that are due.
  mutating func answerHosts() {
    for place in pages.top.hosts.places {
      changeHost(place) { $0.takeAnswer(at: $1) }
    }
  }

  /// Requests and releases the ads by the consent gate, as the engine does for slots, and reports the banner in view.
  mutating func refreshHosts() {
    guard pages.top.number == run.page, !pages.top.hosts.places.isEmpty else { return }
    let isHeld = run.engine.consentDecision == .hold
    let handOff = run.engine.handOff
    for place in pages.top.hosts.places {
      guard let ad = pages.top.hosts[keyPath: place] else { continue }
      if isHeld {
        if ad.askedAt != nil { releaseHost(place) }
      } else if ad.handOff != handOff, ad.settings.type == .interstitial || isBannerShown {
        if ad.askedAt != nil { releaseHost(place) }
        askHost(place)
      }
    }
    // The banner at the bottom of the screen is in view unless the interstitial covers it.
    if let banner = pages.top.hosts.screenBanner, banner.state == .loaded,
      banner.presentationError == nil, isBannerShown, interstitial == nil
    {
      changeHost(\.screenBanner) {
        $0.apply(.see, at: $1)
        return true
      }
    }
  }

  mutating func reloadHosts() {
    guard run.engine.consentDecision != .hold else { return }
    for place in pages.top.hosts.places where pages.top.hosts[keyPath: place]?.askedAt != nil {
      releaseHost(place)
      askHost(place)
    }
  }

  private mutating func askHost(_ place: WritableKeyPath<PageHosts, HostedAd?>) {
    let handOff = run.engine.handOff
    pages.top.hosts[keyPath: place]?.ask(handOff, at: time)
    guard let ad = pages.top.hosts[keyPath: place] else { return }
    record(.ad, nil) { _ in "\(ad.name)  fetch, generation \(ad.generation)" }
  }

  private mutating func releaseHost(_ place: WritableKeyPath<PageHosts, HostedAd?>) {
    guard let ad = pages.top.hosts[keyPath: place] else { return }
    pages.top.hosts[keyPath: place]?.letGo(at: time)
    record(.ad, nil) { _ in "\(ad.name)  release, generation \(ad.generation)" }
  }

  /// Changes an ad and logs its new states; `change` returns whether it did anything.
  private mutating func changeHost(
    _ place: WritableKeyPath<PageHosts, HostedAd?>, _ change: (inout HostedAd, Instant) -> Bool
  ) {
    guard var ad = pages.top.hosts[keyPath: place] else { return }
    let before = ad.progress
    // An ad that is held once changes in place.
    pages.top.hosts[keyPath: place] = nil
    let hasChanged = change(&ad, time)
    pages.top.hosts[keyPath: place] = ad
    if hasChanged { recordHost(ad, since: before) }
  }

  /// Logs the states that an ad went through.
  private mutating func recordHost(_ ad: HostedAd, since before: HostedAd.Progress) {
    var states = (ad.rendering?.flow ?? []).dropFirst(before.flowCount).compactMap { step in
      if case .state(let state) = step, state != .loading { state } else { nil }
    }
    if states.isEmpty, ad.state != before.state { states = [ad.state] }
    if !before.hasRendering, let words = ad.rendering?.fallbackWords {
      record(.ad, nil) { _ in "\(ad.name)  \(words)" }
    }
    for line in (ad.rendering?.prints ?? []).dropFirst(before.printCount) {
      record(.print, nil) { _ in "\(ad.name)  \(line)" }
    }
    if before.presentationError == nil, let error = ad.presentationError,
      ad.settings.type == .screenBanner
    {
      record(.ad, nil) { _ in "\(ad.name)  did not present: \(error)" }
    }
    var former = before.state
    for state in states {
      let reason = state == .failed ? ": \(ad.whyThereIsNone)" : ""
      record(.ad, nil) { _ in "\(ad.name)  \(former.rawValue) → \(state.rawValue)\(reason)" }
      former = state
    }
  }

  // MARK: - On the way to the next page

  /// Presents the interstitial of the current page over the next one, if it is ready.
  ///
  /// It is shown once; when the page is visited again, another one is requested.
  mutating func takeInterstitial() -> HostedAd? {
    guard var ad = pages.top.hosts.interstitial, ad.askedAt != nil else { return nil }
    guard ad.state == .loaded else {
      record(.ad, nil) { _ in "\(ad.name)  is \(ad.state.rawValue): the way is not delayed" }
      return nil
    }
    let before = ad.progress
    ad.apply(.show, at: time)
    pages.top.hosts.interstitial = ad
    recordHost(ad, since: before)
    guard ad.state == .impressed else {
      record(.ad, nil) { _ in "\(ad.name)  did not present: \(ad.whyThereIsNone)" }
      return nil
    }
    return ad
  }

  /// Releases an interstitial that has been shown, so that another one is requested.
  mutating func renewInterstitial() {
    guard let rendering = pages.top.hosts.interstitial?.rendering, rendering.actCount > 0 else {
      return
    }
    pages.top.hosts.interstitial?.letGo(at: time)
  }

  /// Closes the interstitial and activates the page below.
  mutating func closeInterstitial() {
    guard let ad = interstitial else { return }
    if let closableAt = ad.closableAt, time < closableAt {
      let seconds = (closableAt - time + 999) / 1000
      shared.notice = "\(ad.name) can be closed in \(seconds) s"
      return
    }
    endInterstitial()
    feed(.activityChanged(true))
  }

  /// Removes the interstitial from the screen.
  mutating func endInterstitial() {
    guard var ad = interstitial else { return }
    let before = ad.progress
    ad.apply(.close, at: time)
    interstitial = nil
    dismissed = ad
    recordHost(ad, since: before)
  }

  // MARK: - Where they lead

  /// Follows the link of the interstitial.
  mutating func followInterstitial() {
    guard var ad = interstitial else { return }
    follow(&ad)
    interstitial = ad
  }

  /// Follows the link of the banner at the bottom of the screen.
  mutating func followBanner() {
    guard var ad = pages.top.hosts.screenBanner else {
      shared.notice = "this page has no banner at the bottom of the screen"
      return
    }
    guard ad.state == .impressed || ad.state == .clicked else {
      shared.notice = "\(ad.name) is \(ad.state.rawValue): only an ad that was seen can be followed"
      return
    }
    follow(&ad)
    pages.top.hosts.screenBanner = ad
  }

  private mutating func follow(_ ad: inout HostedAd) {
    let before = ad.progress
    ad.apply(.click, at: time)
    recordHost(ad, since: before)
    guard let link = ad.link else {
      shared.notice = "\(ad.name) leads nowhere"
      return
    }
    let engine = pages.top.opening.engine
    let policy = NavigationPolicy(page: engine.adTemplate, hasCommitted: true, hosts: engine.hosts)
    for decision in policy.decisions(on: link.url, frame: link.frame, hasGesture: true) {
      let settled = ResolvedNavigation(link.url, decision)
      record(.link, nil) { "\(ad.name)  \($0.words(of: settled))" }
      shared.notice = words(of: settled)
      if decision.verdict == .external { leaveAd(settled) }
    }
  }
}

extension HostedAd {
  /// The reason why there is no ad, in words.
  var whyThereIsNone: String {
    let error = rendering?.error ?? presentationError
    return error?.description ?? failure?.words ?? "nothing came back"
  }
}
