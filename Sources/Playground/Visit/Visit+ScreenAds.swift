internal import AdEngine
internal import AdRendering
internal import AdSessions

/// The ads at the bottom of the screen and over the page, which use the time of the session.
extension Visit {
  var interstitial: OpenScreenAd? {
    guard let number = pages.screenAdDisplay.shown,
      let place = pages.place(ofPage: ScreenAdKind.owner(of: number))
    else { return nil }
    return pages[place].screenAds.interstitial
  }

  private func running(_ kind: ScreenAdKind) -> RunningPage? {
    run[page: kind.page(over: run.page)]
  }

  /// Loads the page's unloaded ads, unless in a replay.
  mutating func refreshScreenAds() {
    guard !isReplay, pages.top.number == run.page, pages.top.hasScreenAds else { return }
    for kind in ScreenAdKind.allCases {
      if let ad = running(kind), ad.screenAd == nil { feed(ad.inputs(for: .load)) }
    }
  }

  mutating func reloadScreenAds() {
    for kind in ScreenAdKind.allCases {
      guard let ad = running(kind), ad.screenAd != nil else { continue }
      feed([RunInput.input(.reloadRequested(kind.slot), page: ad.number)])
    }
  }

  /// Applies an event of the run to the ad that it is about, and logs what became of it.
  mutating func applyToScreenAd(_ event: RunEvent) {
    guard let kind = ScreenAdKind(page: event.page),
      let place = pages.place(ofPage: ScreenAdKind.owner(of: event.page))
    else { return }
    let path = OpenScreenAds.place(kind)
    guard let before = pages[place].screenAds[keyPath: path] else { return }
    var ad = before
    ad.observe(event.content, at: event.at)
    recordScreenAd(ad, event, since: before)
    switch event.content {
    case .input(let input):
      switch kind.call(of: input) {
      case .show: pages.screenAdDisplay.shown = event.page
      case .close where pages.screenAdDisplay.shown == event.page:
        pages.screenAdDisplay.dismissed = ad
        pages.screenAdDisplay.shown = nil
      case .load, .close, nil: break
      }
    case .effect(.open(_, let navigation)): leaveAd(navigation)
    case .effect(.block(_, let navigation)): outbox.notice = words(of: navigation)
    default: break
    }
    pages[place].screenAds[keyPath: path] = ad
  }

  private mutating func recordScreenAd(
    _ ad: OpenScreenAd, _ event: RunEvent, since before: OpenScreenAd
  ) {
    switch event.content {
    case .effect(.fetch(_, let generation)):
      record(.ad, nil, at: event.at) { _ in "\(ad.name)  fetch, generation \(generation)" }
      return
    case .effect(.release(_, let generation)):
      record(.ad, nil, at: event.at) { _ in "\(ad.name)  release, generation \(generation)" }
      return
    case .effect(.open(_, let navigation)), .effect(.block(_, let navigation)):
      record(.link, nil, at: event.at) { "\(ad.name)  \($0.words(of: navigation))" }
    default: break
    }
    var states = (ad.rendering?.flow ?? []).dropFirst(before.rendering?.flow.count ?? 0).compactMap
    { step in
      if case .state(let state) = step, state != .loading { state } else { nil }
    }
    if states.isEmpty, ad.state != before.state { states = [ad.state] }
    if before.rendering == nil, let words = ad.rendering?.fallbackWords {
      record(.ad, nil, at: event.at) { _ in "\(ad.name)  \(words)" }
    }
    for line in (ad.rendering?.prints ?? []).dropFirst(before.rendering?.prints.count ?? 0) {
      record(.print, nil, at: event.at) { _ in "\(ad.name)  \(line)" }
    }
    if before.presentationError == nil, let error = ad.presentationError,
      ad.settings.type == .screenBanner
    {
      record(.ad, nil, at: event.at) { _ in "\(ad.name)  did not present: \(error)" }
    }
    var former = before.state
    for state in states {
      let reason = state == .failed ? ": \(ad.whyThereIsNone)" : ""
      record(.ad, nil, at: event.at) { _ in
        "\(ad.name)  \(former.rawValue) → \(state.rawValue)\(reason)"
      }
      former = state
    }
  }

  /// The ads in no slot: the interstitial alone while it is on the screen.
  var screenAdTraces: [AdTrace] {
    if let interstitial = interstitial { return [AdTrace(interstitial, self)] }
    return (pages.top.screenAds.all + [pages.screenAdDisplay.dismissed].compactMap { $0 })
      .map { AdTrace($0, self) }
  }

  // MARK: - On the way to the next page

  /// Shows the page's interstitial over the next one, once a visit, if it is ready; returns whether it is.
  mutating func showInterstitial() -> Bool {
    guard let ad = pages.top.screenAds.interstitial, ad.askedAt != nil,
      let running = self.running(.interstitial)
    else { return false }
    guard running.screenAd?.adState == .loaded else {
      record(.ad, nil) { _ in "\(ad.name)  is \(ad.state.rawValue): navigation is not delayed" }
      return false
    }
    guard running.canShow else {
      record(.ad, nil) { _ in "\(ad.name)  did not present: \(ad.whyThereIsNone)" }
      return false
    }
    feed(running.inputs(for: .show))
    return true
  }

  mutating func closeInterstitial() {
    guard !isReplay, let ad = interstitial, let number = pages.screenAdDisplay.shown,
      let running = run[page: number]
    else { return }
    if let closableAt = ad.closableAt, time < closableAt {
      let seconds = (closableAt - time + 999) / 1000
      outbox.notice = "\(ad.name) can be closed in \(seconds) s"
      return
    }
    feed(running.inputs(for: .close))
    feed(.activityChanged(true))
  }

  // MARK: - Where they lead

  mutating func followInterstitial() {
    guard let ad = interstitial, let number = pages.screenAdDisplay.shown,
      let running = run[page: number]
    else { return }
    click(ad, in: running)
  }

  mutating func followBanner() {
    guard let ad = pages.top.screenAds.screenBanner, let running = self.running(.screenBanner)
    else {
      outbox.notice = "this page has no banner at the bottom of the screen"
      return
    }
    click(ad, in: running)
  }

  private mutating func click(_ ad: OpenScreenAd, in running: RunningPage) {
    guard ad.state == .impressed || ad.state == .clicked else {
      outbox.notice = "\(ad.name) is \(ad.state.rawValue): only an ad that was seen can be followed"
      return
    }
    if ad.link == nil { outbox.notice = "\(ad.name) leads nowhere" }
    touch(ad.id, onPage: running.number)
  }
}

extension OpenScreenAd {
  var whyThereIsNone: String {
    let error = rendering?.error ?? presentationError
    return error?.description ?? failure?.words ?? "nothing came back"
  }
}
