/// What is remembered of the page of one ad: where it is, whether it has begun, and whether somebody touched it.
struct AdPage: Sendable {
  var policy: NavigationPolicy
  var activation = UserActivation()

  /// Decides on what the page asks for, and appends what leaves the ad or is stopped.
  mutating func settle(
    _ attempt: NavigationAttempt, of slot: SlotID, at now: Instant,
    into effects: inout [Engine.Effect]
  ) {
    let hasGesture = activation.isActive(at: now)
    for (index, url) in attempt.addresses.prefix(NavigationAttempt.mostAddresses).enumerated() {
      let request = NavigationRequest(
        url, frame: index == 0 ? attempt.frame : .none, hasGesture: hasGesture,
        action: attempt.action)
      guard let decision = policy.decide(request) else { return }
      switch decision.verdict {
      case .internal:
        guard decision.reason == .bridgeCommand else { return }
      case .external:
        activation.use()
        return effects.append(.open(slot, SettledNavigation(attempt.text, decision)))
      case .block:
        return effects.append(.block(slot, SettledNavigation(attempt.text, decision)))
      }
    }
  }
}

extension URLParts {
  /// The ad template of `S1.15`, which is the page of an ad unless something else is said.
  public static let adTemplate = URLParts(
    scheme: "https", host: .domain("adops.stepdev.dk"), path: "/wp-content/ad-template.html",
    query: "didomi-disable-notice=true",
    text: "https://adops.stepdev.dk/wp-content/ad-template.html?didomi-disable-notice=true")
}
