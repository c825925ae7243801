internal import AdEngine
internal import AdSessions

extension Model {
  /// What a link of a page leads to when it opens the consent store.
  static let consentLink = ownScheme + "consent"
  static let ownScheme = "adview:"

  mutating func openConsent() {
    hideConsent()
    guard visit.canShowConsent() else { return }
    show(ConsentOverlay())
    visit.note(.showNotice)
  }

  /// Says yes to everything.
  mutating func agree() {
    let today = visit.options.today
    decide(.noticeClickAgree) { $0.setUserAgreeToAll(on: today) }
    sayWhatToTry()
  }

  /// Says no to everything.
  mutating func disagree() {
    let today = visit.options.today
    decide(.noticeClickDisagree) { $0.setUserDisagreeToAll(on: today) }
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
    let fetch = KeyMap.label(of: .pickFetch)
    let why = KeyMap.label(of: .why)
    let help = KeyMap.label(of: .openHelp)
    shared.notice =
      "try: ↑↓ scroll  \(fetch) ←→ what another threshold would mean  \(why) why  \(help) help"
  }

  /// Takes back everything that was said.
  mutating func withdraw() { decide(nil) { $0.reset() } }

  /// Takes away what covers the page, and notes it where that is the consent store's.
  mutating func hideConsent() {
    if viewer.overlays.contains(where: { $0 is ConsentOverlay }) { visit.note(.hideNotice) }
    uncoverPage()
  }

  /// Makes a decision of the user count from now on, on this page and on others, and remembers it.
  private mutating func decide(_ event: ConsentEvent?, _ choose: (inout ConsentStore) -> Void) {
    if let event { visit.note(event) }
    hideConsent()
    visit.changeConsent(choose)
    visit.rememberConsent()
  }
}
