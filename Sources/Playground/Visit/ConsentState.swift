internal import AdEngine
internal import AdSessions
internal import AdSimulation

/// What the user chose about consent, or what was given at the start, which counts until the user decides.
struct ConsentState: Sendable {
  var store: ConsentStore
  /// The choices with a TC string that counted so far: a session names them.
  var choices: [ConsentChoice] = []
  /// The policy that the user chose for all pages.
  var chosenPolicy: ConsentPolicy?
  /// The view that the SDK shows its notice in; `nil` if the app has forgotten it.
  let wrapper: DidomiWrapper?
  /// When the SDK becomes ready, and what it knows then; `nil` once it is, and if it never is.
  private(set) var pending: (at: Instant, choice: ConsentChoice)?
  /// When the SDK became ready, if that was after the start.
  private(set) var readyAt: Instant?

  init(_ options: PlaygroundOptions, _ settings: PlaygroundSettings) {
    let given = options.overrides.consent
    store = ConsentStore(
      regulation: given == nil ? settings.regulation : .gdpr, vendors: [DemoPublisher.vendor])
    wrapper = DidomiWrapper(options.launch)
    store.initialize(apiKey: options.launch.apiKey)
    pending = options.launch.readyAt.map { ($0, given ?? settings.consent) }
    if pending?.at == .start { becomeReady() }
  }

  private mutating func becomeReady() {
    guard let choice = pending?.choice else { return }
    pending = nil
    store.becomeReady(with: choice)
    if store.choice.string != nil { choices = [store.choice] }
  }

  /// What the SDK knew when it became ready, if that is due at a time.
  mutating func takeReady(at now: Instant) -> ConsentChoice? {
    guard let (time, choice) = pending, time <= now else { return nil }
    pending = nil
    readyAt = time
    return choice
  }
}
