internal import AdEngine
internal import AdSessions

extension PageScreen {
  /// What a link of a page leads to when it opens the consent centre.
  static let consentLink = ownScheme + "consent"
  /// The scheme of the playground's own links.
  static let ownScheme = "adview:"

  /// What the page needs of the user's choice.
  var needed: TCFRequirement { pages.top.page.settings.consent.needed }

  /// Asks about the vendors of the page, too; where that leaves something undecided that was not, asks the user.
  mutating func offerVendors() {
    let wasPartial = consent.centre.isUserStatusPartial
    consent.centre.offer(needed.vendors)
    if !wasPartial { askForConsent() }
  }

  /// Asks the user, if anything is undecided that has to be decided and the SDK can show its notice.
  mutating func askForConsent() {
    guard replay == nil, consent.centre.isReady,
      consent.centre.shouldUserStatusBeCollected(on: shared.options.today)
    else { return }
    openConsent()
  }

  /// Lets the consent SDK become ready, if that is due (`S1.13`).
  mutating func startConsent() {
    guard replay == nil, let choice = consent.takeReady(at: time) else { return }
    change { $0.becomeReady(with: choice) }
    askForConsent()
  }

  // MARK: - Notice

  mutating func openConsent() {
    hideConsent()
    guard canShowConsent() else { return }
    show(ConsentOverlay())
    note(.showNotice)
  }

  /// Whether the consent SDK can show something; if it cannot, that is an event and a notice (`S1.10`).
  private mutating func canShowConsent() -> Bool {
    do throws(ConsentUIError) {
      try DidomiWrapper.setupUI(consent.wrapper, of: consent.centre)
      return true
    } catch {
      note(.error(error.description))
      shared.notice = "\(error): no ad loads without a choice"
      return false
    }
  }

  /// Says yes to everything, in the notice or in the preferences.
  mutating func agree() {
    let today = shared.options.today
    let event = preferences == nil ? ConsentEvent.noticeClickAgree : .preferencesClickAgreeToAll
    decide(event) { $0.setUserAgreeToAll(on: today) }
    sayWhatToTry()
  }

  /// Says no to everything, in the notice or in the preferences.
  mutating func disagree() {
    let today = shared.options.today
    let event =
      preferences == nil ? ConsentEvent.noticeClickDisagree : .preferencesClickDisagreeToAll
    decide(event) { $0.setUserDisagreeToAll(on: today) }
    sayWhatToTry()
  }

  /// Says what there is to do, where nothing was done yet.
  private mutating func sayWhatToTry() {
    guard shared.notice == nil, !hasBegun else { return }
    if shared.options.printsNews {
      shared.notice = "try: down 20  fetch 600  why 1  metrics  help"
      return
    }
    let fetch = KeyMap.label(of: .pickFetch, in: .anywhere)
    let why = KeyMap.label(of: .why, in: .anywhere)
    let help = KeyMap.label(of: .openHelp, in: .anywhere)
    shared.notice =
      "try: ↑↓ scroll  \(fetch) ←→ what another threshold would mean  \(why) why  \(help) help"
  }

  /// Whether the user has scrolled, or been on another page.
  private var hasBegun: Bool { run.report.distance > 0 || run.countedPages > 1 }

  /// Takes back everything that was said.
  mutating func withdraw() {
    decide(nil) { $0.reset() }
  }

  /// Leaves what was said as it is.
  mutating func leaveConsent() { hideConsent() }

  /// Takes away what covers the page, and notes it where that is the consent centre's.
  mutating func hideConsent() {
    for event in viewer.overlays.reversed().compactMap(\.hiding) { note(event) }
    uncoverPage()
  }

  /// Shows a text of the consent centre, over what it has open.
  mutating func read(_ text: ConsentTextOverlay.Text) { showAbove(ConsentTextOverlay(text)) }

  // MARK: - Preferences

  /// The answers that are being given in the preferences, if they are open.
  var preferences: ConsentDraft? {
    (overlay as? PreferencesOverlay)?.draft
  }

