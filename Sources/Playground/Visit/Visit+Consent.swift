internal import AdEngine
internal import AdRendering
internal import AdSessions

/// What the user has chosen about consent.
extension Visit {
  var needed: TCFRequirement { pages.top.page.settings.consent.needed }

  /// Asks about the vendors of the page, too; where that leaves something undecided that was not, asks the user.
  mutating func offerVendors() {
    let wasPartial = consent.store.isUserStatusPartial
    consent.store.offer(needed.vendors)
    if !wasPartial { askForConsent() }
  }

  /// Asks the user, if anything is undecided that has to be decided and the SDK can show its notice.
  mutating func askForConsent() {
    guard !isReplay, consent.store.isReady,
      consent.store.shouldUserStatusBeCollected(on: options.today), canShowConsent()
    else { return }
    note(.showNotice)
    outbox.asksForConsent = true
  }

  /// Lets the consent SDK become ready, if that is due (`S1.13`).
  mutating func startConsent() {
    guard !isReplay, let choice = consent.takeReady(at: time) else { return }
    changeConsent { $0.becomeReady(with: choice) }
    askForConsent()
  }

  /// Whether the consent SDK can show something; if it cannot, that is an event and a notice (`S1.10`).
  mutating func canShowConsent() -> Bool {
    do throws(ConsentUIError) {
      try DidomiWrapper.setupUI(consent.wrapper, of: consent.store)
      return true
    } catch {
      note(.error(error.description))
      outbox.notice = "\(error): no ad loads without a choice"
      return false
    }
  }

  mutating func switchPolicy() {
    let policy: ConsentPolicy = run.engine.policy == .strict ? .determined : .strict
    beginStep()
    record(.consent, nil) { "policy \($0.run.engine.policy.rawValue) → \(policy.rawValue)" }
    consent.chosenPolicy = policy
    feed(.policyChanged(policy))
  }

  mutating func switchRegulation() {
    let regulation: ConsentStore.Regulation = consent.store.regulation == .gdpr ? .none : .gdpr
    record(.consent, nil) {
      "regulation \($0.consent.store.regulation.rawValue) → \(regulation.rawValue)"
    }
    changeConsent { $0.setRegulation(regulation) }
    rememberConsent()
  }

  /// Changes the store, and gives the new choice to the pages and the log.
  mutating func changeConsent(_ choose: (inout ConsentStore) -> Void) {
    let before = consent.store.choice
    choose(&consent.store)
    let choice = consent.store.choice
    // The notification comes before what it causes (`S0.14`).
    logConsentEvents()
    if choice != before {
      if choice.string != nil {
        consent.choices.append(choice)
        recording?.learn(choice)
      }
      beginStep()
      record(choice)
      run.choose(choice, at: time)
      applyNewEvents()
    }
  }

  /// Writes down what a choice comes to on the page on the screen.
  mutating func record(_ choice: ConsentChoice) {
    let status = choice.status(for: needed)
    record(.consent, nil) {
      let before = $0.run.engine.consent
      return before == status
        ? "still \(status.rawValue), with other consent data"
        : "\(before.rawValue) → \(status.rawValue)"
    }
  }

  mutating func rememberConsent() {
    guard
      settings.consent != consent.store.written || settings.regulation != consent.store.regulation
    else { return }
    settings.consent = consent.store.written
    settings.regulation = consent.store.regulation
    outbox.requests.append(.save(settings))
  }

  mutating func note(_ event: ConsentEvent) {
    consent.store.note(event)
    logConsentEvents()
  }

  /// Logs the store's events; they are no news, since what they changed was printed already.
  mutating func logConsentEvents() {
    let events = consent.store.takeEvents()
    guard keepsLog, !events.isEmpty else { return }
    let names = events.map { event in
      event == .consentChanged
        ? "\(event.name), posted as \(ConsentEvent.notification)" : event.name
    }
    add(
      LogEntry(time: time, topic: .consent, slot: nil, text: names.joined(separator: ", ")),
      isNews: false)
  }

  /// What requests say of the user's choice; a session names no law, and every change of the choice reloads the ads.
  var requestConsent: BidRequest.Consent? {
    guard !isReplay else { return nil }
    let isGDPR = consent.store.regulation == .gdpr
    return BidRequest.Consent(
      isGDPR: isGDPR, string: isGDPR ? consent.store.choice.string?.text : nil)
  }
}
