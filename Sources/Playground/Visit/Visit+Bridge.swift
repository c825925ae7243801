internal import AdEngine
internal import AdRendering
internal import AdSessions
internal import AdSimulation

/// What the pages of ads say, and where they lead.
extension Visit {
  func link(ofAd status: SlotStatus) -> CreativeLink? {
    switch status.adState {
    case .loaded, .impressed, .clicked:
      creativeWorld().link(for: status.id, generation: status.generation)
    case .uninitialized, .loading, .failed, .closed: nil
    }
  }

  /// What the page of the ad that a slot holds has said, the newest last.
  func messages(ofSlot slot: Int) -> [(at: Instant, message: BridgeMessage)] {
    let id = SlotID(slot)
    var messages: [(Instant, BridgeMessage)] = []
    for event in history.events.reversed() where event.page == pages.top.number {
      switch event.content {
      case .effect(.log(id, let message)): messages.append((event.at, message))
      case .effect(.fetch(id, _)), .effect(.release(id, _)): return messages.reversed()
      default: break
      }
    }
    return messages.reversed()
  }

  /// What the page of an ad does that the app does not hear of, each as a clause for people.
  func unheard(ofAd id: SlotID, _ generation: Int, at place: Int? = nil) -> [String] {
    guard let unheard = creativeWorld(ofPageAt: place).unheard(of: id, generation: generation)
    else { return [] }
    let count = unheard.messages.count
    let messages =
      count == 0
      ? nil
      : "\(count.counted("message")) to the handler \"\(unheard.handler)\""
        + ", which the app does not have: dropped"
    let windows = unheard.departures.map {
      "window \($0.url.cut(to: 200)): not opened, since javaScriptCanOpenWindowsAutomatically is off"
    }
    return ([messages].compactMap { $0 } + windows).map(\.scrubbed)
  }

  /// Logs what the page of an ad that has just been delivered does without the app hearing of it.
  mutating func recordUnheard(of id: SlotID, _ generation: Int, at time: Instant, on place: Int) {
    guard isLogging, engine(at: place).status(of: id)?.generation == generation else {
      return
    }
    for words in unheard(ofAd: id, generation, at: place) {
      record(.html, id, at: time, on: place) { "\($0.pages[place].name(of: id))  \(words)" }
    }
  }

  /// The navigation of an ad that stays in its page, if it does: the engine has nothing to decide about it.
  func stay(
    of id: SlotID, at url: String, frame: NavigationFrame, on place: Int? = nil
  ) -> ResolvedNavigation? {
    let place = place ?? pages.topPlace
    let policy = NavigationPolicy(
      page: engine(at: place).adPage(of: id), hasCommitted: true,
      hosts: pages[place].initialSetup.engine.hosts)
    guard let decision = policy.decisions(on: url, frame: frame, hasGesture: true).first,
      decision.verdict == .internal, decision.reason != .bridgeCommand
    else { return nil }
    return ResolvedNavigation(url, decision)
  }

  mutating func recordStay(
    of id: SlotID, _ generation: Int, _ attempt: NavigationAttempt, at time: Instant, on place: Int
  ) {
    guard engine(at: place).status(of: id)?.generation == generation,
      let stay = stay(of: id, at: attempt.text, frame: attempt.frame, on: place)
    else { return }
    record(.link, id, at: time, on: place) {
      "\($0.pages[place].name(of: id))  \($0.words(of: stay))"
    }
  }

  func words(of navigation: ResolvedNavigation) -> String {
    let address = navigation.address.cut(to: 200)
    let reasons =
      [navigation.decision.reason.description] + navigation.decision.warnings.map(\.description)
    let opening = options.opensAddresses ? "opens" : "would open"
    let verb =
      switch navigation.decision.verdict {
      case .external: opening
      case .internal: "stays in its ad, at"
      case .block: "blocked"
      }
    return "\(verb) \(address.isEmpty ? "a link" : address): " + reasons.joined(separator: "; ")
  }

  /// What was refused, and why.
  func words(of refusal: Engine.InputError, on place: Int) -> String {
    switch refusal {
    case .message(let id, let problem): "\(pages[place].name(of: id))  \(problem)"
    case .size(let id, let size):
      "\(pages[place].name(of: id))  size \(size.words):"
        + " expected more than 0 and at most 4096 points"
    default: refusal.description
    }
  }

  /// Opens where an ad leads; a replay only shows the address.
  mutating func leaveAd(_ navigation: ResolvedNavigation) {
    outbox.notice = words(of: navigation)
    if !isReplay { outbox.requests.append(.openOutside(url: navigation.address)) }
  }
}