  mutating func openPreferences() {
    if overlay is ConsentOverlay { note(.noticeClickMoreInfo) }
    hideConsent()
    guard canShowConsent() else { return }
    note(.showPreferences)
    show(PreferencesOverlay(ConsentDraft(consent.centre)))
    revealChoice()
  }

  /// Says yes or no to what is chosen in the preferences, or does it.
  mutating func choosePreference() {
    guard let item = (viewer.overlays.last as? PreferencesOverlay)?.item else { return }
    switch item {
    case .purpose, .vendor:
      var event: ConsentEvent?
      change(PreferencesOverlay.self) { event = $0.draft.toggle(item) }
      if let event { note(event) }
    case .policy: switchPolicy()
    case .regulation: switchRegulation()
    case .handOff: read(.handOff)
    case .keys: read(.keys)
    }
  }

  mutating func savePreferences() {
    guard let draft = preferences else { return }
    save(draft)
  }

  /// Makes the answers of a draft count.
  mutating func save(_ draft: ConsentDraft) {
    let today = shared.options.today
    decide(.preferencesClickSaveChoices) {
      $0.setUserStatus(purposes: draft.purposes, vendors: draft.vendors, on: today)
    }
    if draft.undecided > 0, consent.centre.isUserStatusPartial {
      shared.notice = "\(draft.undecided) left undecided: no ad loads until all are decided"
    }
  }

  /// Scrolls the preferences to what is chosen in them.
  mutating func revealChoice() {
    guard viewer.overlays.last is PreferencesOverlay else { return }
    let scene = Scene(self)
    change(PreferencesOverlay.self) { $0.reveal(in: scene) }
  }

  // MARK: - What counts at once

  mutating func switchPolicy() {
    setPolicy(run.engine.policy == .strict ? .determined : .strict)
  }

  mutating func setPolicy(_ policy: ConsentPolicy) {
    beginStep()
    record(.consent, nil) { "policy \($0.run.engine.policy.rawValue) → \(policy.rawValue)" }
    consent.chosenPolicy = policy
    feed(.policyChanged(policy))
  }

  mutating func switchRegulation() {
    setRegulation(consent.centre.regulation == .gdpr ? .none : .gdpr)
  }

  mutating func setRegulation(_ regulation: ConsentCentre.Regulation) {
    record(.consent, nil) {
      "regulation \($0.consent.centre.regulation.rawValue) → \(regulation.rawValue)"
    }
    change { $0.setRegulation(regulation) }
    remember()
  }

  // MARK: -

  /// Makes a decision of the user count from now on, on this page and on others, and remembers it.
  private mutating func decide(_ event: ConsentEvent?, _ choose: (inout ConsentCentre) -> Void) {
    if let event { note(event) }
    hideConsent()
    change(choose)
    remember()
  }

  /// Changes the centre, and gives the new choice to the pages and the log.
  private mutating func change(_ choose: (inout ConsentCentre) -> Void) {
    let before = consent.centre.choice
    choose(&consent.centre)
    let choice = consent.centre.choice
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

  private mutating func remember() {
    guard
      shared.settings.consent != consent.centre.written
        || shared.settings.regulation != consent.centre.regulation
    else { return }
    shared.settings.consent = consent.centre.written
    shared.settings.regulation = consent.centre.regulation
    shared.requests.append(.save(shared.settings))
  }

  private mutating func note(_ event: ConsentEvent) {
    consent.centre.note(event)
    logConsentEvents()
  }

  /// Logs the centre's events; they are no news, since what they changed was printed already.
  mutating func logConsentEvents() {
    let events = consent.centre.takeEvents()
    guard shared.settings.isDebugEnabled || shared.keepsLog, !events.isEmpty else { return }
    let names = events.map { event in
      event == .consentChanged
        ? "\(event.name), posted as \(ConsentEvent.notification)" : event.name
    }
    shared.record(.consent, at: time, isNews: false, names.joined(separator: ", "))
  }
}
