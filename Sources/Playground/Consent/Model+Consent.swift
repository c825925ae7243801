internal import AdEngine
internal import AdSessions

extension Model {
  /// What a link of a page leads to when it opens the consent store.
  static let consentLink = ownScheme + "consent"
  /// The scheme of the playground's own links.
  static let ownScheme = "adview:"

  // MARK: - Notice

  mutating func openConsent() {
    hideConsent()
    guard visit.canShowConsent() else { return }
    show(ConsentOverlay())
    visit.note(.showNotice)
  }

  /// Says yes to everything, in the notice or in the preferences.
  mutating func agree() {
    let today = visit.options.today
    let event = preferences == nil ? ConsentEvent.noticeClickAgree : .preferencesClickAgreeToAll
    decide(event) { $0.setUserAgreeToAll(on: today) }
    sayWhatToTry()
  }

  /// Says no to everything, in the notice or in the preferences.
  mutating func disagree() {
    let today = visit.options.today
    let event =
      preferences == nil ? ConsentEvent.noticeClickDisagree : .preferencesClickDisagreeToAll
    decide(event) { $0.setUserDisagreeToAll(on: today) }
    sayWhatToTry()
  }

  /// Says what there is to do, where nothing was done yet.
  private mutating func sayWhatToTry() {
    // Not where the user has scrolled, or been on another page.
    guard shared.notice == nil, visit.run.report.distance == 0, visit.run.countedPages == 1 else {
      return
    }
    if visit.options.printsNews {
      shared.notice = "try: down 20  fetch 600  why 1  metrics  help"
      return
    }
    let fetch = KeyMap.label(of: .pickFetch, in: .anywhere)
    let why = KeyMap.label(of: .why, in: .anywhere)
    let help = KeyMap.label(of: .openHelp, in: .anywhere)
    shared.notice =
      "try: ↑↓ scroll  \(fetch) ←→ what another threshold would mean  \(why) why  \(help) help"
  }

  /// Takes back everything that was said.
  mutating func withdraw() { decide(nil) { $0.reset() } }

  /// Takes away what covers the page, and notes it where that is the consent store's.
  mutating func hideConsent() {
    for event in viewer.overlays.reversed().compactMap(\.hiding) { visit.note(event) }
    uncoverPage()
  }

  mutating func read(_ text: ConsentTextOverlay.Text) { showAbove(ConsentTextOverlay(text)) }

  // MARK: - Preferences

  /// The answers that are being given in the preferences, if they are open.
  var preferences: ConsentDraft? { (overlay as? PreferencesOverlay)?.draft }

  mutating func openPreferences() {
    if overlay is ConsentOverlay { visit.note(.noticeClickMoreInfo) }
    hideConsent()
    guard visit.canShowConsent() else { return }
    visit.note(.showPreferences)
    show(PreferencesOverlay(ConsentDraft(visit.consent.store)))
    revealChoice()
  }

  /// Says yes or no to what is chosen in the preferences, or does it.
  mutating func choosePreference() {
    guard let item = (viewer.overlays.last as? PreferencesOverlay)?.item else { return }
    switch item {
    case .purpose, .vendor:
      var event: ConsentEvent?
      change(PreferencesOverlay.self) { event = $0.draft.toggle(item) }
      if let event { visit.note(event) }
    case .policy: visit.switchPolicy()
    case .regulation: visit.switchRegulation()
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
    let today = visit.options.today
    decide(.preferencesClickSaveChoices) {
      $0.setUserStatus(purposes: draft.purposes, vendors: draft.vendors, on: today)
    }
    if draft.undecided > 0, visit.consent.store.isUserStatusPartial {
      shared.notice = "\(draft.undecided) left undecided: no ad loads until all are decided"
    }
  }

  /// Scrolls the preferences to what is chosen in them.
  mutating func revealChoice() {
    guard viewer.overlays.last is PreferencesOverlay else { return }
    let model = self
    change(PreferencesOverlay.self) { $0.reveal(in: model) }
  }

  /// Makes a decision of the user count from now on, on this page and on others, and remembers it.
  private mutating func decide(_ event: ConsentEvent?, _ choose: (inout ConsentStore) -> Void) {
    if let event { visit.note(event) }
    hideConsent()
    visit.changeConsent(choose)
    visit.rememberConsent()
  }
}
